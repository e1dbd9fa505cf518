//! `urnfield serve`: the page, or the sentence that says how to get it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The server with a page in it, killed at the end of the test.
struct Served {
    process: Child,
    host: String,
}

impl Served {
    /// Starts the server; `None` where the program was built without a page. `wrapped` is what
    /// starts it, such as `prlimit` with its options.
    fn start(wrapped: &[&str]) -> Option<Served> {
        let words = [wrapped, &[env!("CARGO_BIN_EXE_urnfield"), "serve"]].concat();
        let mut process = Command::new(words[0])
            .args(&words[1..])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let stdout = process.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut address).expect("text");
        if address.is_empty() {
            let output = process.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                said,
                "urnfield: the page is not in this program; run crates/urnfield-wasm/page/build in urnfield's source, and \
                 build the program again\n"
            );
            // The stage that builds the page asks for it.
            assert!(std::env::var_os("URNFIELD_PAGE_IS_BUILT").is_none(), "{said}");
            eprintln!("!! SKIPPED: the page is not built; `./test page` builds it and runs this");
            return None;
        }
        let host = address.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let host = host.expect("an address").to_owned();
        Some(Served { process, host })
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    fn got(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut response = Vec::new();
        stream.read_to_end(&mut response).expect("it answers");
        String::from_utf8_lossy(&response).into_owned()
    }

    fn page(&self) -> String {
        self.got(&format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host))
    }

    /// Ticks of a processor that the server has used.
    #[cfg(target_os = "linux")]
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()));
        let stat = stat.expect("it runs");
        let (_, after_name) = stat.rsplit_once(')').expect("a name");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        fields[11].parse::<u64>().expect("user") + fields[12].parse::<u64>().expect("system")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_page_is_served_or_it_is_said_how() {
    let Some(served) = Served::start(&[]) else { return };
    let page = served.page();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("<title>urnfield</title>"));
    let elsewhere = served.got("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
    assert!(elsewhere.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{elsewhere}");
    let folded = format!("GET / HTTP/1.1\r\nHost: {}\r\nAccept: a,\r\n b\r\n\r\n", served.host);
    assert!(served.got(&folded).starts_with("HTTP/1.1 400 Bad Request\r\n"));
}

/// Holds many silent connections open, asks for the page some times, and returns the server's
/// processor time while nothing happened.
#[cfg(target_os = "linux")]
fn answers_beside_silent_connections(mut served: Served, silent: usize) {
    let silent: Vec<TcpStream> = (0..silent).map(|_| served.connect()).collect();
    for _ in 0..3 {
        assert!(served.page().starts_with("HTTP/1.1 200 OK\r\n"));
    }
    let before = served.ticks();
    std::thread::sleep(Duration::from_secs(2));
    let used = served.ticks() - before;
    assert!(used < 20, "{used} of 200 ticks were busy");
    assert!(served.process.try_wait().expect("ours").is_none(), "it still runs");
    drop(silent);
    assert!(served.page().starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn with_few_descriptors_it_answers_and_does_not_spin() {
    for descriptors in ["--nofile=8", "--nofile=12", "--nofile=40"] {
        let Some(served) = Served::start(&["prlimit", descriptors]) else { return };
        answers_beside_silent_connections(served, 60);
    }
}

/// Root may have any number of processes, so root starts it as a user who has none.
#[cfg(target_os = "linux")]
fn with_processes(most: &str) -> Vec<String> {
    let output = Command::new("id").arg("-u").output().expect("a system has `id`");
    let mut words = vec!["prlimit".to_owned(), format!("--nproc={most}")];
    if output.stdout == b"0\n" {
        let nobody = ["setpriv", "--reuid=64217", "--regid=64217", "--clear-groups"];
        words.extend(nobody.map(str::to_owned));
    }
    words
}

#[test]
#[cfg(target_os = "linux")]
fn with_few_threads_it_answers_and_with_none_it_refuses() {
    for most in 1..6 {
        let words = with_processes(&most.to_string());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut program = Command::new(words[0]);
        program.args(&words[1..]).arg(env!("CARGO_BIN_EXE_urnfield")).arg("serve");
        let mut child = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = [0];
        let stdout = child.stdout.as_mut().expect("it is piped");
        let serves = stdout.read(&mut first).expect("it says something or ends") == 1;
        let _ = child.kill();
        let output = child.wait_with_output().expect("it ends");
        assert!(!serves || most > 1, "one process has one thread");
        if serves {
            let served = Served::start(&words).expect("it served before");
            answers_beside_silent_connections(served, 12);
        } else {
            assert_eq!(output.status.code(), Some(2), "{most} {output:?}");
            let said = String::from_utf8_lossy(&output.stderr);
            let sentence = said.lines().count() == 1 && said.starts_with("urnfield: the ");
            assert!(sentence, "{most} {said}");
        }
    }
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
