"""Runs pytest on a file; where a needed module is missing, ends with CTest's status for "skipped" and says why.

    pytest_or_skip.py MODULE,MODULE,... FILE

Asked when the test runs, not when CMake does: `tools/book test` may have installed the modules in between.
"""

import subprocess
import sys
from importlib.util import find_spec

SKIPPED = 77

modules, file = sys.argv[1:]
missing = [module for module in modules.split(",") if module and find_spec(module) is None]
if missing:
    print(f"skipped: {sys.executable} has no {' and no '.join(missing)}; `tools/book test` installs what is missing")
    sys.exit(SKIPPED)
sys.exit(subprocess.run([sys.executable, "-m", "pytest", file], check=False).returncode)
