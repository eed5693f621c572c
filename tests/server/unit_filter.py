"""Applies the system call filter of deploy/pokermasa.service to this process.

Groups (`@resources`) are expanded by `systemd-analyze syscall-filter`. Without it, @resources and
@privileged are the lists below, and @system-service is every system call. Numbers are those of
x86-64; on other machines `is_supported` is False.

    python -m tests.server.unit_filter UNIT 'print(1)'     # run Python code under the filter
"""

import ctypes
import platform
import shutil
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path

UNIT = Path(__file__).parent.parent.parent / "deploy" / "pokermasa.service"
GROUPS = {
    "@resources": """
        ioprio_set mbind migrate_pages move_pages sched_setaffinity sched_setattr sched_setparam
        sched_setscheduler set_mempolicy set_mempolicy_home_node setpriority setrlimit
    """,
    "@privileged": """
        @chown @module @raw-io @reboot @swap _sysctl acct adjtimex bpf capset chroot clock_adjtime
        clock_settime fanotify_init fanotify_mark nfsservctl open_by_handle_at pivot_root quotactl
        quotactl_fd setdomainname setfsuid setgroups sethostname setresuid setreuid setuid
        settimeofday vhangup
    """,
    "@chown": "chown fchown fchownat lchown",
    "@module": "delete_module finit_module init_module",
    "@raw-io": "ioperm iopl",
    "@reboot": "kexec_file_load kexec_load reboot",
    "@swap": "swapoff swapon",
}
"""Groups for machines without systemd-analyze. There, all other groups contain every system call.
"""
NAMES = """
    read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction
    rt_sigprocmask rt_sigreturn ioctl pread64 pwrite64 readv writev access pipe select sched_yield
    mremap msync mincore madvise shmget shmat shmctl dup dup2 pause nanosleep getitimer alarm
    setitimer getpid sendfile socket connect accept sendto recvfrom sendmsg recvmsg shutdown bind
    listen getsockname getpeername socketpair setsockopt getsockopt clone fork vfork execve exit
    wait4 kill uname semget semop semctl shmdt msgget msgsnd msgrcv msgctl fcntl flock fsync
    fdatasync truncate ftruncate getdents getcwd chdir fchdir rename mkdir rmdir creat link unlink
    symlink readlink chmod fchmod chown fchown lchown umask gettimeofday getrlimit getrusage sysinfo
    times ptrace getuid syslog getgid setuid setgid geteuid getegid setpgid getppid getpgrp setsid
    setreuid setregid getgroups setgroups setresuid getresuid setresgid getresgid getpgid setfsuid
    setfsgid getsid capget capset rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend
    sigaltstack utime mknod uselib personality ustat statfs fstatfs sysfs getpriority setpriority
    sched_setparam sched_getparam sched_setscheduler sched_getscheduler sched_get_priority_max
    sched_get_priority_min sched_rr_get_interval mlock munlock mlockall munlockall vhangup
    modify_ldt pivot_root _sysctl prctl arch_prctl adjtimex setrlimit chroot sync acct settimeofday
    mount umount2 swapon swapoff reboot sethostname setdomainname iopl ioperm create_module
    init_module delete_module get_kernel_syms query_module quotactl nfsservctl getpmsg putpmsg
    afs_syscall tuxcall security gettid readahead setxattr lsetxattr fsetxattr getxattr lgetxattr
    fgetxattr listxattr llistxattr flistxattr removexattr lremovexattr fremovexattr tkill time futex
    sched_setaffinity sched_getaffinity set_thread_area io_setup io_destroy io_getevents io_submit
    io_cancel get_thread_area lookup_dcookie epoll_create epoll_ctl_old epoll_wait_old
    remap_file_pages getdents64 set_tid_address restart_syscall semtimedop fadvise64 timer_create
    timer_settime timer_gettime timer_getoverrun timer_delete clock_settime clock_gettime
    clock_getres clock_nanosleep exit_group epoll_wait epoll_ctl tgkill utimes vserver mbind
    set_mempolicy get_mempolicy mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify
    mq_getsetattr kexec_load waitid add_key request_key keyctl ioprio_set ioprio_get inotify_init
    inotify_add_watch inotify_rm_watch migrate_pages openat mkdirat mknodat fchownat futimesat
    newfstatat unlinkat renameat linkat symlinkat readlinkat fchmodat faccessat pselect6 ppoll
    unshare set_robust_list get_robust_list splice tee sync_file_range vmsplice move_pages utimensat
    epoll_pwait signalfd timerfd_create eventfd fallocate timerfd_settime timerfd_gettime accept4
    signalfd4 eventfd2 epoll_create1 dup3 pipe2 inotify_init1 preadv pwritev rt_tgsigqueueinfo
    perf_event_open recvmmsg fanotify_init fanotify_mark prlimit64 name_to_handle_at
    open_by_handle_at clock_adjtime syncfs sendmmsg setns getcpu process_vm_readv process_vm_writev
    kcmp finit_module sched_setattr sched_getattr renameat2 seccomp getrandom memfd_create
    kexec_file_load bpf execveat userfaultfd membarrier mlock2 copy_file_range preadv2 pwritev2
    pkey_mprotect pkey_alloc pkey_free statx io_pgetevents rseq
"""
"""Names of the system calls of x86-64, from number 0 on."""
LATER = """
    pidfd_send_signal io_uring_setup io_uring_enter io_uring_register open_tree move_mount fsopen
    fsconfig fsmount fspick pidfd_open clone3 close_range openat2 pidfd_getfd faccessat2
    process_madvise epoll_pwait2 mount_setattr quotactl_fd landlock_create_ruleset landlock_add_rule
    landlock_restrict_self memfd_secret process_mrelease futex_waitv set_mempolicy_home_node
"""
"""Names of the system calls from number 424 on."""
NUMBERS = {name: number for number, name in enumerate(NAMES.split())} | {
    name: 424 + number for number, name in enumerate(LATER.split())
}
FORBIDDEN = 0x00050000 | 1
"""Result for a forbidden call: EPERM, as SystemCallErrorNumber of the unit requires."""


