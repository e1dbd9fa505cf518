package urnfield

import "math/bits"

// place takes a word to a place below m.
func place(x, m uint64) uint64 {
	high, _ := bits.Mul64(x, m)
	return high
}

// isSet returns whether the bit at a position is set; the payload is known to reach that far.
func (f *Filter) isSet(p uint64) bool { return f.payload[p>>3]>>(p&7)&1 == 1 }

// narrow asks a standard filter of fewer than 2^40 bits: each word gives two positions.
func (f *Filter) narrow(d digest) bool {
	now, next := d.h1, d.h2
	for left := f.hashes; ; left -= 2 {
		if !f.isSet(place(now, f.bits)) {
			return false
		}
		if left == 1 {
			return true
		}
		if !f.isSet(place(bits.RotateLeft64(now, 32), f.bits)) {
			return false
		}
		if left == 2 {
			return true
		}
		now, next = next, bits.RotateLeft64(now, 27)+next
	}
}

// draws shows the first k draws of probe rule 1 to see, until it says false. It returns whether it
// never did, and the two words that follow.
func (f *Filter) draws(d digest, see func(uint64) bool) (bool, uint64, uint64) {
	now, next, m := d.h1, d.h2, f.bits
	for left := f.hashes; left > 0; {
		if m < 1<<40 {
			if !see(place(now, m)) || left > 1 && !see(place(bits.RotateLeft64(now, 32), m)) {
				return false, 0, 0
			}
			left -= min(left, 2)
		} else {
			// The place of 128 bits: the words are the halves of one number.
			high, low := bits.Mul64(now, m)
			_, carry := bits.Add64(low, place(next, m), 0)
			if !see(high + carry) {
				return false, 0, 0
			}
			left--
		}
		now, next = next, bits.RotateLeft64(now, 27)+next
	}
	return true, now, next
}

func min(a, b uint64) uint64 {
	if a < b {
		return a
	}
	return b
}

// step is one step of the replacement sequence with the increment c | 1.
func step(z, c uint64) uint64 { return z*0xd1342543de82ef95 + (c | 1) }

// anywhere asks a filter by probe rule 1 of any kind and size.
func (f *Filter) anywhere(d digest) bool {
	m, k := f.bits, f.hashes
	if f.kind == "classic" && k > m-k {
		// Drawn are the positions that the item does not have.
		out := make(map[uint64]bool, m-k)
		for z := d.h1; uint64(len(out)) < m-k; z = step(z, d.h2) {
			out[place(z, m)] = true
		}
		for p := uint64(0); p < m; p++ {
			if !out[p] && !f.isSet(p) {
				return false
			}
		}
		return true
	}
	if f.kind != "classic" {
		all, _, _ := f.draws(d, f.isSet)
		return all
	}
	seen := make(map[uint64]bool, min(k, 64))
	all, z, c := f.draws(d, func(p uint64) bool {
		seen[p] = true
		return f.isSet(p)
	})
	for ; all && uint64(len(seen)) < k; z = step(z, c) {
		p := place(z, m)
		all = f.isSet(p)
		seen[p] = true
	}
	return all
}

// line asks a filter by probe rule 2: all bits of an item are in one line of 512.
func (f *Filter) line(d digest) bool {
	from := 64 * place(d.h1, f.bits/512)
	words := f.payload[from : from+64]
	y, k := d.h2, f.hashes
	var seen [8]uint64
	different := uint64(0)
	for j := uint64(0); j < k; j++ {
		if j == 7 {
			y = d.h1 * 0x9e3779b97f4a7c15
		}
		p := y >> 55
		if words[p>>3]>>(p&7)&1 == 0 {
			return false
		}
		different += ^seen[p>>6] >> (p & 63) & 1
		seen[p>>6] |= 1 << (p & 63)
		y <<= 9
	}
	if f.kind == "line" {
		return true
	}
	for z := d.h1; different < k; {
		z = step(z, d.h2)
		p := z >> 55
		if words[p>>3]>>(p&7)&1 == 0 {
			return false
		}
		different += ^seen[p>>6] >> (p & 63) & 1
		seen[p>>6] |= 1 << (p & 63)
	}
	return true
}
