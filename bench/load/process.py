"""What a process uses: processor time and memory."""

import os
import resource
from pathlib import Path


def memory(pid: int) -> int:
    """Bytes it really holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def all_memory(pid: int) -> int:
    """Of a process and those that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return memory(pid) + sum(memory(int(child)) for child in children)


def cpu(pid: int) -> float:
    """Seconds of its processor, and of the workers and the bus that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _own_cpu(pid) + sum(_own_cpu(int(child)) for child in children)


def _own_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
