"""lessonNN.<run>.gpu: the same program prints the same on a GPU."""

import subprocess

from book_cli.build_tree import BuildTree
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import TestFailed, TestSkipped
from book_cli.lesson_tests.output import check_output, check_status
from book_cli.measuring.gpu import find_gpu, why_no_gpu

TIMEOUT_SECONDS = 300


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    reason = why_no_gpu()
    if reason is not None:
        raise TestSkipped(reason)
    run_of = owner.run(name)
    program = build.program(run_of.program)
    try:
        result = subprocess.run(
            [str(program), *run_of.arguments],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise TestFailed(f"{program}: did not end within {TIMEOUT_SECONDS} s") from None
    check_status(run_of, result.returncode, result.stdout, result.stderr)
    check_output(run_of.expected_output, result.stdout)
    return f"output as expected on {find_gpu().name}"
