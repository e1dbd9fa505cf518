//! Questions on stdin, one address to a line, `law/balls?urns=365&balls=23`; their answers on stdout, one JSON object
//! to a line, in the same order. What has no answer is `{"refused":"…"}`. For programs that ask very many.

use std::io::{self, BufRead, Write};
use urnfield_answers::{Asked, Written};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = Asked::from_address(&line?).and_then(|asked| asked.answer(Written::Json));
        match answer {
            Ok(json) => writeln!(out, "{}", json.trim_end())?,
            Err(refused) => writeln!(out, "{{\"refused\":{:?}}}", refused.to_string())?,
        }
        out.flush()?;
    }
    Ok(())
}
