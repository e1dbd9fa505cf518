package urnfield

import "math/bits"

// sipState is SipHash-2-4-128 under a secret key (digest 2 of the format).
type sipState [4]uint64

func newSip(key []byte) sipState {
	a, b := word(key, 0), word(key, 8)
	return sipState{a ^ 0x736f6d6570736575, b ^ 0x646f72616e646f6d ^ 0xee, a ^ 0x6c7967656e657261, b ^ 0x7465646279746573}
}

func (v *sipState) rounds(count int) {
	a, b, c, d := v[0], v[1], v[2], v[3]
	for i := 0; i < count; i++ {
		a += b
		c += d
		b = bits.RotateLeft64(b, 13) ^ a
		d = bits.RotateLeft64(d, 16) ^ c
		a = bits.RotateLeft64(a, 32)
		a += d
		c += b
		d = bits.RotateLeft64(d, 21) ^ a
		b = bits.RotateLeft64(b, 17) ^ c
		c = bits.RotateLeft64(c, 32)
	}
	v[0], v[1], v[2], v[3] = a, b, c, d
}

func (v *sipState) absorb(x uint64) {
	v[3] ^= x
	v.rounds(2)
	v[0] ^= x
}

// digest digests bytes; the state itself is a copy, and stays as it is.
func (v sipState) digest(key []byte) digest {
	end := len(key) &^ 7
	for at := 0; at < end; at += 8 {
		v.absorb(word(key, at))
	}
	last := uint64(len(key)) << 56
	for i, b := range key[end:] {
		last |= uint64(b) << (8 * i)
	}
	v.absorb(last)
	v[2] ^= 0xee
	v.rounds(4)
	h1 := v[0] ^ v[1] ^ v[2] ^ v[3]
	v[1] ^= 0xdd
	v.rounds(4)
	return digest{h1, v[0] ^ v[1] ^ v[2] ^ v[3]}
}

// check is the number by which a header tells the right key from a wrong one: the first eight bytes
// of S(S("urnfield key check 1")).
func (v sipState) check() uint64 {
	inner := v.digest([]byte("urnfield key check 1"))
	var b [16]byte
	for i := 0; i < 8; i++ {
		b[i] = byte(inner.h1 >> (8 * i))
		b[8+i] = byte(inner.h2 >> (8 * i))
	}
	return v.digest(b[:]).h1
}
