// Makes cases with bits-and-blooms/bloom and DCSO/bloom, as checks/foreign/README.md describes them.
// Usage: make FOLDER.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	dcso "github.com/DCSO/bloom"
	bits "github.com/bits-and-blooms/bloom"
)

func key(kind string, i int) string {
	if i%8 == 7 {
		return fmt.Sprintf("%s-ß漢😀-%d", kind, i)
	}
	return fmt.Sprintf("%s-%d", kind, i)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	folder, strangers := os.Args[1], 1000000
	write := func(name string, content []byte) {
		must(os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	record := func(names, formats []string, form string, asked float64, items int, contains func(string) bool) {
		members, accepted, answers := items, 0, strings.Builder{}
		if members > 10000 {
			members = 10000
		}
		ask := func(text string, isListed bool) int {
			found := 0
			if contains(text) {
				found = 1
			}
			if isListed {
				fmt.Fprintf(&answers, "%d %s\n", found, text)
			}
			return found
		}
		for i := 0; i < members; i++ {
			ask(key("member", i), true)
		}
		for i := 0; i < strangers; i++ {
			accepted += ask(key("stranger", i), i < 100000)
		}
		for i, name := range names {
			write(name+".keys", []byte(answers.String()))
			write(name+".about", []byte(fmt.Sprintf(
				"format %s\nkeys %s\nasked %v\nitems %d\nmembers %d\nstrangers %d\naccepted %d\n",
				formats[i], form, asked, items, members, strangers, accepted)))
		}
		fmt.Printf("%s: %d of %d\n", names[0], accepted, strangers)
	}
	for _, one := range []struct {
		items int
		asked float64
	}{{50, 0.01}, {1000, 0.0001}, {10000, 0.01}} {
		name := fmt.Sprintf("bits-and-blooms-%d", one.items)
		filter := bits.NewWithEstimates(uint(one.items), one.asked)
		other := dcso.Initialize(uint64(one.items), one.asked)
		for i := 0; i < one.items; i++ {
			filter.AddString(key("member", i))
			other.Add([]byte(key("member", i)))
		}
		var stream bytes.Buffer
		_, err := filter.WriteTo(&stream)
		must(err)
		write(name+".filter", stream.Bytes())
		text, err := json.Marshal(filter)
		must(err)
		write(name+"-json.filter", text)
		record([]string{name, name + "-json"}, []string{"bits-and-blooms", "bits-and-blooms-json"}, "AddString",
			one.asked, one.items, filter.TestString)

		name = fmt.Sprintf("dcso-%d", one.items)
		other.Data = []byte(strings.Repeat("attached", one.items%7))
		var file bytes.Buffer
		must(other.Write(&file))
		write(name+".filter", file.Bytes())
		record([]string{name}, []string{"dcso"}, "Add", one.asked, one.items,
			func(text string) bool { return other.Check([]byte(text)) })
	}
}
