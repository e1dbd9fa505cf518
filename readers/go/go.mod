module urnfield

go 1.19
