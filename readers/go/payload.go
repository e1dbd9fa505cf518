package urnfield

import (
	"encoding/binary"
	"math/bits"
)

var errPayload = damaged("the compressed payload is not well-formed")

const total = 1 << 14

// model has the frequencies of encoding 1: of bytes, of escaped bytes, and whether any byte
// escapes.
func model(m, s uint64) (plain, escaped [256]uint32, escapes bool) {
	powers := func(b uint64) (p [9]uint64) {
		p[0] = 1 << 62
		for i := 1; i < 9; i++ {
			p[i] = shifted(p[i-1], b)
		}
		return p
	}
	high, low := bits.Mul64(s, 1<<62)
	a, _ := bits.Div64(high, low, m)
	set, clear := powers(a), powers(1<<62-a)
	ways := [9]uint64{1, 8, 28, 56, 70, 56, 28, 8, 1}
	var w [9]uint64
	var above [10]uint64
	for c := 8; c >= 0; c-- {
		w[c] = shifted(set[c], clear[8-c])
		above[c] = above[c+1] + ways[c]*w[c]
	}
	t := 1
	for t < 9 && w[t] >= 1<<49 {
		t++
	}
	used := uint64(0)
	if t < 9 {
		used = (above[t] + 1<<47) >> 48
		if used == 0 {
			used = 1
		}
	}
	escape := used
	var f [9]uint64
	for c := t - 1; c > 0; c-- {
		f[c] = (above[c] + ways[c]<<47 - used<<48) / (ways[c] << 48)
		used += ways[c] * f[c]
	}
	f[0] = total - used
	for b := range plain {
		plain[b] = uint32(f[bits.OnesCount8(uint8(b))])
	}
	if t < 9 {
		plain[255] = uint32(escape)
	}
	if t >= 8 {
		return plain, escaped, false
	}
	rest := uint64(total)
	for c := t; c < 9; c++ {
		rest -= ways[c]
	}
	left := uint32(total)
	for b := range escaped {
		if c := bits.OnesCount8(uint8(b)); c >= t {
			high, low := bits.Mul64(rest, w[c])
			part, _ := bits.Div64(high, low, above[t])
			escaped[b] = 1 + uint32(part)
			left -= escaped[b]
		}
	}
	escaped[1<<t-1] += left
	return plain, escaped, true
}

// shifted is x*y / 2^62.
func shifted(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high<<2 | low>>62
}

// slots has for each of 2^14 remainders the byte that it stands for, and where each byte's
// remainders begin.
type slots struct {
	count, start [256]uint32
	bytes        [total]byte
}

func newSlots(count [256]uint32) *slots {
	s := &slots{count: count}
	at := uint32(0)
	for b, n := range count {
		s.start[b] = at
		for ; n > 0; n-- {
			s.bytes[at] = byte(b)
			at++
		}
	}
	return s
}

// chunk decodes one chunk of up to 2^20 bytes.
func chunk(coded, out []byte, plain, escaped *slots) error {
	if len(coded) < 32 || len(coded)%2 == 1 {
		return errPayload
	}
	var states [8]uint32
	for j := range states {
		states[j] = word32(coded, 4*j)
		if states[j] < 1<<16 {
			return errPayload
		}
	}
	words, short := coded[32:], false
	take := func(j int, s *slots) byte {
		r := states[j] & (total - 1)
		b := s.bytes[r]
		x := s.count[b]*(states[j]>>14) + r - s.start[b]
		if x < 1<<16 {
			if len(words) == 0 {
				short = true
				return b
			}
			x = x<<16 | uint32(binary.LittleEndian.Uint16(words))
			words = words[2:]
		}
		states[j] = x
		return b
	}
	for i := 0; i < len(out) && !short; i += 8 {
		for j := 0; j < 8; j++ {
			out[i+j] = take(j, plain)
		}
		for j := 0; escaped != nil && j < 8; j++ {
			if out[i+j] == 255 {
				out[i+j] = take(j, escaped)
			}
		}
	}
	if short || len(words) > 0 || states != [8]uint32{1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16} {
		return errPayload
	}
	return nil
}

// gaps decodes the gaps between the bits of the minority.
func gaps(coded []byte, m, s uint64, out []byte) error {
	at := uint64(0)
	end := 8 * uint64(len(coded))
	bit := func() uint64 {
		at++
		if at > end {
			return 0
		}
		return uint64(coded[(at-1)>>3]>>((at-1)&7)) & 1
	}
	high, low := bits.Mul64(m, 45426)
	d := uint64(1)
	if s > 0 {
		if quotient := high<<48 | low>>16; quotient/s > 1 {
			d = quotient / s
		}
	}
	width := bits.Len64(d) - 1
	h := uint64(1)<<(width+1) - d
	next := uint64(0)
	for ; s > 0; s-- {
		gap := uint64(0)
		for bit() == 1 {
			gap += d
			if gap >= m {
				return errPayload
			}
		}
		v := uint64(0)
		for j := 0; j < width; j++ {
			v |= bit() << j
		}
		if v >= h {
			v = 2*v + bit() - h
		}
		next += gap + v
		if next >= m || at > end {
			return errPayload
		}
		out[next>>3] |= 1 << (next & 7)
		next++
	}
	used := (at + 7) / 8
	for at < 8*used {
		if bit() == 1 {
			return errPayload
		}
	}
	least := (uint64(len(out)) + 4095) / 4096
	if want := least - min(least, 128); uint64(len(coded)) != used && (used > want || uint64(len(coded)) != want) {
		return errPayload
	}
	for _, b := range coded[used:] {
		if b != 0 {
			return errPayload
		}
	}
	return nil
}

// decode turns a payload in encoding 1 into the raw bytes of m bits, of which ones are set.
func decode(coded []byte, m, ones uint64) ([]byte, error) {
	raw := (m + 63) / 64 * 8
	out := make([]byte, raw)
	minority := min(ones, m-ones)
	if minority < (m+1023)/1024 {
		if err := gaps(coded, m, minority, out); err != nil {
			return nil, err
		}
	} else {
		plain, escaped, escapes := model(m, minority)
		one, other := newSlots(plain), (*slots)(nil)
		if escapes {
			other = newSlots(escaped)
		}
		chunks := (raw + 1<<20 - 1) >> 20
		if uint64(len(coded)) < 4*chunks {
			return nil, errPayload
		}
		rest := coded[4*chunks:]
		for i := uint64(0); i < chunks; i++ {
			length := uint64(word32(coded, int(4*i)))
			if length > uint64(len(rest)) {
				return nil, errPayload
			}
			if err := chunk(rest[:length], out[i<<20:min(raw, (i+1)<<20)], one, other); err != nil {
				return nil, err
			}
			rest = rest[length:]
		}
		if len(rest) > 0 {
			return nil, errPayload
		}
	}
	if m-ones < ones {
		for i := range out {
			out[i] ^= 255
		}
		for p := m; p < 8*raw; p++ {
			out[p>>3] ^= 1 << (p & 7)
		}
	}
	return out, nil
}
