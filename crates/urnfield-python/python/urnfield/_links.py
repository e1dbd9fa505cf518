"""Commands to a server or a cluster, through the client somebody has: redis-py, valkey-py, or one that looks like them.

Every command that is sent here may be sent twice: that is how a failover is survived. A WAIT goes out in one pipeline
with the writes it is about, on one connection: on a connection made anew it would confirm nothing at all.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Sequence
from typing import Any

from ._errors import Error

_PAUSE = 0.1
_REDIRECTIONS = 16
_PASSING = {"TryAgainError", "ClusterDownError", "MasterDownError", "ReadOnlyError", "BusyLoadingError"}
_BROKEN = {"ConnectionError", "TimeoutError", "SlotNotCoveredError", "RedisClusterException", "ValkeyClusterException", "MasterNotFoundError"}


class SharedError(Error):
    """Anything that keeps a filter on a server from answering."""

    __module__ = "urnfield.redis"


class ServerUnreachable(SharedError, ConnectionError):
    """The server cannot be reached, or not any more."""

    __module__ = "urnfield.redis"


class ServerRefused(SharedError):
    """The server does not do what it is asked for."""

    __module__ = "urnfield.redis"


class Unconfirmed(SharedError):
    """Fewer replicas than wanted have confirmed a write."""

    __module__ = "urnfield.redis"


Command = tuple[str, tuple[Any, ...]]
"""The key that says where it goes, and its words."""


def _is(error: BaseException, names: set[str]) -> bool:
    """Whether it is one of these, of whichever library."""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _line(error: BaseException) -> str:
    """In one line, without a final stop."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(". ")


