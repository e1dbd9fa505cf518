package urnfield

import (
	"encoding/binary"
	"math/bits"
)

// A digest is the pair of words from which the positions of an item follow.
type digest struct{ h1, h2 uint64 }

const (
	prime32x1 = 0x9e3779b1
	prime32x2 = 0x85ebca77
	prime32x3 = 0xc2b2ae3d
	prime64x1 = 0x9e3779b185ebca87
	prime64x2 = 0xc2b2ae3d27d4eb4f
	prime64x3 = 0x165667b19e3779f9
	prime64x4 = 0x85ebca77c2b2ae63
	prime64x5 = 0x27d4eb2f165667c5
)

var secret = [192]byte{
	0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
	0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
	0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
	0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
	0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
	0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
	0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
	0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
	0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
	0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
	0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
	0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
}

func word32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func word(b []byte, at int) uint64   { return binary.LittleEndian.Uint64(b[at:]) }

// pair is two words of the secret that stand eight bytes apart, combined.
func pair(at int) uint64 { return word(secret[:], at) ^ word(secret[:], at+8) }

// Constants of the default secret, so that short keys read nothing.
var (
	pair16, pair32, pair48 = pair(16), pair(32), pair(48)
)

// xxh3 digests bytes by XXH3-128 with a seed (digest 1 of the format).
func xxh3(key []byte, seed uint64) digest {
	n := len(key)
	switch {
	case n > 240:
		return long(key, seed)
	case n > 16:
		return middle(key, seed)
	case n > 8:
		last := word(key, n-8)
		high, low := bits.Mul64(word(key, 0)^last^(pair32-seed), prime64x1)
		low += uint64(n-1) << 54
		last ^= pair48 + seed
		high += last + uint64(uint32(last))*(prime32x2-1)
		h, l := bits.Mul64(low^bits.ReverseBytes64(high), prime64x2)
		return digest{finish(l), finish(h + high*prime64x2)}
	case n > 3:
		return eight(uint64(word32(key, 0))|uint64(word32(key, n-4))<<32, uint64(n), flip(seed))
	case n > 0:
		one := uint32(key[0])<<16 | uint32(key[n>>1])<<24 | uint32(key[n-1]) | uint32(n)<<8
		other := bits.RotateLeft32(bits.ReverseBytes32(one), 13)
		low := uint64(word32(secret[:], 0)^word32(secret[:], 4)) + seed
		high := uint64(word32(secret[:], 8)^word32(secret[:], 12)) - seed
		return digest{avalanche64(uint64(one) ^ low), avalanche64(uint64(other) ^ high)}
	default:
		return digest{avalanche64(seed ^ pair(64)), avalanche64(seed ^ pair(80))}
	}
}

// flip is the constant that keys of four to eight bytes are combined with.
func flip(seed uint64) uint64 {
	return pair16 + (seed ^ uint64(bits.ReverseBytes32(uint32(seed)))<<32)
}

// eight digests a key of four to eight bytes; an integer is one of eight.
func eight(x, length, flip uint64) digest {
	high, low := bits.Mul64(x^flip, prime64x1+length<<2)
	high += low << 1
	low ^= high >> 3
	low = (low ^ low>>35) * 0x9fb21c651e98df25
	return digest{low ^ low>>28, finish(high)}
}

func middle(key []byte, seed uint64) digest {
	n := len(key)
	s := sums{uint64(n) * prime64x1, 0}
	if n <= 128 {
		if n > 96 {
			s.mix(key, 48, n-64, 96, seed)
		}
		if n > 64 {
			s.mix(key, 32, n-48, 64, seed)
		}
		if n > 32 {
			s.mix(key, 16, n-32, 32, seed)
		}
		s.mix(key, 0, n-16, 0, seed)
	} else {
		for at := 0; at < 128; at += 32 {
			s.mix(key, at, at+16, at, seed)
		}
		s = sums{finish(s.low), finish(s.high)}
		for at := 128; at+32 <= n; at += 32 {
			s.mix(key, at, at+16, at-125, seed)
		}
		s.mix(key, n-16, n-32, 103, -seed)
	}
	high := s.low*prime64x1 + s.high*prime64x4 + (uint64(n)-seed)*prime64x2
	return digest{finish(s.low + s.high), -finish(high)}
}

type sums struct{ low, high uint64 }

// mix takes 16 bytes at one place and 16 at another into the sums.
func (s *sums) mix(key []byte, one, two, from int, seed uint64) {
	a, b, c, d := word(key, one), word(key, one+8), word(key, two), word(key, two+8)
	k := secret[from : from+32]
	s.low = (s.low + fold(a^(word(k, 0)+seed), b^(word(k, 8)-seed))) ^ (c + d)
	s.high = (s.high + fold(c^(word(k, 16)+seed), d^(word(k, 24)-seed))) ^ (a + b)
}

func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// finish is XXH3's last mixing of a word.
func finish(x uint64) uint64 {
	x = (x ^ x>>37) * 0x165667919e3779f9
	return x ^ x>>32
}

// avalanche64 is XXH64's last mixing of a word.
func avalanche64(x uint64) uint64 {
	x = (x ^ x>>33) * prime64x2
	x = (x ^ x>>29) * prime64x3
	return x ^ x>>32
}

// long digests keys of more than 240 bytes, in stripes of 64.
func long(key []byte, seed uint64) digest {
	var own [192]byte
	for i := 0; i < 192; i += 16 {
		binary.LittleEndian.PutUint64(own[i:], word(secret[:], i)+seed)
		binary.LittleEndian.PutUint64(own[i+8:], word(secret[:], i+8)-seed)
	}
	acc := [8]uint64{prime32x3, prime64x1, prime64x2, prime64x3, prime64x4, prime32x2, prime64x5, prime32x1}
	stripe := func(at, from int) {
		for i := 0; i < 8; i++ {
			value := word(key, at+8*i)
			keyed := value ^ word(own[:], from+8*i)
			acc[i^1] += value
			acc[i] += (keyed & 0xffffffff) * (keyed >> 32)
		}
	}
	n := len(key)
	for at := 0; at < n-64; at += 64 {
		stripe(at, at/64%16*8)
		if (at+64)%1024 == 0 && at+64 <= (n-1)/1024*1024 {
			for i := range acc {
				acc[i] = (acc[i] ^ acc[i]>>47 ^ word(own[:], 128+8*i)) * prime32x1
			}
		}
	}
	stripe(n-64, 121)
	merge := func(from int, sum uint64) uint64 {
		for i := 0; i < 8; i += 2 {
			sum += fold(acc[i]^word(own[:], from+8*i), acc[i+1]^word(own[:], from+8*i+8))
		}
		return finish(sum)
	}
	return digest{merge(11, uint64(n)*prime64x1), merge(117, ^(uint64(n) * prime64x2))}
}
