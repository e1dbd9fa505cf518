//! Real servers, each test's own: one on a unix socket, or a cluster of six on loopback.
//! `URNFIELD_REDIS_SERVER` names the program, else it is `redis-server` or `valkey-server`.
// Shared by several files of tests, none of which needs all of it.
#![allow(dead_code, unused_imports)]

mod cluster;

pub(crate) use cluster::{Cluster, free_port};

use redis::{Client, Connection, Value};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use urnfield_redis::Server;

/// The program under test.
pub(crate) fn program() -> String {
    if let Ok(named) = std::env::var("URNFIELD_REDIS_SERVER") {
        return named;
    }
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found = ["redis-server", "valkey-server"].into_iter().find(there);
    found.expect("these tests start redis-server or valkey-server; install one of them").into()
}

/// Waits for something that is bound to happen; the limit only ends a test that has failed.
pub(crate) fn until(what: &str, mut happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() < Duration::from_secs(120), "in vain: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A folder that is gone with the test. Sockets have short names only, so it is not under `target`.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("urnr-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that ends with the test.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    /// What it says goes to a file: a pipe that nobody reads would be waited for.
    pub(crate) fn start(folder: &Path, options: &[&str]) -> Process {
        let said = File::create(folder.join("said")).expect("a file");
        let mut command = Command::new(program());
        command.args(["--save", "", "--appendonly", "no", "--dir"]).arg(folder).args(options);
        command.stdin(Stdio::null()).stderr(said.try_clone().expect("a file")).stdout(said);
        Process(command.spawn().expect("the server starts"))
    }

    /// As if the machine had lost its power.
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// `STOP` and `CONT`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.expect("there is kill").success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// One server on a unix socket.
pub(crate) struct Single {
    pub(crate) process: Process,
    pub(crate) folder: Folder,
    options: Vec<String>,
}

impl Single {
    pub(crate) fn start(options: &[&str]) -> Single {
        let folder = Folder::new();
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        let process = Single::process(&folder, &options);
        let single = Single { process, folder, options };
        single.wait();
        single
    }

    fn process(folder: &Folder, options: &[String]) -> Process {
        let socket = folder.path("s").display().to_string();
        let mut all = vec!["--port", "0", "--unixsocket", &socket];
        all.extend(options.iter().map(String::as_str));
        Process::start(&folder.0, &all)
    }

    fn wait(&self) {
        until("a server answers", || {
            let connection = Client::open(self.url("")).expect("an address").get_connection();
            // One that wants a password answers as well.
            connection.is_ok_and(|mut connection| {
                !matches!(redis::cmd("PING").query::<Value>(&mut connection),
                    Err(error) if error.is_io_error())
            })
        });
    }

    /// Ends without a word, and comes back with nothing.
    pub(crate) fn restart(&mut self) {
        self.process.kill();
        let _ = fs::remove_file(self.folder.path("s"));
        self.process = Single::process(&self.folder, &self.options);
        self.wait();
    }

    pub(crate) fn url(&self, query: &str) -> String {
        format!("redis+unix://{}{query}", self.folder.path("s").display())
    }

    pub(crate) fn server(&self) -> Server {
        self.url("").parse().expect("an address")
    }

    /// A connection for what others do to the server.
    pub(crate) fn connection(&self) -> Connection {
        Client::open(self.url("")).expect("an address").get_connection().expect("a connection")
    }

    pub(crate) fn ask(&self, words: &[&str]) -> Value {
        let mut connection = self.connection();
        redis::cmd(words[0]).arg(&words[1..]).query(&mut connection).expect("an answer")
    }
}
