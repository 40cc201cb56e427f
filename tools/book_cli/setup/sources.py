"""The sources of zstd and LZ4, which nvcc compresses a program's PTX with; the emulator compiles them in.

No system package is needed for them: two source distributions of Python packages carry them whole.
"""

import shutil
import tarfile
from pathlib import Path

from book_cli.errors import BookError
from book_cli.progress import Progress
from book_cli.setup.layout import Layout
from book_cli.setup.step import Step
from book_cli.setup.wheels import pip

# The library, its distribution, the folder in it.
LIBRARIES = (("zstd", "zstandard", "zstd"), ("lz4", "lz4", "lz4libs"))


def unpack(archive: Path, folder: str, destination: Path) -> None:
    """Unpacks the files of one folder, and the distribution's licence, out of a source distribution."""
    shutil.rmtree(destination, ignore_errors=True)
    destination.mkdir(parents=True)
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = Path(member.name)
            if not member.isfile() or not (path.parts[1:-1] == (folder,) or path.parts[1:] == ("LICENSE",)):
                continue
            content = tar.extractfile(member)
            assert content is not None
            (destination / path.name).write_bytes(content.read())


def step(layout: Layout) -> Step:
    """Downloads the two distributions and lays their sources into `.book/src/{zstd,lz4}`."""
    requirements = layout.requirements / "sources.txt"

    def run(progress: Progress) -> None:
        downloads = layout.cache / "sources"
        shutil.rmtree(downloads, ignore_errors=True)
        # Without build isolation, so that pip asks the locked setuptools for the metadata and fetches no other.
        pip(
            layout, progress, "sources.log",
            "download", "--no-binary=:all:", "--no-deps", "--no-build-isolation", "-d", downloads, "-r", requirements,
        )  # fmt: skip
        for library, distribution, folder in LIBRARIES:
            archive = next(downloads.glob(f"{distribution}-*.tar.gz"), None)
            if archive is None:
                raise BookError(f"{requirements} lists no {distribution}, which carries the sources of {library}")
            unpack(archive, folder, layout.sources / library)
        shutil.rmtree(downloads)

    return Step(
        title="Sources of zstd and LZ4",
        size="1 MB",
        stamp=layout.sources / ".complete",
        inputs=(requirements,),
        run=run,
    )
