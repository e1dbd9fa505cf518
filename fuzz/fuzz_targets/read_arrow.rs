#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urnfield_hostile::read_arrow(data));
