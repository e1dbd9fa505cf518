//! `urnfield serve`: the page, or the sentence that says how to get it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn the_page_is_served_or_it_is_said_how() {
    let mut serve = Command::new(env!("CARGO_BIN_EXE_urnfield"))
        .arg("serve")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut address = String::new();
    let stdout = serve.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut address).expect("text");
    if address.is_empty() {
        let output = serve.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            said,
            "urnfield: the page is not in this program; run page/build in urnfield's source, and \
             build the program again\n"
        );
        return;
    }
    let host = address.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let host = host.expect("an address").to_owned();
    let got = |request: &str| {
        let mut stream = TcpStream::connect(&host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut response = Vec::new();
        stream.read_to_end(&mut response).expect("it answers");
        String::from_utf8_lossy(&response).into_owned()
    };
    let page = got(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let elsewhere = got("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
    serve.kill().expect("it runs");
    let _ = serve.wait();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("<title>urnfield</title>"));
    assert!(elsewhere.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{elsewhere}");
}

#[test]
fn a_port_that_is_none_is_refused() {
    for port in ["0", "65536", "x", "-1"] {
        let output = Command::new(env!("CARGO_BIN_EXE_urnfield"))
            .args(["serve", "--port", port])
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{port}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("--port: a port is a number from 1 to 65535, got"), "{said}");
    }
}
