"""Processor time and memory of a process."""

import os
import resource
from pathlib import Path


def memory(pid: int) -> int:
    """Return the resident memory in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def all_memory(pid: int) -> int:
    """Return the memory in bytes of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return memory(pid) + sum(memory(int(child)) for child in children)


def cpu(pid: int) -> float:
    """Return the processor time in seconds of the process and of the workers and the bus that it
    started.
    """
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _own_cpu(pid) + sum(_own_cpu(int(child)) for child in children)


def _own_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
