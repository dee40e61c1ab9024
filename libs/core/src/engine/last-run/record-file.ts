import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** How long a file stays that nobody writes again. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** A JSON value in a file that may be lost at any time. Its first line is the digest of the rest. */
export class RecordFile<T> {
  constructor(private readonly path: string) {}

  /** The value; undefined when there is none, or the file is not what was written. */
  read(): T | undefined {
    let content: string;
    try {
      content = readFileSync(this.path, 'utf8');
    } catch {
      return undefined;
    }
    const end = content.indexOf('\n');
    const text = content.slice(end + 1);
    return content.slice(0, end) === digest(text) ? (JSON.parse(text) as T) : undefined;
  }

  /** Keeps a value; where that is not possible, it does not. */
  write(value: T): void {
    const text = JSON.stringify(value);
    const draft = `${this.path}.${process.pid}`;
    const folder = dirname(this.path);
    try {
      mkdirSync(folder, { recursive: true });
      removeOld(folder);
      // What a config traces is for its user alone.
      writeFileSync(draft, `${digest(text)}\n${text}`, { mode: 0o600 });
      // Readers see the old file or the new one.
      renameSync(draft, this.path);
    } catch {
      // A folder that cannot be written is none to keep anything in. A draft goes with what is old.
    }
  }
}

function removeOld(folder: string): void {
  const before = Date.now() - lifetimeMs;
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}

function digest(text: string): string {
  return hash('sha256', text);
}
