"""What servers lose is noticed; what is refused is refused in one sentence, and never with a password."""

import asyncio

import pytest
import redis
import redis.asyncio
from servers import Single

import urnfield as urn
from urnfield.redis import BrokenFilter, MissingFilter, ServerRefused, ServerUnreachable, SharedError, SharedFilter, TakenFilter, Unconfirmed

KEYS = [f"visitor-{i}" for i in range(1000)]
SHARD = "urn:{seen/1}:bits"


@pytest.fixture
def seen(client):
    made = SharedFilter.create(client, "seen", items=1000, fpr="1%", shard_bits=4096)
    made.add_many(KEYS)
    return made


def loses(how):
    def lose(client):
        if how == "deleted":
            client.delete(SHARD)
        elif how == "made anew":
            client.delete(SHARD)
            client.setbit(SHARD, 100, 1)
        elif how == "cut":
            client.execute_command("SET", SHARD, "short")
        elif how == "another's":
            SharedFilter.create(client, "other", items=1000, fpr="1%", shard_bits=4096)
            client.execute_command("COPY", "urn:{other/1}:bits", SHARD, "REPLACE")
        elif how == "dropped and created":
            SharedFilter.open(client, "seen").drop()
            SharedFilter.create(client, "seen", items=1000, fpr="1%", shard_bits=4096)

    return lose


@pytest.mark.parametrize("how", ["deleted", "made anew", "cut", "another's", "dropped and created"])
def test_a_lost_shard_is_noticed_whatever_is_asked(client, seen, how):
    loses(how)(client)
    strangers = [f"stranger {i}" for i in range(1000)]
    for ask in (
        lambda: seen.add_many(KEYS),
        lambda: seen.contains_many(KEYS),
        lambda: seen.contains_many(strangers),
        lambda: seen.add_many(["again", *KEYS]),
        seen.pull,
        seen.bits_set,
        seen.verify,
        lambda: seen.push(urn.Filter.for_items(1000, "1%")),
    ):
        with pytest.raises(BrokenFilter, match="a shard of seen is gone or belongs to another filter"):
            ask()
    if how != "dropped and created":
        whole = SharedFilter.create(client, "whole", items=1000, fpr="1%", shard_bits=4096)
        with pytest.raises(BrokenFilter, match="a shard of seen"):
            whole.union("seen")
        assert whole.bits_set() == 0


def test_a_server_that_has_saved_nothing_says_so(server, client, seen):
    server.restart()
    with pytest.raises(BrokenFilter):
        seen.contains_many(KEYS)
    with pytest.raises(MissingFilter, match="the server has no filter called seen"):
        SharedFilter.open(client, "seen")


def test_a_broken_connection_is_made_anew(server, client, seen):
    with server.client() as other:
        for _ in range(3):
            other.client_kill_filter(_type="normal", skipme=True)
            assert all(seen.contains_many(KEYS)) and seen.add_many(KEYS).count() == 0


def test_refusals_are_sentences(server, client, seen):
    with pytest.raises(TakenFilter, match="has a filter called seen already"):
        SharedFilter.create(client, "seen", items=10, fpr="1%")
    for name in ("", "a{b", "a\nb", "x" * 201):
        with pytest.raises(urn.DomainError, match="1 to 200 bytes, no braces"):
            SharedFilter.create(client, name, items=10, fpr="1%")
    for options in ({}, {"items": 10}, {"fpr": "1%"}):
        with pytest.raises(urn.DomainError, match="sized by items and fpr"):
            SharedFilter.create(client, "x", **options)
    with pytest.raises(urn.DomainError, match="power of two"):
        SharedFilter.create(client, "x", items=10, fpr="1%", shard_bits=5000)
    with pytest.raises(urn.DomainError, match="standard, classic, line or line-classic"):
        SharedFilter.create(client, "x", items=100, fpr="1%", kind="parquet")
    with pytest.raises(urn.MismatchError, match="a key opens a keyed filter only"):
        SharedFilter.open(client, "seen", key=b"sixteen secrets!")
    for text in ("2 standard", "1 standard 100 7 1 1 0 4096 0 00000000000000", "1 standard 0100 7 1 1 0 4096 0 0000000000000000", "x"):
        client.hset("urn:{foreign}:meta", "spec", text)
        with pytest.raises(SharedError, match="what is stored as foreign is no filter of this version"):
            SharedFilter.open(client, "foreign")
    client.set("urn:{text}:meta", "no hash")
    with pytest.raises(ServerRefused, match="refuses: WRONGTYPE"):
        SharedFilter.open(client, "text")
    with pytest.raises(TypeError, match="needs a client of redis-py or valkey-py, got str"):
        SharedFilter.open("redis://localhost", "seen")
    later = redis.asyncio.Redis(unix_socket_path=str(server.socket))
    with pytest.raises(TypeError, match="not asynchronous"):
        SharedFilter.open(later, "seen")
    asyncio.run(later.aclose())
    with pytest.raises(Unconfirmed, match="confirmed by 0 replicas where 1 were asked for"):
        SharedFilter.open(client, "seen", wait=1, patience=0).add("x")


def test_no_message_shows_a_password():
    server = Single("--requirepass", "s3cret")
    try:
        with server.client(password="s3cret") as client:
            made = SharedFilter.create(client, "seen", items=10, fpr="1%")
            assert "s3cret" not in repr(made) + str(made.info())
        for password in (None, "wr0ng"):
            with server.client(password=password) as client, pytest.raises(ServerRefused) as refused:
                SharedFilter.open(client, "seen")
            assert "s3cret" not in str(refused.value) and "wr0ng" not in str(refused.value)
            assert refused.value.__cause__ is None and "\n" not in str(refused.value)
    finally:
        server.stop()
    for away in (
        redis.Redis(port=1, username="alice", password="s3cret", retry=None),
        redis.Redis.from_url("redis://alice:s3cret@127.0.0.1:1/2", retry=None),
    ):
        with pytest.raises(ServerUnreachable, match=r"the server redis://.*:1.* cannot be reached") as refused:
            SharedFilter.open(away, "seen")
        assert "s3cret" not in str(refused.value) and "alice" not in str(refused.value)
        assert isinstance(refused.value, ConnectionError)


def test_a_filter_that_finds_no_room_leaves_nothing_behind():
    server = Single("--maxmemory", "24mb", "--maxmemory-policy", "noeviction")
    try:
        with server.client() as client:
            with pytest.raises(ServerRefused, match="maxmemory"):
                SharedFilter.create(client, "seen", design=urn.Design(2**29, 7))
            assert client.dbsize() == 0
            # So a smaller one of the same name can be made.
            assert SharedFilter.create(client, "seen", items=1000, fpr="1%").add("amphora")
    finally:
        server.stop()