class Links:
    """A client, and how patiently it is used."""

    def __init__(self, client: Any, wait: int, patience: float) -> None:
        if not hasattr(client, "execute_command") or not hasattr(client, "pipeline"):
            raise TypeError(f"a filter on a server needs a client of redis-py or valkey-py, got {type(client).__name__}")
        if inspect.iscoroutinefunction(client.execute_command):
            raise TypeError("a filter on a server needs a client that is not asynchronous; use redis.Redis or valkey.Valkey")
        self.client, self.wait, self.patience = client, wait, patience
        self.is_cluster = hasattr(client, "nodes_manager")
        self.reached = False

    def name(self) -> str:
        """Where the server is; never who is let in."""
        if self.is_cluster:
            return "cluster:" + ",".join(sorted(self.client.nodes_manager.startup_nodes))
        where = getattr(getattr(self.client, "connection_pool", None), "connection_kwargs", {})
        database = f"/{where['db']}" if where.get("db") else ""
        if where.get("path"):
            return f"redis+unix://{where['path']}"
        if where.get("host"):
            return f"redis://{where['host']}:{where.get('port', 6379)}{database}"
        return "redis://?"

    def same_node(self, one: str, other: str) -> bool:
        """Whether one command may name both keys."""
        return not self.is_cluster or self.client.keyslot(one) == self.client.keyslot(other)

    def masters(self) -> list[Any]:
        """A client of every master."""
        if not self.is_cluster:
            return [self.client]
        return [self._client_of(node) for node in self.client.get_primaries()]

    def _client_of(self, node: Any) -> Any:
        """A node's own client: the libraries call it after themselves."""
        found = getattr(self.client, "get_redis_connection", None) or self.client.get_valkey_connection
        return found(node)

    def run(self, commands: Sequence[Command], *, wait: bool = False) -> list[Any]:
        """The replies in order; with `wait`, when as many replicas as were asked for have confirmed."""
        replies: dict[int, Any] = {}
        asked: dict[int, tuple[str, int]] = {}
        end, redirections = time.monotonic() + self.patience, 0
        while True:
            trouble = self._round(commands, wait and self.wait > 0, replies, asked)
            self.reached = self.reached or bool(replies)
            if len(replies) == len(commands):
                return [replies[i] for i in range(len(commands))]
            redirections += 1
            if trouble is None and redirections >= _REDIRECTIONS:
                trouble = ServerRefused(f"the server {self.name()} refuses: its nodes send commands to each other without end")
            if trouble is not None:
                redirections = 0
                # A wrong address is no failover.
                if time.monotonic() >= end or not self.reached:
                    raise trouble
                time.sleep(_PAUSE)
            if not asked:
                self._look_again()

    def _look_again(self) -> None:
        """After a failover: new connections, and where the slots are now. Where nobody knows, the next round says so."""
        try:
            if self.is_cluster:
                self.client.nodes_manager.initialize()
            else:
                self.client.connection_pool.disconnect()
        except Exception as error:
            if not _is(error, _BROKEN):
                raise ServerRefused(f"the server {self.name()} refuses: {_line(error)}") from None

    def _round(
        self, commands: Sequence[Command], wait: bool, replies: dict[int, Any], asked: dict[int, tuple[str, int]]
    ) -> SharedError | None:
        """Sends whatever has no reply yet; what went wrong and may be better in a while."""
        trouble: SharedError | None = None
        groups: dict[Any, tuple[Any, list[int]]] = {}
        for i in range(len(commands)):
            if i in replies:
                continue
            try:
                node = self._node(commands[i][0], asked.get(i))
            except Exception as error:
                trouble = self._trouble(error)
                continue
            groups.setdefault(id(node), (node, []))[1].append(i)
        for node, some in groups.values():
            again = self._send(node, commands, some, wait, replies, asked)
            trouble = again or trouble
        return trouble

    def _node(self, key: str, asked: tuple[str, int] | None) -> Any:
        if not self.is_cluster:
            return self.client
        node = self.client.get_node(*asked) if asked else self.client.get_node_from_key(key)
        if node is None:
            self.client.nodes_manager.initialize()
            node = self.client.get_node(*asked) if asked else self.client.get_node_from_key(key)
        if node is None:
            raise ServerRefused(f"the server {self.name()} refuses: no node of the cluster has {key}")
        return self._client_of(node)

    def _send(
        self,
        node: Any,
        commands: Sequence[Command],
        some: list[int],
        wait: bool,
        replies: dict[int, Any],
        asked: dict[int, tuple[str, int]],
    ) -> SharedError | None:
        pipe = node.pipeline(transaction=False)
        places: list[int | None] = []
        for i in some:
            if asked.pop(i, None):
                pipe.execute_command("ASKING")
                places.append(None)
            # Bits are no text, whatever else the client is used for.
            pipe.execute_command(*commands[i][1], NEVER_DECODE=True)
            places.append(i)
        if wait:
            pipe.execute_command("WAIT", self.wait, 1000)
        try:
            values = pipe.execute(raise_on_error=False)
        except Exception as error:
            return self._trouble(error)
        found: dict[int, Any] = {}
        trouble: SharedError | None = None
        for place, value in zip(places, values):
            if place is None:
                continue
            i = place
            if not isinstance(value, Exception):
                found[i] = value
            elif _is(value, {"MovedError"}):
                pass
            elif _is(value, {"AskError"}):
                told: Any = value
                asked[i] = (told.host, told.port)
            else:
                trouble = self._trouble(value)
        if wait:
            confirmed = values[-1]
            if isinstance(confirmed, Exception):
                if "replica" in str(confirmed):
                    # A node that a failover made a replica confirms nothing; whoever took over is asked again.
                    return trouble or ServerRefused(f"the server {self.name()} refuses: {_line(confirmed)}")
                return self._trouble(confirmed)
            if confirmed < self.wait:
                return Unconfirmed(
                    f"a write was confirmed by {confirmed} replicas where {self.wait} were asked for; the keys may be there, "
                    "so add them again when the replicas are back, or lower wait="
                )
        replies.update(found)
        return trouble

    def _trouble(self, error: Exception) -> SharedError:
        """What may pass is returned, anything else raised. Who is not let in need not wait."""
        if isinstance(error, SharedError):
            return error
        if _is(error, {"AuthenticationError", "AuthorizationError"}):
            raise ServerRefused(f"the server {self.name()} refuses: {_line(error)}") from None
        if _is(error, _PASSING):
            return ServerRefused(f"the server {self.name()} refuses: {_line(error)}")
        if _is(error, _BROKEN) or isinstance(error, OSError):
            return ServerUnreachable(f"the server {self.name()} cannot be reached: {_line(error)}; see whether it runs")
        raise ServerRefused(f"the server {self.name()} refuses: {_line(error)}") from None
