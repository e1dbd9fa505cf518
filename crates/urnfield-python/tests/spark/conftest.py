"""A real standalone cluster on loopback: a master and two workers of one core each."""

import functools
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROJECT = Path(os.environ["URNFIELD_PROJECT"])
SHELL = os.environ["URNFIELD_SHELL"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    """Processes that were started here, each in a group of its own, so that exactly these are ended."""

    def __init__(self, folder):
        import pyspark

        self.home, self.folder, self.workers = Path(pyspark.__file__).parent, folder, []
        self.port, self.count = free_port(), 0
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_WORKER_DIR": str(folder / "work"),
            "PYSPARK_PYTHON": sys.executable,
        }
        self.url = f"spark://127.0.0.1:{self.port}"
        self.master = self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", self.port, "--webui-port", free_port())
        self.wait_for("master", "I have been elected leader", 1)

    def start(self, name, *words):
        words = [str(self.home / "bin/spark-class"), *map(str, words)]
        with open(self.folder / f"{name}.log", "wb") as log:
            return subprocess.Popen(words, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def wait_for(self, name, words, times):
        end = time.time() + 120
        while (self.folder / f"{name}.log").read_text(errors="replace").count(words) < times:
            assert time.time() < end, (self.folder / f"{name}.log").read_text()[-3000:]
            time.sleep(0.2)

    def add_worker(self):
        self.count += 1
        # Each on a host of its own: Spark never runs a task twice on one.
        host = f"127.0.0.{self.count + 1}"
        words = ["org.apache.spark.deploy.worker.Worker", "--cores", 1, "--memory", "1200m", "--host", host, "--webui-port", free_port(), self.url]
        self.workers.append(self.start(f"worker{self.count}", *words))
        self.wait_for("master", "Registering worker", self.count)

    def kill_worker(self):
        """A worker and everything that it has started; which processes that were."""
        worker = self.workers.pop(0)
        gone = children(worker.pid)
        for child in gone:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        worker.kill()
        worker.wait()
        return gone

    def stop(self):
        for process in [*self.workers, self.master]:
            for child in children(process.pid):
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.kill()
            process.wait()


def children(pid):
    """All that a process has started, and they."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children") if Path(f"/proc/{pid}").exists() else []:
        for child in task.read_text().split():
            found += [*children(int(child)), int(child)]
    return found


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    if shutil.which("java") is None:
        pytest.fail("the tests of Spark need Java")
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        made.add_worker()
        made.add_worker()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="session")
def spark(cluster):
    from pyspark.sql import SparkSession

    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    session = (
        SparkSession.builder.master(cluster.url)
        .appName("urnfield")
        .config("spark.executor.memory", "900m")
        .config("spark.executor.cores", "1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.maxResultSize", "2g")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
        .config("spark.speculation", "true")
        .config("spark.speculation.multiplier", "1.1")
        .config("spark.speculation.quantile", "0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def build_by_shell(tmp_path_factory):
    """The bytes that the shell makes of keys."""
    folder = tmp_path_factory.mktemp("shell")

    @functools.cache
    def build(count, *words):
        """Of the first keys, once for all tests that want the same."""
        text, file = folder / "keys.txt", folder / "keys.urn"
        text.write_text("".join(f"visitor-{i}\n" for i in range(count)))
        done = subprocess.run([SHELL, "build", text, "-o", file, "--force", *map(str, words)], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return file.read_bytes()

    return build
