"""Shards on three masters, and a master that dies."""

import subprocess
import threading
import time

import pytest
import redis
import valkey
from servers import SHELL, until

import urnfield as urn
from urnfield.redis import SharedFilter

KEYS = [f"key {i}" for i in range(20_000)]


@pytest.mark.parametrize("library", [redis.RedisCluster, valkey.ValkeyCluster])
def test_a_cluster_has_the_bits_of_the_library(cluster, library):
    client = cluster.client(library)
    name = library.__name__
    one = SharedFilter.create(client, name, items=100_000, fpr="1%", shard_bits=2**17, wait=1)
    mine = urn.Filter.for_items(100_000, "1%")
    assert one.add_many(KEYS).to_list() == mine.new_among(KEYS).to_list()
    assert one.pull() == mine and all(one.contains_many(KEYS))
    masters = {cluster.master_of(f"urn:{{{name}/{i}}}:bits") for i in range(8)}
    assert len(masters) == 3
    # Shards of two filters are on different nodes.
    two = SharedFilter.create(client, name + " two", items=100_000, fpr="1%", shard_bits=2**17)
    other = urn.Filter.for_items(100_000, "1%")
    two.add_many(KEYS[:5_000] + ["another"])
    other.update(KEYS[:5_000] + ["another"])
    two.union(name)
    assert two.pull() == other | mine
    two.intersect(name)
    assert two.pull() == (other | mine) & mine and two.is_intersection
    words = [SHELL, "redis", "pull", name, "-o", "-", "--server", cluster.address()]
    assert subprocess.run(words, capture_output=True, check=True).stdout == mine.to_bytes()
    assert one.info()["shards"] == 8
    two.drop()
    one.drop()
    client.close()


def test_what_was_confirmed_survives_a_master(cluster):
    client = cluster.client()
    made = SharedFilter.create(client, "with", items=200_000, fpr="1%", shard_bits=2**18, wait=1, patience=100)
    added, failed = [], []

    def add():
        try:
            for start in range(0, 60_000, 300):
                some = [f"offered once {i}" for i in range(start, start + 300)]
                made.add_many(some)
                added.extend(some)
                time.sleep(0.005)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=add)
    thread.start()
    time.sleep(0.7)
    victim = cluster.master_of("urn:{with/0}:bits")
    cluster.nodes[victim].kill()
    replica = (victim + 3) % 6
    until("a replica takes over", lambda: cluster.is_master(replica))
    # WAIT is confirmed again when there is a replica again.
    cluster.nodes[victim] = cluster.start(cluster.ports[victim])
    thread.join()
    assert not failed, failed
    cluster.is_whole()
    made.verify()
    assert len(added) == 60_000 and made.contains_many(added).count() == 60_000
    with cluster.client(redis.RedisCluster) as later:
        assert SharedFilter.open(later, "with").contains_many(added).count() == 60_000
    client.close()
