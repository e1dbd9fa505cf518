//go:build !unix

package urnfield

import "os"

// mapFile reads the file, because this reader maps files on Unix only.
func mapFile(path string) ([]byte, func() error, error) {
	file, err := os.ReadFile(path)
	return file, func() error { return nil }, err
}
