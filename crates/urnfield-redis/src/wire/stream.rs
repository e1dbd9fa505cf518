//! One connection: plain, through a unix socket or with TLS, let in with a password where the
//! address has one. No reply is waited for longer than is asked.

use crate::wire::command::Command;
use crate::wire::reply::{Failure, Reply};
use redis::{ConnectionAddr, ConnectionInfo};
use std::io::{self, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The bytes of a connection.
enum Stream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
    #[cfg(feature = "tls")]
    Tls(Box<rustls::StreamOwned<rustls::ClientConnection, TcpStream>>),
}

/// Why a connection was not made.
pub(crate) enum NotConnected {
    /// Nothing answers there, or something that is no server.
    Broken(io::Error),
    /// The server answers and refuses.
    Refused(Failure),
}

impl From<io::Error> for NotConnected {
    fn from(error: io::Error) -> NotConnected {
        NotConnected::Broken(error)
    }
}

/// A connection that commands can be sent over.
pub(crate) struct Connection {
    stream: BufReader<Stream>,
}

impl Connection {
    /// Connects, and lets itself in; `silence` is how long the server may take for each step.
    pub(crate) fn open(
        address: &ConnectionInfo,
        silence: Duration,
    ) -> Result<Connection, NotConnected> {
        let stream = Stream::open(address.addr(), silence)?;
        let mut connection = Connection { stream: BufReader::with_capacity(1 << 16, stream) };
        connection.set_silence(silence)?;
        let settings = address.redis_settings();
        let user = settings.username().map(str::as_bytes);
        let words = |words: &[&[u8]]| Command::words("", words);
        let mut greetings = Vec::new();
        if let Some(password) = settings.password().map(str::as_bytes) {
            greetings.push(match user {
                Some(user) => words(&[b"AUTH", user, password]),
                None => words(&[b"AUTH", password]),
            });
        }
        if settings.db() != 0 {
            greetings.push(words(&[b"SELECT", settings.db().to_string().as_bytes()]));
        }
        for greeting in greetings {
            if let Reply::Failed(failure) = connection.ask(&greeting)? {
                return Err(NotConnected::Refused(failure));
            }
        }
        Ok(connection)
    }

    /// Sets how long the server may be silent while it is waited for.
    pub(crate) fn set_silence(&mut self, silence: Duration) -> io::Result<()> {
        let silence = Some(silence);
        match self.stream.get_ref() {
            Stream::Tcp(tcp) => {
                tcp.set_read_timeout(silence)?;
                tcp.set_write_timeout(silence)
            }
            #[cfg(unix)]
            Stream::Unix(unix) => {
                unix.set_read_timeout(silence)?;
                unix.set_write_timeout(silence)
            }
            #[cfg(feature = "tls")]
            Stream::Tls(tls) => {
                tls.sock.set_read_timeout(silence)?;
                tls.sock.set_write_timeout(silence)
            }
        }
    }

    /// Sends commands.
    pub(crate) fn send(&mut self, commands: &[u8]) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(commands)?;
        stream.flush()
    }

    /// Receives the next reply.
    pub(crate) fn receive(&mut self) -> io::Result<Reply> {
        Reply::read(&mut self.stream)
    }

    /// Sends one command and receives its reply.
    pub(crate) fn ask(&mut self, command: &Command) -> io::Result<Reply> {
        let mut bytes = Vec::new();
        command.write(&mut bytes);
        self.send(&bytes)?;
        self.receive()
    }
}

impl Stream {
    fn open(address: &ConnectionAddr, silence: Duration) -> io::Result<Stream> {
        match address {
            ConnectionAddr::Tcp(host, port) => Ok(Stream::Tcp(tcp(host, *port, silence)?)),
            #[cfg(unix)]
            ConnectionAddr::Unix(path) => Ok(Stream::Unix(UnixStream::connect(path)?)),
            #[cfg(feature = "tls")]
            ConnectionAddr::TcpTls { host, port, insecure: false, .. } => {
                let tcp = tcp(host, *port, silence)?;
                tcp.set_read_timeout(Some(silence))?;
                tcp.set_write_timeout(Some(silence))?;
                tls(host, tcp)
            }
            _ => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "this program connects by TCP, a unix socket or TLS with certificates that are checked",
            )),
        }
    }
}

/// A connection to the first address of a host that answers.
fn tcp(host: &str, port: u16, silence: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "its host has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, silence) {
            Ok(tcp) => {
                tcp.set_nodelay(true)?;
                return Ok(tcp);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// TLS, with the certificates that the system trusts.
#[cfg(feature = "tls")]
fn tls(host: &str, mut tcp: TcpStream) -> io::Result<Stream> {
    use rustls::pki_types::ServerName;
    let invalid = |error: rustls::Error| io::Error::new(io::ErrorKind::InvalidInput, error);
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    if let Some(error) = found.errors.into_iter().next_back() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
    }
    for certificate in found.certs {
        roots.add(certificate).map_err(invalid)?;
    }
    let config = rustls::ClientConfig::builder().with_root_certificates(roots);
    let name = ServerName::try_from(host.to_owned())
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let config = std::sync::Arc::new(config.with_no_client_auth());
    let mut session = rustls::ClientConnection::new(config, name).map_err(invalid)?;
    while session.is_handshaking() {
        session.complete_io(&mut tcp)?;
    }
    Ok(Stream::Tls(Box::new(rustls::StreamOwned::new(session, tcp))))
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(tcp) => tcp.read(buffer),
            #[cfg(unix)]
            Stream::Unix(unix) => unix.read(buffer),
            #[cfg(feature = "tls")]
            Stream::Tls(tls) => tls.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(tcp) => tcp.write(bytes),
            #[cfg(unix)]
            Stream::Unix(unix) => unix.write(bytes),
            #[cfg(feature = "tls")]
            Stream::Tls(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Tcp(tcp) => tcp.flush(),
            #[cfg(unix)]
            Stream::Unix(unix) => unix.flush(),
            #[cfg(feature = "tls")]
            Stream::Tls(tls) => tls.flush(),
        }
    }
}
