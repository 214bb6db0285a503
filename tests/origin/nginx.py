"""A third-party server: nginx from Debian on loopback, in common configurations.

It complements the origin, whose replies are written by hand: what nginx sends is typical of the web.
"""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trustme

PLAIN, PARKED, LIMITED = "127.0.0.11", "127.0.0.12", "127.0.0.13"
CONFIGURATION = """
daemon off;
master_process off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  log_format moments '$msec $status $request_method $request_uri';
  access_log {folder}/access.log moments;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  types {{ text/html html; application/pdf pdf; }}
  default_type text/html;
  charset utf-8;
  gzip on;
  gzip_min_length 0;
  limit_req_zone $server_addr zone=few:64k rate=8r/s;
  limit_req_status 429;
  server {{
    listen {plain}:{port};
    listen {plain}:{secure_port} ssl http2;
    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.pem;
    root {folder}/pages;
    location = /old {{ return 301 /new.html; }}
    location = /for-now {{ return 302 /new.html; }}
    location = /away {{ return 301 https://$host:{secure_port}/new.html; }}
    location = /to-front {{ return 302 /; }}
    location = /round {{ return 302 /and-round; }}
    location = /and-round {{ return 302 /round; }}
    location = /removed {{ return 410; }}
    location = /secret {{ auth_basic "inside"; auth_basic_user_file {folder}/nobody; }}
    location = /closed {{ deny all; }}
    location = /mute {{ return 444; }}
    location = /failing {{ proxy_pass http://127.0.0.1:1; }}
    location = /post-only {{ limit_except POST {{ deny all; }} }}
  }}
  server {{
    listen {parked}:{port};
    root {folder}/pages;
    error_page 404 =200 /soon.html;
  }}
  server {{
    listen {limited}:{port};
    root {folder}/pages;
    location / {{
      limit_req zone=few burst=7 nodelay;
      error_page 429 = @wait;
    }}
    location @wait {{
      add_header Retry-After 1 always;
      return 429;
    }}
  }}
}}
"""
PAGES = {
    "index.html": "<title>The front page</title>",
    "new.html": "<title>The new place</title><p>" + "All is well. " * 500,
    "größe.html": "<title>A page with letters</title>",
    "soon.html": "<title>Coming soon</title>",
    "paper.pdf": "%PDF-1.7",
    **{f"{number}.html": f"<title>Page {number}</title>" for number in range(12)},
}


class NoNginxError(Exception):
    """An error raised where nginx is not installed."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """Serve from an empty folder until the block ends; yield the ports for http and https.

    `folder` receives `authority.pem`, the certificate to trust, and `access.log`, a line for each request.

    Raises
    ------
    NoNginxError
        If nginx is not installed.
    """
    # Debian installs it in a folder that is only on the PATH of root.
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        message = "nginx is not installed: the audit is not tested against it"
        raise NoNginxError(message)
    port, secure_port = _write(folder)
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_until_it_listens(process, port, folder)
            yield port, secure_port
        finally:
            process.terminate()


def _write(folder: Path) -> tuple[int, int]:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    certificate = authority.issue_cert(PLAIN)
    certificate.private_key_and_cert_chain_pem.write_to_path(str(folder / "server.pem"))
    (folder / "nobody").write_text("", encoding="utf-8")
    pages = folder / "pages"
    pages.mkdir()
    # Workers may run under another user, who must be able to read them.
    for path in (folder, pages):
        path.chmod(0o755)
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    with socket.create_server((PLAIN, 0)) as one, socket.create_server((PLAIN, 0)) as other:
        port, secure_port = int(one.getsockname()[1]), int(other.getsockname()[1])
    text = CONFIGURATION.format(
        folder=folder, port=port, secure_port=secure_port, plain=PLAIN, parked=PARKED, limited=LIMITED
    )
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    return port, secure_port


def _wait_until_it_listens(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    for _ in range(200):
        if process.poll() is not None:
            break
        try:
            socket.create_connection((LIMITED, port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    log = folder / "error.log"
    message = f"nginx does not start: {log.read_text('utf-8') if log.is_file() else 'without an error message'}"
    raise RuntimeError(message)
