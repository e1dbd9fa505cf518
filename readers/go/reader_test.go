package urnfield

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const (
	golden = "../../crates/urnfield/tests/golden"
	page   = "../../docs/reference/format.md"
)

// rows returns the rows of the table of the format page that has this heading.
func rows(t *testing.T, heading string) (found [][]string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, part, ok := strings.Cut(string(text), "\n### "+heading+"\n")
	if !ok {
		t.Fatal("no heading ", heading)
	}
	part, _, _ = strings.Cut(part, "\n#")
	for _, line := range strings.Split(part, "\n") {
		if strings.HasPrefix(line, "| ") {
			found = append(found, strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | "))
		}
	}
	return found[1:]
}

func number(text string, base int) uint64 {
	x, err := strconv.ParseUint(text, base, 64)
	if err != nil {
		panic(err)
	}
	return x
}

func item(length string) []byte {
	b := make([]byte, number(length, 10))
	for i := range b {
		b[i] = byte(i % 251)
	}
	return b
}

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

func words(d digest) string { return fmt.Sprintf("%016x%016x", d.h1, d.h2) }

func TestDigestsAreThoseOfTheFormatPage(t *testing.T) {
	for _, row := range rows(t, "Byte strings, digest 1") {
		for i, seed := range []uint64{0, 0x9e3779b97f4a7c15} {
			if got, want := words(xxh3(item(row[0]), seed)), row[1+2*i]+row[2+2*i]; got != want {
				t.Errorf("%s bytes, seed %x: %s, not %s", row[0], seed, got, want)
			}
		}
	}
	for _, row := range rows(t, "Integers, digest 1") {
		if got, want := words(eight(number(row[0], 16), 8, flip(number(row[1], 16)))), row[2]+row[3]; got != want {
			t.Errorf("%s: %s, not %s", row[0], got, want)
		}
	}
	for _, row := range rows(t, "Byte strings, digest 2") {
		if got, want := words(newSip(unhex(row[0])).digest(item(row[1]))), row[2]+row[3]; got != want {
			t.Errorf("%s %s: %s, not %s", row[0], row[1], got, want)
		}
	}
	for _, row := range rows(t, "Key checks") {
		if newSip(unhex(row[0])).check() != number(row[1], 16) {
			t.Error(row)
		}
	}
	for _, row := range rows(t, "Tuples, digest 1") {
		if got, want := words(xxh3(unhex(row[1]), 0)), row[2]+row[3]; got != want {
			t.Errorf("%s: %s, not %s", row[0], got, want)
		}
	}
}

// A filter without a payload shows its positions: every bit is taken for set, and seen.
func TestPositionsAreThoseOfTheFormatPage(t *testing.T) {
	asked := 0
	for _, row := range rows(t, "Positions of given digests") {
		f := &Filter{kind: row[2], bits: number(row[3], 10), hashes: number(row[4], 10)}
		d := digest{number(row[0], 16), number(row[1], 16)}
		if f.kind == "classic" {
			continue
		}
		var got []string
		f.draws(d, func(p uint64) bool {
			got = append(got, strconv.FormatUint(p, 10))
			return true
		})
		if strings.Join(got, " ") != row[5] {
			t.Errorf("%v: %v", row, got)
		}
		asked++
	}
	if asked < 10 {
		t.Error(asked, "rows")
	}
}

// A filter in which exactly the positions of the page are set has the item, and lacks it without
// any one of them.
func TestSmallFiltersHaveExactlyTheirPositions(t *testing.T) {
	check := func(kind string, m, k uint64, d digest, positions string) {
		f := &Filter{kind: kind, bits: m, hashes: k, payload: make([]byte, (m+63)/64*8)}
		f.ask = f.anywhere
		if strings.HasPrefix(kind, "line") {
			f.ask = f.line
		}
		fields := strings.Fields(positions)
		for _, p := range fields {
			x := number(p, 10)
			f.payload[x>>3] |= 1 << (x & 7)
		}
		if !f.ask(d) || kind == "standard" && !f.narrow(d) {
			t.Errorf("%s %d %d %v lacks its item", kind, m, k, d)
		}
		for _, p := range fields {
			x := number(p, 10)
			f.payload[x>>3] ^= 1 << (x & 7)
			if f.ask(d) {
				t.Errorf("%s %d %d %v does not look at %s", kind, m, k, d, p)
			}
			f.payload[x>>3] ^= 1 << (x & 7)
		}
	}
	for _, row := range rows(t, "Positions of given digests") {
		if m := number(row[3], 10); m < 1<<20 {
			check(row[2], m, number(row[4], 10), digest{number(row[0], 16), number(row[1], 16)}, row[5])
		}
	}
	for _, row := range rows(t, "Positions within lines") {
		d := digest{number(row[0], 16), number(row[1], 16)}
		for i, kind := range []string{"line", "line-classic"} {
			var all []string
			for _, p := range strings.Fields(row[3+i]) {
				all = append(all, strconv.FormatUint(512*number(row[2], 10)+number(p, 10), 10))
			}
			check(kind, 512000, 14, d, strings.Join(all, " "))
		}
	}
}

func TestGoldenFilesOpen(t *testing.T) {
	files, err := filepath.Glob(golden + "/*.urn")
	if err != nil || len(files) < 15 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		var key []byte
		if strings.Contains(path, "keyed") {
			key = []byte("sixteen secrets!")
		}
		f, err := Open(path, key)
		if err != nil {
			t.Fatal(path, err)
		}
		switch filepath.Base(path) {
		case "standard-100-3.urn":
			if !f.ContainsUint64(0) || !f.ContainsUint64(4) || f.ContainsUint64(5) {
				t.Error(path)
			}
		case "entropy-100001-2.urn":
			for i := uint64(0); i < 80; i++ {
				if !f.ContainsUint64(i) {
					t.Error(path, i)
				}
			}
		case "keyed-100-3.urn":
			if !f.ContainsString("amphora") || !f.ContainsString("krater") {
				t.Error(path)
			}
		case "tuples-100-3.urn":
			key, err := Tuple("Attica", 42)
			if err != nil || !f.Contains(key) {
				t.Error(path, err)
			}
		}
	}
	if _, err := Tuple("one"); err == nil {
		t.Error("a tuple of one part")
	}
	if _, err := Tuple("one", 0.5); err == nil {
		t.Error("a tuple of a fraction")
	}
}

