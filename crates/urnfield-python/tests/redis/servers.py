"""Real servers: one on a unix socket, or a cluster of six on loopback. ``URNFIELD_REDIS_SERVER`` names the program."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import redis
import valkey

PROGRAM = os.environ.get("URNFIELD_REDIS_SERVER", "redis-server")
SHELL = os.environ["URNFIELD_SHELL"]


def until(what, happened):
    """Waits for something that is bound to happen; the limit only ends a test that has failed."""
    end = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.02)


def answers(client):
    try:
        return bool(client.ping())
    except (redis.AuthenticationError, redis.ResponseError):
        return True
    except redis.RedisError:
        return False


class Process:
    """A server that was started here; what it says goes to a file."""

    def __init__(self, folder, *options):
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "said", "ab") as said:
            words = [PROGRAM, "--save", "", "--appendonly", "no", "--dir", str(folder), *map(str, options)]
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Single:
    """One server. Sockets have short names only, so its folder is a temporary one."""

    def __init__(self, *options):
        self.folder, self.options = Path(tempfile.mkdtemp(prefix="urnp-")), options
        self.socket = self.folder / "s"
        self.start()

    def start(self):
        self.process = Process(self.folder, "--port", 0, "--unixsocket", self.socket, *self.options)
        with self.client() as client:
            until("a server answers", lambda: answers(client))

    def restart(self):
        self.process.kill()
        self.socket.unlink(missing_ok=True)
        self.start()

    def client(self, library=redis.Redis, **options):
        return library(unix_socket_path=str(self.socket), **options)

    def stop(self):
        self.process.kill()
        shutil.rmtree(self.folder)

    def shell(self, *words, stdin=b""):
        """``urnfield redis`` on this server."""
        environment = {**os.environ, "URNFIELD_REDIS": f"redis+unix://{self.socket}"}
        done = subprocess.run([SHELL, "redis", *map(str, words)], input=stdin, capture_output=True, env=environment, check=False)
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.stdout


def free_port():
    """Together with the one that nodes talk to each other on."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            try:
                if port < 55_536:
                    other.bind(("127.0.0.1", port + 10_000))
                    return port
            except OSError:
                pass


class Cluster:
    """Three masters, then their replicas: that of node i is node i + 3."""

    def __init__(self):
        self.folder, self.ports, self.nodes = Path(tempfile.mkdtemp(prefix="urnp-")), [], []
        while len(self.nodes) < 6:
            self.ports.append(free_port())
            self.nodes.append(self.start(self.ports[-1]))
        for i in range(6):
            until("a node answers", lambda i=i: answers(self.node(i)))
            self.ask(i, "CLUSTER SET-CONFIG-EPOCH", i + 1)
        for i, (first, last) in enumerate([(0, 5460), (5461, 10922), (10923, 16383)]):
            self.ask(i, "CLUSTER ADDSLOTSRANGE", first, last)
        for port in self.ports[1:]:
            self.ask(0, "CLUSTER MEET", "127.0.0.1", port)
        for i in range(6):
            until("all know each other", lambda i=i: self.state(i).get("cluster_known_nodes") == "6")
        for i in range(3):
            until("a replica is told", lambda i=i: self.replicate(i))
        self.is_whole()

    def start(self, port):
        return Process(
            self.folder / str(port), "--port", port, "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf",
            "--cluster-node-timeout", 2000, "--cluster-replica-validity-factor", 0, "--repl-diskless-sync-delay", 0,
        )  # fmt: skip

    def node(self, i):
        return redis.Redis(port=self.ports[i], retry=None)

    def ask(self, i, *words):
        with self.node(i) as node:
            return node.execute_command(*words)

    def state(self, i):
        told = self.ask(i, "CLUSTER INFO")
        return told if isinstance(told, dict) else dict(line.split(":") for line in told.decode().split())

    def replicate(self, i):
        name = self.ask(i, "CLUSTER MYID")
        try:
            return self.ask(i + 3, "CLUSTER REPLICATE", name)
        except redis.RedisError:
            return False

    def replication(self, i):
        with self.node(i) as node:
            return node.info("replication")

    def is_whole(self):
        for i in range(6):
            until("the cluster is up", lambda i=i: self.state(i)["cluster_state"] == "ok")
        follows = lambda i: self.replication(i).get("master_link_status") == "up"  # noqa: E731
        until("replicas follow", lambda: sum(follows(i) for i in range(6)) == 3)
        online = lambda i: (self.replication(i).get("slave0") or {}).get("state") == "online"  # noqa: E731
        until("masters know it", lambda: sum(online(i) for i in range(6)) == 3)

    def is_master(self, i):
        try:
            return self.replication(i)["role"] == "master"
        except redis.RedisError:
            return False

    def master_of(self, key):
        def has(i):
            with self.node(i) as node:
                try:
                    return self.is_master(i) and node.exists(key)
                except redis.RedisError:
                    return False

        return next(i for i in range(6) if has(i))

    def client(self, library=redis.RedisCluster, **options):
        node = redis.cluster.ClusterNode if library is redis.RedisCluster else valkey.cluster.ClusterNode
        return library(startup_nodes=[node("127.0.0.1", port) for port in self.ports], **options)

    def address(self):
        return "cluster:" + ",".join(f"127.0.0.1:{port}" for port in self.ports)

    def stop(self):
        for node in self.nodes:
            node.kill()
        shutil.rmtree(self.folder)
