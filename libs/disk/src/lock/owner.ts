import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The process that a lock file or an unfinished directory belongs to. All of it goes into the file's
 * name, so an owner is known in full from the moment that the file appears: nobody can be killed between
 * making a file and writing into it.
 */
export interface Owner {
  /** When it began to ask, in milliseconds since 1970. Orders those who wait; safety rests on nothing of it. */
  readonly since: number;
  readonly pid: number;
  /** When the process started, in the system's own unit; tells it from a later one of the same id. */
  readonly started: string;
  readonly host: string;
  /** Which start of the machine this is. */
  readonly boot: string;
  /** Which set of process ids `pid` belongs to: containers have their own. */
  readonly namespace: string;
  readonly nonce: string;
}

/** What a system tells nothing about. */
const unknown = '0';

let identity: Omit<Owner, 'since' | 'nonce'> | undefined;

function thisProcess(): NonNullable<typeof identity> {
  return (identity ??= {
    pid: process.pid,
    started: startOf('self') ?? unknown,
    host:
      hostname()
        .replace(/[^A-Za-z0-9-]/g, '_')
        .slice(0, 40) || '_',
    boot: readText('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? unknown,
    namespace: pidNamespace(),
  });
}

/** This process as an owner, another one on each call. */
export function newOwner(): Owner {
  return { ...thisProcess(), since: Date.now(), nonce: randomBytes(6).toString('hex') };
}

/** A name for the owner; names sort by `since`. */
export function formatOwner(owner: Owner): string {
  const { since, pid, started, host, boot, namespace, nonce } = owner;
  const time = since.toString(36).padStart(9, '0');
  return [time, pid, started, host, boot, namespace, nonce].join('.');
}

/** @returns undefined for a name that this version did not make. */
export function parseOwner(name: string): Owner | undefined {
  const form = /^([0-9a-z]{9})\.(\d+)\.(\d+)\.([\w-]+)\.([0-9a-f]+)\.(\d+)\.([0-9a-f]+)$/;
  const parts = form.exec(name);
  if (!parts) return undefined;
  type Parts = [string, string, string, string, string, string, string];
  const [since, pid, started, host, boot, namespace, nonce] = parts.slice(1) as Parts;
  const times = { since: Number.parseInt(since, 36), started };
  return { ...times, pid: Number(pid), host, boot, namespace, nonce };
}

/** The owner as a message names it. */
export function describeOwner(owner: Owner | undefined): string {
  if (!owner) return 'another run';
  return isLocal(owner) ? `process ${owner.pid}` : `process ${owner.pid} on ${owner.host}`;
}

/** Whether the owner's process can be seen from here. It cannot from another container or machine. */
function isLocal(owner: Owner): boolean {
  const self = thisProcess();
  return owner.host === self.host && owner.boot === self.boot && owner.namespace === self.namespace;
}

const retired = new Set<string>();

/** Notes that this process is done with what it did as this owner, whatever it could not remove. */
export function retire(owner: Owner): void {
  retired.add(owner.nonce);
}

/** Whether an owner is certainly gone; one that cannot be seen from here counts as alive. */
export function isDead(owner: Owner): boolean {
  if (retired.has(owner.nonce)) return true;
  const self = thisProcess();
  if (owner.host === self.host && owner.boot !== self.boot) return true;
  if (!isLocal(owner)) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const started = startOf(owner.pid);
  return started !== undefined && started !== owner.started;
}

/** When a process started; `gone` for one that has ended and waits for its parent to notice. */
function startOf(pid: number | 'self'): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  return fields[0] === 'Z' || fields[0] === 'X' ? 'gone' : fields[19];
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? unknown;
  } catch {
    return unknown;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
