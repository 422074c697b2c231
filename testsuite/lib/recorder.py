"""Takes HTTP requests and writes down what each was.

   recorder.py PORT-FILE DIRECTORY COUNT

   Listens on a port of this machine, whose number it writes to PORT-FILE, for
   COUNT requests.  Of request N it writes DIRECTORY/N.head, the method, path
   and headers, one a line, and DIRECTORY/N.body.  Each is answered with 200.

   SPDX-License-Identifier: GPL-3.0-or-later"""

import http.server
import os
import sys

port_file, directory, count = sys.argv[1:]
seen = 0


class Recorder(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global seen
        seen += 1
        name = os.path.join(directory, str(seen))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(name + ".body", "wb") as to:
            to.write(body)
        with open(name + ".head", "w") as to:
            print(self.command, self.path, file=to)
            for key, value in self.headers.items():
                print(f"{key.lower()}: {value}", file=to)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Recorder)
server.timeout = 60
with open(port_file + ".new", "w") as to:
    print(server.server_port, file=to)
os.rename(port_file + ".new", port_file)
while seen < int(count):
    before = seen
    server.handle_request()
    if seen == before:
        break
