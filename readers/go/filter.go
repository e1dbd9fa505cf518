// Package urnfield reads Bloom filters in the .urn format and answers whether keys may be in them.
// It is written from docs/reference/format.md alone, and has no dependencies.
//
//	filter, err := urnfield.Open("visitors.urn", nil)
//	if err != nil { … }
//	defer filter.Close()
//	filter.ContainsString("visitor-7")
//
// A filter may be asked by many goroutines at once.
package urnfield

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"os"
	"unsafe"
)

// Filter is a Bloom filter that was read from a file.
type Filter struct {
	kind             string
	bits, hashes     uint64
	bitsSet, planned uint64
	keyKinds         byte
	intersection     bool
	payload          []byte
	ask              func(digest) bool
	seed, flip       uint64
	sip              *sipState
	unmap            func() error
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func damaged(format string, args ...any) error {
	return fmt.Errorf("damaged: "+format+"; get a new copy", args...)
}

func unknown(format string, args ...any) error {
	return fmt.Errorf(format+" is unknown to this reader; read the file with a newer one", args...)
}

// Read opens a filter from the bytes of its file, and makes every check of the format. key is the
// secret of a keyed filter, else nil. Raw bytes are used where they are, and may not change.
func Read(file, key []byte) (*Filter, error) {
	f, err := header(file, key)
	if err != nil {
		return nil, err
	}
	payload := file[128:]
	if word32(file, 120) != crc32.Checksum(payload, castagnoli) {
		return nil, damaged("the payload's checksum is wrong")
	}
	if file[13] == 1 {
		if payload, err = decode(payload, f.bits, f.bitsSet); err != nil {
			return nil, err
		}
	}
	f.payload = payload
	if err := f.Verify(); err != nil {
		return nil, err
	}
	return f, nil
}

// Open opens a filter from a file in memory, as Read.
func Open(path string, key []byte) (*Filter, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Read(file, key)
}

// Map maps a raw file into memory and leaves its payload unread; Verify reads it. The file may not
// change or be truncated while the filter is in use: replace it by renaming another one over it.
func Map(path string, key []byte) (*Filter, error) {
	file, unmap, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	f, err := header(file, key)
	if err == nil && file[13] != 0 {
		err = errors.New("a compressed filter cannot be mapped; open it, or write it raw")
	}
	if err != nil {
		unmap()
		return nil, err
	}
	f.payload, f.unmap = file[128:], unmap
	return f, nil
}

// Close releases a mapped file. The filter may not be used afterwards.
func (f *Filter) Close() error {
	if f.unmap == nil {
		return nil
	}
	unmap := f.unmap
	f.unmap, f.payload = nil, nil
	return unmap()
}

// header makes the checks of the format that need no payload.
func header(file, key []byte) (*Filter, error) {
	if len(file) < 8 || string(file[:8]) != "\x89URN\r\n\x1a\n" {
		return nil, errors.New("this is no urnfield filter: it does not begin with the bytes 89 55 52 4e 0d 0a 1a 0a")
	}
	if len(file) < 128 {
		return nil, damaged("a header has 128 bytes, got %d", len(file))
	}
	version := binary.LittleEndian.Uint16(file[8:])
	if version != 1 && version != 2 {
		return nil, unknown("version %d", version)
	}
	if word32(file, 124) != crc32.Checksum(file[:124], castagnoli) {
		return nil, damaged("the header's checksum is wrong")
	}
	kind, rule, digests, encoding := file[10], file[11], file[12], file[13]
	switch {
	case kind != 1 && kind != 2:
		return nil, unknown("kind %d", kind)
	case rule != 1 && rule != 2:
		return nil, unknown("probe rule %d", rule)
	case encoding == 2:
		return nil, unknown("encoding 2 (enumerative, given up before 0.1.0)")
	case encoding > 2:
		return nil, unknown("encoding %d", encoding)
	case digests != 1 && digests != 2:
		return nil, unknown("digest %d", digests)
	}
	f := &Filter{
		hashes: word(file, 16), bits: word(file, 24), bitsSet: word(file, 48), planned: word(file, 56),
		keyKinds: file[14], intersection: version == 2, seed: word(file, 32), flip: flip(word(file, 32)),
		kind: [2][2]string{{"classic", "standard"}, {"line-classic", "line"}}[rule-1][kind-1],
	}
	m, k := f.bits, f.hashes
	raw, length := (m+63)/64*8, word(file, 64)
	switch {
	case digests == 1 && word(file, 40) != 0 || digests == 2 && f.seed != 0 || file[15] != 0:
		return nil, damaged("a field that is not used is not zero")
	case f.keyKinds > 15 || f.keyKinds != 0 && (f.intersection || f.bitsSet == 0):
		return nil, damaged("the kinds of its keys are %d", f.keyKinds)
	case !f.sourcesFit(file):
		return nil, damaged("the filters that it was made of do not fit")
	case m < 1 || m > 1<<48 || k < 1 || kind == 1 && k > m || rule == 2 && (m%512 != 0 || k > 14):
		return nil, damaged("no filter has %d bits and %d hashes", m, k)
	case f.bitsSet > m:
		return nil, damaged("%d bits of %d are set", f.bitsSet, m)
	case encoding == 0 && length != raw || uint64(len(file))-128 != length || (raw+4095)/4096 > uint64(len(file)):
		return nil, damaged("the payload has %d bytes and the file %d", length, len(file))
	case raw > uint64(^uint(0)>>1):
		return nil, fmt.Errorf("a payload of %d bytes does not fit into the memory of this machine; ask it elsewhere", raw)
	}
	if err := f.unlock(digests, key, word(file, 40)); err != nil {
		return nil, err
	}
	switch {
	case rule == 2:
		f.ask = f.line
	case kind == 2 && m < 1<<40:
		f.ask = f.narrow
	default:
		f.ask = f.anywhere
	}
	return f, nil
}

// sourcesFit checks what an intersection says of the filters that it was made of.
func (f *Filter) sourcesFit(file []byte) bool {
	count, before := word(file, 72), f.bits
	if count == 1 || !f.intersection && count != 0 {
		return false
	}
	for i := uint64(0); i < 5; i++ {
		set := word(file, 80+8*int(i))
		if i >= count && set != 0 || i < count && (set < f.bitsSet || set > before) {
			return false
		}
		before = set
	}
	return true
}

// unlock checks the secret key.
func (f *Filter) unlock(digests byte, key []byte, check uint64) error {
	switch {
	case digests == 2 && key == nil:
		return errors.New("the filter is keyed and no key was given; pass its 16 bytes")
	case digests == 1 && key != nil:
		return errors.New("a key was given and the filter has a seed; pass nil")
	case digests == 1:
		return nil
	case len(key) != 16:
		return fmt.Errorf("a key has 16 bytes, got %d", len(key))
	}
	sip := newSip(key)
	if sip.check() != check {
		return errors.New("this is not the key of this filter")
	}
	f.sip = &sip
	return nil
}

// Verify reads the whole payload: the bits set are as many as the header says, and no spare bit is
// set. Read and Open have verified already.
func (f *Filter) Verify() error {
	count := 0
	for at := 0; at < len(f.payload); at += 8 {
		count += bits.OnesCount64(word(f.payload, at))
	}
	for p := f.bits; p < 8*uint64(len(f.payload)); p++ {
		if f.isSet(p) {
			return damaged("a spare bit is set")
		}
	}
	if uint64(count) != f.bitsSet {
		return damaged("%d bits are set where the header says %d", count, f.bitsSet)
	}
	return nil
}

// Contains returns whether bytes may have been inserted. If false, they certainly were not.
func (f *Filter) Contains(key []byte) bool {
	if f.sip != nil {
		return f.ask(f.sip.digest(key))
	}
	return f.ask(xxh3(key, f.seed))
}

// ContainsString returns whether a text may have been inserted; a text is its bytes.
func (f *Filter) ContainsString(key string) bool {
	return f.Contains(unsafe.Slice(*(**byte)(unsafe.Pointer(&key)), len(key)))
}

// ContainsUint64 returns whether an integer may have been inserted, which is another key than the
// text of its digits. A negative integer is its two's complement: uint64(i).
func (f *Filter) ContainsUint64(key uint64) bool {
	if f.sip == nil {
		return f.ask(eight(key, 8, f.flip))
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return f.ask(f.sip.digest(b[:]))
}

// Tuple returns the bytes of a key of several parts, for Contains. A part is a string, bytes,
// int64, uint64 or int.
func Tuple(parts ...any) ([]byte, error) {
	if len(parts) < 2 {
		return nil, fmt.Errorf("a tuple has at least two parts, got %d; add one, or ask for the part itself", len(parts))
	}
	var out []byte
	for _, part := range parts {
		content, integer := []byte(nil), uint64(0)
		switch x := part.(type) {
		case string:
			content = []byte(x)
		case []byte:
			content = x
		case int:
			integer = uint64(x)
		case int64:
			integer = uint64(x)
		case uint64:
			integer = x
		default:
			return nil, fmt.Errorf("a part of a tuple is a text, bytes or an integer, got %T; leave such records out", part)
		}
		tag := byte(1)
		switch part.(type) {
		case int, int64, uint64:
			tag, content = 2, binary.LittleEndian.AppendUint64(nil, integer)
		}
		if uint64(len(content)) >= 1<<32 {
			return nil, fmt.Errorf("a part of a tuple has fewer than 2^32 bytes, got %d; digest it first", len(content))
		}
		out = binary.LittleEndian.AppendUint32(append(out, tag), uint32(len(content)))
		out = append(out, content...)
	}
	return out, nil
}

// Kind returns standard, classic, line or line-classic.
func (f *Filter) Kind() string { return f.kind }

// Bits returns the number of bits.
func (f *Filter) Bits() uint64 { return f.bits }

// Hashes returns the number of bits of a key.
func (f *Filter) Hashes() uint64 { return f.hashes }

// BitsSet returns how many bits are set, as the header says.
func (f *Filter) BitsSet() uint64 { return f.bitsSet }

// PlannedItems returns for how many keys the filter was planned, 0 where that is unknown.
func (f *Filter) PlannedItems() uint64 { return f.planned }

// KeyKinds returns the kinds of its keys: texts, integers, digests, tuples. It is empty where they
// are unknown.
func (f *Filter) KeyKinds() (kinds []string) {
	for i, kind := range []string{"texts", "integers", "digests", "tuples"} {
		if f.keyKinds>>i&1 == 1 {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// IsIntersection returns whether the filter was made by an AND of others, and so need not be that
// of any set.
func (f *Filter) IsIntersection() bool { return f.intersection }