def is_supported() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


@cache
def members(group: str) -> frozenset[str]:
    """Names of the system calls of *group*, or of one system call."""
    if not group.startswith("@"):
        return frozenset({group})
    if shutil.which("systemd-analyze"):
        said = subprocess.run(
            ["systemd-analyze", "syscall-filter", "--no-pager", group],
            capture_output=True,
            check=True,
            text=True,
        ).stdout.splitlines()
        arguments = [line.strip() for line in said if line.startswith("    ")]
        names = [word for word in arguments if not word.startswith("#")]
    elif group in GROUPS:
        names = GROUPS[group].split()
    else:
        return frozenset(NUMBERS)
    return frozenset().union(*map(members, names))


def allowed(unit: str) -> set[str]:
    """Return the names of the system calls that the `SystemCallFilter=` lines of *unit* allow. The
    lines are read in order; the first one lists either what is allowed or (with `~`) what is not.
    """
    lines = [
        line.partition("=")[2] for line in unit.splitlines() if line.startswith("SystemCallFilter=")
    ]
    found = set(NUMBERS) if lines[0].startswith("~") else set[str]()
    for line in lines:
        named = set[str]().union(*map(members, line.removeprefix("~").split()))
        found = found - named if line.startswith("~") else found | named
    return found & set(NUMBERS)


def apply(unit: str) -> None:
    """Applies the filter to this thread, and to all threads and processes that it starts."""
    assert "SystemCallErrorNumber=EPERM" in unit
    numbers = sorted(NUMBERS[name] for name in allowed(unit))
    # Load the number of the call, jump to "allow" for each allowed one, otherwise fail with EPERM.
    code = [struct.pack("HBBI", 0x20, 0, 0, 0)]
    for number in numbers:
        code.append(struct.pack("HBBI", 0x15, 0, 1, number))
        code.append(struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000))
    code.append(struct.pack("HBBI", 0x06, 0, 0, FORBIDDEN))
    text = ctypes.create_string_buffer(b"".join(code))
    program = ctypes.create_string_buffer(struct.pack("HP", len(code), ctypes.addressof(text)))
    libc = ctypes.CDLL(None, use_errno=True)
    for expected in ((38, 1, 0, 0, 0), (22, 2, ctypes.addressof(program), 0, 0)):
        if libc.prctl(*map(ctypes.c_ulong, expected)):
            raise OSError(ctypes.get_errno(), "prctl")


def main() -> None:
    unit, code = sys.argv[1:3]
    apply(Path(unit).read_text("utf-8"))
    exec(compile(code, "<under the filter>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
