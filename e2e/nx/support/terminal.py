"""Run a command in a terminal and answer its questions.

`terminal.py STEPS COMMAND…`: STEPS is a JSON list of pairs, of a text to wait for and the keys to
press then. Prints what the terminal shows, and ends as the command does.
"""

import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios


def without_codes(text: str) -> str:
    """What is seen of a text: no colours, no movements of the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


steps: list[tuple[str, str]] = json.loads(sys.argv[1])
process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
shown = ""
answered = 0
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:  # On Linux, the end of what a terminal shows.
        data = b""
    if not data:
        break
    shown += data.decode(errors="replace")
    if steps and steps[0][0] in without_codes(shown[answered:]):
        answered = len(shown)
        os.write(terminal, steps.pop(0)[1].encode())
print(without_codes(shown))
_, status = os.waitpid(process, 0)
if steps:
    print(f"It never said {steps[0][0]!r}.")
sys.exit(1 if steps else os.waitstatus_to_exitcode(status))
