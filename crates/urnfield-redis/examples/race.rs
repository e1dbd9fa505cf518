//! Ways to keep a Bloom filter on a server, side by side in one run: sealed commands as this crate sends
//! them, single bits in a pipeline, and a script. The same client library, keys, positions and batches
//! of 500 keys. Prints CSV; `race ADDRESS [KEYS] [ROUNDS]`.

use redis::{Client, Connection, Value};
use std::time::Instant;
use urnfield::filter::positions;
use urnfield::{AnyDesign, Filter};
use urnfield_redis::{Server, Shared};

const BATCH: usize = 500;

/// Positions come packed, four bytes each; k of them are a key. What others do who use scripts.
const SCRIPT: &str = "\
local key, k, doing, packed = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local answers = {}
local n = string.len(packed) / 4 / k
for i = 0, n - 1 do
  local all = 1
  for j = 0, k - 1 do
    local p = struct.unpack('>I4', packed, (i * k + j) * 4 + 1)
    if doing == 'add' then
      if redis.call('SETBIT', key, p, 1) == 0 then all = 0 end
    elseif redis.call('GETBIT', key, p) == 0 then
      all = 0
      break
    end
  end
  answers[i + 1] = all
end
return answers";

struct Race {
    connection: Connection,
    design: AnyDesign,
    digester: urnfield::filter::Digester,
    sha: String,
}

impl Race {
    fn positions(&self, keys: &[String]) -> Vec<u64> {
        let of = |key| positions(self.design, self.digester.digest(key)).expect("few");
        keys.iter().flat_map(of).collect()
    }

    fn single_bits(&mut self, keys: &[String], add: bool) -> Vec<bool> {
        let mut pipe = redis::pipe();
        for position in self.positions(keys) {
            match add {
                true => pipe.cmd("SETBIT").arg("bits").arg(position).arg(1),
                false => pipe.cmd("GETBIT").arg("bits").arg(position),
            };
        }
        let found: Vec<u8> = pipe.query(&mut self.connection).expect("answers");
        found
            .chunks(self.design.hashes() as usize)
            .map(|bits| bits.iter().all(|bit| *bit == 1))
            .collect()
    }

    fn script(&mut self, keys: &[String], add: bool) -> Vec<bool> {
        let packed: Vec<u8> =
            self.positions(keys).into_iter().flat_map(|p| (p as u32).to_be_bytes()).collect();
        let mut command = redis::cmd("EVALSHA");
        command.arg(&self.sha).arg(1).arg("scripted").arg(self.design.hashes());
        command.arg(if add { "add" } else { "check" }).arg(packed);
        let found: Vec<u8> = command.query(&mut self.connection).expect("answers");
        found.into_iter().map(|all| all == 1).collect()
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let address = words.next().expect("the address of a server of your own");
    let keys: u64 = words.next().map_or(300_000, |keys| keys.parse().expect("a number"));
    let rounds: u32 = words.next().map_or(5, |rounds| rounds.parse().expect("a number"));
    let server: Server = address.parse().expect("an address");
    let design = Filter::for_items(1_000_000, "1%").expect("a plan").design();
    let mut connection =
        Client::open(address).expect("an address").get_connection().expect("a server");
    let _: () = redis::cmd("FLUSHALL").query(&mut connection).expect("it is ours");
    let sha =
        redis::cmd("SCRIPT").arg("LOAD").arg(SCRIPT).query(&mut connection).expect("a script");
    let info: String = redis::cmd("INFO").arg("server").query(&mut connection).expect("told");
    let version =
        |field: &str| info.lines().find_map(|line| line.strip_prefix(field)).map(str::trim);
    let version = version("valkey_version:")
        .map(|v| format!("valkey {v}"))
        .unwrap_or_else(|| format!("redis {}", version("redis_version:").unwrap_or("?")));
    let mut shared = Shared::create(&server, "sealed", design, 0, 1_000_000).expect("made");
    let digester = shared.digester().expect("no key");
    let mut race = Race { connection, design, digester, sha };
    let members: Vec<String> = (0..keys).map(|i| format!("member {i}")).collect();
    let strangers: Vec<String> = (0..keys).map(|i| format!("stranger {i}")).collect();
    println!("server,way,job,keys,seconds,keys_per_second");
    for _ in 0..rounds {
        let _: Value = redis::cmd("DEL")
            .arg("bits")
            .arg("scripted")
            .query(&mut race.connection)
            .expect("gone");
        Shared::open(&server, "sealed", None).and_then(Shared::drop_it).expect("dropped");
        shared = Shared::create(&server, "sealed", design, 0, 1_000_000).expect("made");
        for (job, keys, add) in [
            ("add", &members, true),
            ("check members", &members, false),
            ("check strangers", &strangers, false),
        ] {
            let tell = |way: &str, run: &mut dyn FnMut(&[String]) -> usize| {
                let began = Instant::now();
                let yes: usize = keys.chunks(BATCH).map(run).sum();
                let seconds = began.elapsed().as_secs_f64();
                println!(
                    "{version},{way},{job},{},{seconds:.3},{:.0}",
                    keys.len(),
                    keys.len() as f64 / seconds
                );
                yes
            };
            let count = |answers: Vec<bool>| answers.into_iter().filter(|yes| *yes).count();
            let sealed = tell("sealed", &mut |some| match add {
                true => some.len() - count(shared.add_all(some).expect("added")),
                false => count(shared.contains_all(some).expect("asked")),
            });
            let single = tell("single bits", &mut |some| count(race.single_bits(some, add)));
            let script = tell("script", &mut |some| count(race.script(some, add)));
            assert_eq!((sealed, sealed), (single, script), "all say the same");
        }
    }
}
