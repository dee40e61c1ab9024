/**
 * Libraries that the reader knows by the names of what they export: their source is not read. What
 * comes from them is a symbol, such as `sqlalchemy.String`.
 */
const KNOWN = new Set([
  'sqlalchemy',
  'sqlmodel',
  'flask_sqlalchemy',
  'pydantic',
  'typing_extensions',
]);

/** The modules of Python's own library that models import: found nowhere in a project. */
const STANDARD = new Set(
  `__future__ abc argparse array ast asyncio base64 binascii bisect builtins calendar collections
  concurrent configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib
  email enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http
  importlib inspect io ipaddress itertools json keyword linecache locale logging math mimetypes
  multiprocessing numbers operator os pathlib pickle platform posixpath pprint queue random re secrets
  select shelve shlex shutil signal socket sqlite3 ssl stat string struct subprocess sys tarfile
  tempfile textwrap threading time timeit tomllib traceback types typing unicodedata unittest urllib
  uuid warnings weakref xml zipfile zlib zoneinfo`.split(/\s+/),
);

/** Whether a module is known by name only. */
export function isOpaque(name: string): boolean {
  const top = name.split('.', 1)[0]!;
  return KNOWN.has(top) || STANDARD.has(top);
}

/** Whether something by this path is part of Python itself. */
export function isStandard(path: string): boolean {
  return STANDARD.has(path.split('.', 1)[0]!) || path.startsWith('typing_extensions.');
}
