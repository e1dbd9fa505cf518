//go:build unix

package urnfield

import (
	"fmt"
	"os"
	"syscall"
)

// mapFile maps a file into memory, and returns what releases it.
func mapFile(path string) ([]byte, func() error, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	size := info.Size()
	if size < 128 || size != int64(int(size)) {
		return nil, nil, damaged("a file of %d bytes is none that can be mapped", size)
	}
	mapped, err := syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be mapped: %w; open it instead", path, err)
	}
	return mapped, func() error { return syscall.Munmap(mapped) }, nil
}
