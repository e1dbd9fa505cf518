//! Boost.Bloom takes part where its headers are there: `BOOST_INCLUDE=folder cargo build`, a folder with
//! `boost/bloom.hpp` (Boost 1.89 or later), and a C++ compiler. It is compiled for the machine at hand, as what it
//! does by AVX2 is chosen when it is compiled.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=BOOST_INCLUDE");
    println!("cargo::rerun-if-changed=src/contenders/boost.cpp");
    println!("cargo::rustc-check-cfg=cfg(boost)");
    let Ok(headers) = env::var("BOOST_INCLUDE") else { return };
    let out = env::var("OUT_DIR").expect("cargo says where");
    let object = Path::new(&out).join("boost.o");
    let archive = Path::new(&out).join("libboost_rival.a");
    let compiler = env::var("CXX").unwrap_or("c++".into());
    run(Command::new(compiler)
        .args([
            "-std=c++17",
            "-O3",
            "-march=native",
            "-fPIC",
            "-c",
            "src/contenders/boost.cpp",
            "-I",
        ])
        .arg(headers)
        .arg("-o")
        .arg(&object));
    run(Command::new("ar").arg("crs").arg(&archive).arg(&object));
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=boost_rival");
    println!("cargo::rustc-link-lib=stdc++");
    println!("cargo::rustc-cfg=boost");
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
