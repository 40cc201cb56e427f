"""Ctrl-C stops a kernel that never ends: with a report of where it was, and exit status 130.

interrupt_test.py EMULATE PROGRAM
"""

import signal
import subprocess
import sys
import time


def main() -> int:
    emulate, program = sys.argv[1], sys.argv[2]
    process = subprocess.Popen(
        [emulate, "--threads", "2", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    # Long enough to be inside the kernel; it would run on for ever.
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        print("the program did not end within a minute of the interruption")
        return 1
    problems = []
    if process.returncode != 130:
        problems.append(f"exit status {process.returncode}, expected 130")
    for text in ["Interrupted: the kernel was still running", "endless_kernel.cu:20", "lanes 0-31 run at"]:
        if text not in errors:
            problems.append(f"standard error does not say: {text}")
    print("\n".join(problems) or "stopped with a report")
    if problems:
        print(errors)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
