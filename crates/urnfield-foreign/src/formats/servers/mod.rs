//! Filters of databases and servers.
//!
//! | file | format |
//! |---|---|
//! | `cassandra` | Apache Cassandra's `Filter.db` |
//! | `redisbloom` | RedisBloom's `BF.SCANDUMP`, its chunks one after another |
//! | `redis_rule` | RedisBloom's way from a key to positions |

pub(super) mod cassandra;
mod redis_rule;
pub(super) mod redisbloom;
