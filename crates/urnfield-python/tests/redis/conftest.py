"""Servers and clients that the tests share."""

import sys
from pathlib import Path

import pytest
import redis
import valkey

sys.path.insert(0, str(Path(__file__).parent))

from servers import Cluster, Single  # noqa: E402


@pytest.fixture
def server():
    made = Single()
    yield made
    made.stop()


@pytest.fixture(params=["redis", "redis, decoding", "valkey"])
def client(request, server):
    """Every client that people have."""
    library = valkey.Valkey if request.param == "valkey" else redis.Redis
    with server.client(library, decode_responses="decoding" in request.param) as made:
        yield made


@pytest.fixture(scope="module")
def cluster():
    made = Cluster()
    yield made
    made.stop()
