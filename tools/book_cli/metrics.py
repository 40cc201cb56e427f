"""Short names of the counters: the one table that claims, pages and exercises share."""

from collections.abc import Mapping
from dataclasses import dataclass

SECTOR_BYTES = 32


@dataclass(frozen=True)
class Metric:
    """A short name: one of Nsight Compute's counters, times `factor`, over another where `per` is given."""

    nsight: str
    label: dict[str, str]
    factor: int = 1
    per: str | None = None

    @property
    def nsight_names(self) -> tuple[str, ...]:
        return (self.nsight,) if self.per is None else (self.nsight, self.per)


def _global(kind: str, op: str) -> str:
    return f"l1tex__t_{kind}_pipe_lsu_mem_global_op_{op}.sum"


def _shared_conflicts(op: str) -> str:
    return f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum"


def _shared_wavefronts(op: str) -> str:
    return f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"


def _shared_instructions(op: str) -> str:
    return f"smsp__inst_executed_op_shared_{op}.sum"


def _bytes_used(op: str) -> str:
    return f"emulator__bytes_used_global_op_{op}.sum"


def _of_one_direction(op: str, en: str, zh: str) -> dict[str, Metric]:
    return {
        f"requests-{op}": Metric(_global("requests", op), {"en": f"{en} requests", "zh": f"{zh}请求"}),
        f"sectors-{op}": Metric(_global("sectors", op), {"en": f"{en} sectors", "zh": f"{zh}扇区"}),
        f"sectors-per-request-{op}": Metric(
            _global("sectors", op),
            {"en": f"sectors per {en} request", "zh": f"每个{zh}请求的扇区数"},
            per=_global("requests", op),
        ),
        f"bytes-moved-{op}": Metric(
            _global("sectors", op), {"en": f"bytes moved by {en}s", "zh": f"{zh}搬运的字节"}, factor=SECTOR_BYTES
        ),
        f"bytes-used-{op}": Metric(_bytes_used(op), {"en": f"bytes used by {en}s", "zh": f"{zh}用到的字节"}),
        f"wavefronts-{op}": Metric(
            _shared_wavefronts(op), {"en": f"shared {en} wavefronts", "zh": f"共享内存{zh} wavefront 数"}
        ),
        f"shared-instructions-{op}": Metric(
            _shared_instructions(op), {"en": f"shared {en} instructions", "zh": f"共享内存{zh}指令"}
        ),
        f"wavefronts-per-instruction-{op}": Metric(
            _shared_wavefronts(op),
            {"en": f"wavefronts per shared {en}", "zh": f"每条共享内存{zh}指令的 wavefront 数"},
            per=_shared_instructions(op),
        ),
        f"bank-conflicts-{op}": Metric(
            _shared_conflicts(op), {"en": f"{en} bank conflicts", "zh": f"{zh}的存储体冲突"}
        ),
    }


# Of PTX instructions; the hardware's own counter, of machine instructions, is named smsp__ and differs a little.
LANES_PER_INSTRUCTION = "emulator__thread_inst_executed_per_inst_executed.ratio"

SHORT_METRICS: dict[str, Metric] = {
    **_of_one_direction("ld", "load", "读取"),
    **_of_one_direction("st", "store", "写入"),
    "lanes-per-instruction": Metric(
        LANES_PER_INSTRUCTION, {"en": "active lanes per instruction", "zh": "每条指令的活跃 lane 数"}
    ),
    "registers": Metric("launch__registers_per_thread", {"en": "registers per thread", "zh": "每线程寄存器数"}),
}

# Counters whose value on the emulator must equal the hardware's, launch by launch.
# Bank conflicts are left out: the hardware's own counter is noisy on partial tiles; wavefronts say the same exactly.
COMPARED_METRICS: tuple[str, ...] = tuple(
    metric
    for op in ("ld", "st")
    for metric in (_global("requests", op), _global("sectors", op), _shared_wavefronts(op), _shared_instructions(op))
)

# What `tools/book measure` asks Nsight Compute for.
COLLECTED_METRICS: tuple[str, ...] = (
    *COMPARED_METRICS,
    *(_global(kind, op) for op in ("atom", "red") for kind in ("requests", "sectors")),
    _shared_wavefronts("atom"),
    _shared_instructions("atom"),
    *(_shared_conflicts(op) for op in ("ld", "st", "atom")),
    "lts__t_sectors_op_read.sum",
    "lts__t_sectors_op_write.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "launch__registers_per_thread",
)


class UnknownMetric(Exception):
    """No such counter; the message says which there are."""


def exactly(value: float) -> str:
    """A counter's value for a message: a count in full, a ratio with the digits it needs."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.6g}"


def metric_value(metrics: Mapping[str, float], name: str) -> float:
    """The value of a metric, by its short name or by its full one, in one launch's or line's metrics."""
    metric = SHORT_METRICS.get(name)
    if metric is None:
        return _counter(metrics, name, name)
    value = _counter(metrics, metric.nsight, name) * metric.factor
    if metric.per is None:
        return value
    divisor = _counter(metrics, metric.per, name)
    if divisor == 0:
        raise UnknownMetric(f'"{name}" is not defined here: {metric.per} is 0 in this launch')
    return value / divisor


def _counter(metrics: Mapping[str, float], nsight: str, asked: str) -> float:
    if nsight in metrics:
        return metrics[nsight]
    reason = "" if nsight == asked else f' (it needs "{nsight}")'
    available = ", ".join([*SHORT_METRICS, *sorted(metrics)])
    raise UnknownMetric(f'no counter "{asked}" here{reason}; there are: {available}')
