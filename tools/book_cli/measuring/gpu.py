"""Which GPU, driver and compiler a measurement was made with."""

import ctypes
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from book_cli.errors import BookError

_MULTIPROCESSOR_COUNT = 16  # CUdevice_attribute of cuda.h
_L2_CACHE_SIZE = 38
_BYTES_PER_MIB = 1 << 20


@dataclass(frozen=True)
class Gpu:
    """The first GPU of this machine, as the driver describes it."""

    name: str
    compute_capability: str
    memory_bytes: int
    driver: str
    multiprocessors: int | None
    l2_bytes: int | None

    @property
    def file_stem(self) -> str:
        """`h200` of `NVIDIA H200`, `geforce-rtx-4090` of `NVIDIA GeForce RTX 4090`: the name of measured/<gpu>.json."""
        words = re.findall(r"[a-z0-9]+", self.name.lower())
        return "-".join(word for word in words if word != "nvidia")

    @property
    def architecture(self) -> str:
        """What nvcc's -arch wants: `sm_90`."""
        return "sm_" + self.compute_capability.replace(".", "")


def why_no_gpu() -> str | None:
    """Why no program can run on a GPU here, or None where one can."""
    if shutil.which("nvidia-smi") is None:
        return "no NVIDIA driver here (nvidia-smi is not on PATH)"
    result = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False, timeout=60)
    if result.returncode != 0 or "GPU" not in result.stdout:
        said = (result.stdout + result.stderr).strip().splitlines()
        return f"no GPU here (nvidia-smi: {said[0] if said else 'no GPU listed'})"
    return None


def find_gpu() -> Gpu:
    """Asks the driver; refuses a machine without a GPU with the reason."""
    reason = why_no_gpu()
    if reason is not None:
        raise BookError(f"{reason}\n    Measure on a machine with an NVIDIA GPU and its driver.")
    query = "--query-gpu=name,compute_cap,memory.total,driver_version"
    command = ["nvidia-smi", "-i", "0", query, "--format=csv,noheader,nounits"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    fields = [field.strip() for field in result.stdout.strip().split(",")]
    if result.returncode != 0 or len(fields) != 4:
        raise BookError(f"{' '.join(command)} gave an answer that cannot be read:\n{result.stdout}{result.stderr}")
    name, compute_capability, memory_mib, driver = fields
    multiprocessors, l2_bytes = _device_attributes()
    return Gpu(name, compute_capability, int(float(memory_mib)) * _BYTES_PER_MIB, driver, multiprocessors, l2_bytes)


def find_nvcc(root: Path) -> Path:
    """The CUDA compiler: $CUDACXX, else what tools/book set up, else PATH, else /usr/local/cuda."""
    candidates = [
        os.environ.get("CUDACXX", ""),
        *map(str, root.glob(".book/venv/lib/python3.*/site-packages/nvidia/cu13/bin/nvcc")),
        shutil.which("nvcc") or "",
        "/usr/local/cuda/bin/nvcc",
    ]
    for candidate in candidates:
        if candidate and Path(candidate).is_file():
            return Path(candidate)
    raise BookError(
        "no CUDA compiler: nvcc is neither in $CUDACXX, nor in .book/, nor on PATH, nor in /usr/local/cuda/bin\n"
        "    Let `tools/book build` fetch one, or set CUDACXX to an nvcc 13.0 or newer."
    )


def toolkit_version(nvcc: Path) -> str:
    """`13.0.88`, from the compiler's own words."""
    result = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r"\bV(\d+\.\d+\.\d+)", result.stdout)
    if found is None:
        raise BookError(f"{nvcc} --version gave an answer that cannot be read:\n{result.stdout}{result.stderr}")
    return found.group(1)


def _device_attributes() -> tuple[int | None, int | None]:
    """Multiprocessors and bytes of L2, which nvidia-smi does not tell; None where the driver's library is missing."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None, None
    device = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return None, None

    def attribute(which: int) -> int | None:
        value = ctypes.c_int()
        status = driver.cuDeviceGetAttribute(ctypes.byref(value), which, device)
        return value.value if status == 0 else None

    return attribute(_MULTIPROCESSOR_COUNT), attribute(_L2_CACHE_SIZE)
