#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urnfield_fuzz_targets::read_foreign(data));
