"""The server behind `tools/book serve`."""

import http.client
import threading
from pathlib import Path

import pytest
from book_cli import server
from book_cli.errors import BookError


def test_a_page_is_served_and_asked_for_anew_each_time(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("线程束", encoding="utf-8")
    (tmp_path / "kernel.cu").write_text("// 合并访问", encoding="utf-8")
    with server.open_server(tmp_path, 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        connection = http.client.HTTPConnection("localhost", running.server_port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert answer.read().decode() == "线程束"
        assert answer.headers["Cache-Control"] == "no-cache"
        connection.request("GET", "/kernel.cu")
        assert connection.getresponse().headers["Content-Type"] == "text/plain; charset=utf-8"
        connection.close()
        running.shutdown()


def test_the_server_listens_on_this_machine_only(tmp_path: Path) -> None:
    with server.open_server(tmp_path, 0) as running:
        assert running.server_address[0] == "127.0.0.1"


def test_the_next_port_is_taken_when_one_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.open_server(tmp_path, 0) as first:
        monkeypatch.setattr(server, "FIRST_PORT", first.server_port)
        with server.open_server(tmp_path, None) as second:
            assert first.server_port < second.server_port < first.server_port + server.PORTS_TRIED


def test_a_port_that_was_asked_for_and_is_in_use_is_an_error(tmp_path: Path) -> None:
    with server.open_server(tmp_path, 0) as first, pytest.raises(BookError, match="is in use by other programs"):
        server.open_server(tmp_path, first.server_port)


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_cannot_exist_is_an_error(tmp_path: Path, port: int) -> None:
    with pytest.raises(BookError, match=f"no port {port}: ports go from 1 to 65535"):
        server.open_server(tmp_path, port)