func TestEveryChangedByteIsFound(t *testing.T) {
	for _, name := range []string{"standard-100-3.urn", "entropy-100001-2.urn", "gaps-100003-100000.urn", "line-1024-6.urn"} {
		file, err := os.ReadFile(filepath.Join(golden, name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range file {
			changed := append([]byte(nil), file...)
			changed[i] ^= 1 << (i % 8)
			if _, err := Read(changed, nil); err == nil {
				t.Errorf("%s: byte %d", name, i)
			}
			if _, err := Read(file[:i], nil); err == nil {
				t.Errorf("%s: the first %d bytes", name, i)
			}
		}
	}
}

func TestWrongKeysAreRefused(t *testing.T) {
	for _, bad := range []struct {
		name string
		key  []byte
	}{{"keyed-100-3.urn", nil}, {"keyed-100-3.urn", make([]byte, 16)}, {"keyed-100-3.urn", make([]byte, 3)}, {"standard-100-3.urn", make([]byte, 16)}} {
		if _, err := Open(filepath.Join(golden, bad.name), bad.key); err == nil {
			t.Error(bad)
		}
	}
	if _, err := Map(filepath.Join(golden, "entropy-100001-2.urn"), nil); err == nil {
		t.Error("a compressed file was mapped")
	}
}

func TestAnswersAreTheLibrarys(t *testing.T) {
	folder := os.Getenv("URNFIELD_QUESTIONS")
	if folder == "" {
		t.Skip("set URNFIELD_QUESTIONS")
	}
	lines := func(name string) []string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	asked := 0
	for _, row := range lines("list") {
		fields := strings.Split(row, "\t")
		var key []byte
		if fields[2] != "-" {
			key = unhex(fields[2])
		}
		path := filepath.Join(folder, fields[0]+".urn")
		open := map[bool]func(string, []byte) (*Filter, error){true: Open, false: Map}[strings.HasSuffix(fields[0], "compressed")]
		f, err := open(path, key)
		if err != nil {
			t.Fatal(path, err)
		}
		if err := f.Verify(); err != nil {
			t.Fatal(path, err)
		}
		yes, at := lines(fields[0]+".yes"), 0
		for _, question := range lines(fields[0] + ".keys") {
			var has bool
			if fields[1] == "texts" {
				has = f.ContainsString(question)
			} else if negative, err := strconv.ParseInt(question, 10, 64); err == nil {
				has = f.ContainsUint64(uint64(negative))
			} else {
				has = f.ContainsUint64(number(question, 10))
			}
			if want := at < len(yes) && yes[at] == question; has != want {
				t.Fatalf("%s: %s is %v, not %v", path, question, has, want)
			} else if has {
				at++
			}
			asked++
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if asked < 1_000_000 {
		t.Error(asked, "questions")
	}
}
