//! `serve`: where the page is to be found.

use clap::Args;
use urnfield_answers::read;

pub(crate) const EXAMPLES: &str = "\
The page asks the same questions as this program, in a browser, and answers them
there: nothing is sent anywhere. Only this machine can reach it. The address is
on stdout; Ctrl-C ends it.

Examples:
  urnfield serve --open
  urnfield serve --port 8080";

/// Where the page is to be found, and by whom.
#[derive(Args)]
pub(crate) struct Serve {
    /// The port to listen on [default: a free one]
    #[arg(long, value_name = "P", value_parser = port, allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,
    /// Open it in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

fn port(text: &str) -> Result<u16, urnfield::Error> {
    let wrong = || urnfield::Error::Domain {
        rule: "a port is a number from 1 to 65535",
        got: read::shown(text),
    };
    match read::count(text).map(u16::try_from) {
        Ok(Ok(port @ 1..)) => Ok(port),
        _ => Err(wrong()),
    }
}
