// Our reader beside bits-and-blooms/bloom, in turns.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/willf/bloom"
	"urnfield"
)

func main() {
	folder := os.Args[1]
	text, err := os.ReadFile(folder + "/keys")
	if err != nil {
		panic(err)
	}
	members := strings.Fields(string(text))
	strangers := make([]string, len(members))
	other := bloom.NewWithEstimates(uint(len(members)), 0.01)
	for i, key := range members {
		strangers[i] = strings.Replace(key, "visitor", "strange", 1)
		other.AddString(key)
	}
	open := func(name string) *urnfield.Filter {
		f, err := urnfield.Open(folder+"/"+name, nil)
		if err != nil {
			panic(err)
		}
		return f
	}
	names := []string{"bits-and-blooms", "urnfield, standard", "urnfield, line"}
	filters := []func(string) bool{other.TestString, open("standard.urn").ContainsString, open("line.urn").ContainsString}
	const rounds = 9
	times := make([][2][]float64, len(filters))
	for round := 0; round < rounds; round++ {
		for i, has := range filters {
			for j, asked := range [][]string{members, strangers} {
				found := 0
				begun := time.Now()
				for _, key := range asked {
					if has(key) {
						found++
					}
				}
				times[i][j] = append(times[i][j], float64(time.Since(begun).Nanoseconds())/float64(len(asked)))
				if j == 0 && found != len(asked) || j == 1 && found > len(asked)/50 {
					panic(found)
				}
			}
		}
	}
	for i, name := range names {
		sort.Float64s(times[i][0])
		sort.Float64s(times[i][1])
		fmt.Printf("| Go | %s | %.1f | %.1f |\n", name, times[i][0][rounds/2], times[i][1][rounds/2])
	}
}
