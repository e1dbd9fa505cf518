//! Servers that are none, that are silent, or that have no room; and keys that others made.

mod servers;

use redis::Value;
use servers::{Folder, Single};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use urnfield::{Design, Kind};
use urnfield_redis::{Error, Server, Shared};

/// A server that does this with every connection, and its address.
fn impostor(answer: impl Fn(TcpStream) + Send + Sync + 'static) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("bound");
    // The thread ends with the test's process.
    thread::spawn(move || listener.incoming().flatten().for_each(&answer));
    format!("redis://{address}").parse().expect("an address")
}

fn standard(bits: u64) -> Design {
    Design::new(Kind::Standard, bits, 7).expect("a design")
}

#[test]
fn a_reply_without_end_is_refused_after_its_first_line() {
    let server = impostor(|mut stream| {
        // Until the client has had enough.
        while stream.write_all(&[b'a'; 4096]).is_ok() {}
    });
    let error = Shared::open(&server, "seen", None).map(drop).expect_err("no reply");
    assert!(matches!(error, Error::Refused { .. }), "{error:?}");
    assert!(error.to_string().contains("a line of more than 65536 bytes"), "{error}");
    let server = impostor(|mut stream| {
        let _ = stream.read(&mut [0; 512]);
        let _ = stream.write_all(b"*1\r\n$99999999999\r\n");
    });
    let error = Shared::open(&server, "seen", None).map(drop).expect_err("no reply");
    assert!(error.to_string().contains("where at most 16777216 are read"), "{error}");
}

#[test]
fn a_silent_server_is_waited_for_no_longer_than_patience_says() {
    let server = impostor(|mut stream| while stream.read(&mut [0; 512]).is_ok_and(|n| n > 0) {});
    let began = Instant::now();
    let server = server.with_patience(Duration::from_secs(2));
    let error = Shared::open(&server, "seen", None).map(drop).expect_err("silence");
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains("it does not answer"), "{error}");
    // Two seconds, and not the ten that two attempts of five took.
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn a_filter_that_finds_no_room_leaves_nothing_behind() {
    let single = Single::start(&["--maxmemory", "24mb", "--maxmemory-policy", "noeviction"]);
    let made = Shared::create(&single.server(), "seen", standard(1 << 29), 0, 1000);
    let error = made.map(drop).expect_err("eight shards of eight megabytes do not fit");
    assert!(matches!(&error, Error::Refused { why, .. } if why.starts_with("OOM")), "{error:?}");
    assert_eq!(single.ask(&["DBSIZE"]), Value::Int(0));
    // So a smaller one of the same name can be made.
    let mut small = Shared::create(&single.server(), "seen", standard(1 << 16), 0, 1000);
    let small = small.as_mut().expect("there is room for it");
    assert_eq!(small.add_all(&["amphora"]).expect("whole"), [true]);
}

#[test]
fn a_key_of_another_type_is_named_and_can_be_removed() {
    let single = Single::start(&[]);
    let server = single.server();
    single.ask(&["SET", "urn:{seen}:meta", "a note"]);
    single.ask(&["RPUSH", "urn:{seen/0}:bits", "a list"]);
    for error in [
        Shared::open(&server, "seen", None).map(drop).expect_err("no filter"),
        Shared::create(&server, "seen", standard(4096), 0, 9).map(drop).expect_err("no filter"),
    ] {
        assert!(matches!(error, Error::OtherType { .. }), "{error:?}");
        assert!(error.to_string().contains("remove it with `urnfield redis drop`"), "{error}");
    }
    assert!(!Shared::remove(&server, "seen", None).expect("removed"), "it was no filter");
    assert_eq!(single.ask(&["DBSIZE"]), Value::Int(0));
    Shared::create(&server, "seen", standard(4096), 0, 9).expect("the name is free");
    assert!(Shared::remove(&server, "seen", None).expect("removed"), "it was one");
    assert_eq!(single.ask(&["DBSIZE"]), Value::Int(0));
}

#[test]
fn a_password_file_that_others_may_read_is_warned_about() {
    let single = Single::start(&["--requirepass", "s3cret"]);
    let folder = Folder::new();
    fs::write(folder.path("pass"), "s3cret\n").expect("a file");
    let told = |mode: &str| {
        let path = folder.path("pass");
        assert!(Command::new("chmod").arg(mode).arg(&path).status().expect("chmod").success());
        let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield-redis"));
        command.args(["create", &format!("seen{mode}"), "--items", "9", "--fpr", "1%"]);
        command.arg("--pass-file").arg(path).args(["--server", &single.url("")]);
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(told("644").contains("others may read"));
    assert!(!told("600").contains("others may read"));
}
