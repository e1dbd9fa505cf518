//! Servers that speak TLS alone, with certificates made for the test. Needs `--features tls`, and `openssl`.
#![cfg(feature = "tls")]

mod servers;

use servers::{Folder, Process, free_port, until};
use std::fs;
use std::process::{Command, Output};
use urnfield::Filter;
use urnfield::filter::Packing;

/// An authority, and a server that it calls `localhost`.
const CERTIFICATES: &str = "
new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 $new -keyout ca.key -out ca.crt -days 2 -subj /CN=authority
openssl req -x509 $new -keyout other.key -out other.crt -days 2 -subj /CN=another
openssl req $new -keyout server.key -out server.csr -subj /CN=localhost
printf 'subjectAltName=DNS:localhost' > names
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt
";

struct Secured {
    _process: Process,
    folder: Folder,
    port: u16,
}

impl Secured {
    fn start(options: &[&str]) -> Secured {
        let (folder, port) = (Folder::new(), free_port());
        let mut make = Command::new("sh");
        let made = make.args(["-ec", CERTIFICATES]).current_dir(&folder.0).output();
        let made = made.expect("there is a shell");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let file = |name: &str| folder.path(name).display().to_string();
        let (port_word, names) =
            (port.to_string(), ["ca.crt", "server.crt", "server.key"].map(file));
        let mut all = vec!["--port", "0", "--tls-port", &port_word, "--bind", "127.0.0.1"];
        all.extend(["--tls-ca-cert-file", &names[0], "--tls-cert-file", &names[1]]);
        all.extend(["--tls-key-file", &names[2], "--tls-auth-clients", "no"]);
        all.extend(["--requirepass", "s3cret"]);
        all.extend(options);
        let process = Process::start(&folder.0, &all);
        let secured = Secured { _process: process, folder, port };
        fs::write(secured.folder.path("pass"), "s3cret\n").expect("a file");
        secured
    }

    /// The program with the authorities that it trusts.
    fn run(&self, trusted: &str, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield-redis"));
        let words = words.replace("PORT", &self.port.to_string());
        command.args(words.split(' ')).current_dir(&self.folder.0);
        command.env("SSL_CERT_FILE", self.folder.path(trusted)).env_remove("SSL_CERT_DIR");
        command.output().expect("it runs")
    }

    fn good(&self, words: &str) -> String {
        let output = self.run("ca.crt", words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What is added through TLS is the library's file.
    fn is_the_librarys(&self, server: &str) {
        let words: String = (0..2_000).map(|i| format!("word {i}\n")).collect();
        fs::write(self.folder.path("words.txt"), &words).expect("a file");
        let create = format!("create seen --items 2000 --fpr 1% --server {server}");
        until("the server answers", || self.run("ca.crt", &create).status.success());
        self.good(&format!("add seen words.txt --server {server}"));
        assert_eq!(self.good(&format!("check seen words.txt --server {server}")), words);
        self.good(&format!("pull seen -o pulled.urn --server {server}"));
        let mut filter = Filter::for_items(2_000, "1%").expect("a plan");
        filter.insert_all(&words.lines().collect::<Vec<_>>());
        let pulled = fs::read(self.folder.path("pulled.urn")).expect("a file");
        assert!(pulled == filter.to_bytes(Packing::Raw));
    }
}

#[test]
fn a_server_with_tls_has_the_bits_of_the_library() {
    let secured = Secured::start(&[]);
    secured.is_the_librarys("rediss://:s3cret@localhost:PORT");
    secured.good("info seen --server rediss://localhost:PORT --pass-file pass");
    // Who is not who it should be is not spoken to; and nobody is told a password.
    for (trusted, server) in [
        ("other.crt", "rediss://:s3cret@localhost:PORT"),
        ("ca.crt", "rediss://:s3cret@127.0.0.1:PORT"),
        ("ca.crt", "rediss://:wr0ng@localhost:PORT"),
        ("ca.crt", "redis://:s3cret@localhost:PORT"),
    ] {
        let output = secured.run(trusted, &format!("info seen --server {server} --patience 0"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{server}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(output.stdout.is_empty() && said.starts_with("urnfield redis: "), "{said}");
        assert!(!said.contains("s3cret") && !said.contains("wr0ng"), "{said}");
    }
}

#[test]
fn the_nodes_of_a_cluster_are_spoken_to_with_tls_too() {
    let options = ["--cluster-enabled", "yes", "--tls-cluster", "yes", "--tls-replication", "yes"];
    let secured = Secured::start(&options);
    // It calls itself by the name of its certificate.
    let mut cli = Command::new("sh");
    let slots = format!(
        "printf 'AUTH s3cret\\r\\nCLUSTER ADDSLOTSRANGE 0 16383\\r\\n\
         CONFIG SET cluster-announce-hostname localhost cluster-preferred-endpoint-type hostname\\r\\nQUIT\\r\\n' \
         | openssl s_client -quiet -connect 127.0.0.1:{} -CAfile ca.crt",
        secured.port
    );
    cli.args(["-c", &slots]).current_dir(&secured.folder.0);
    until("the node has all slots", || {
        let said = cli.output().expect("there is a shell");
        String::from_utf8_lossy(&said.stdout).contains("already busy")
    });
    secured.is_the_librarys("cluster:rediss://:s3cret@localhost:PORT");
}
