import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A process that holds a lock or waits for it. All of it goes into one file name, so a holder is
 * known in full from the moment that its file appears: nobody can be killed between making a file and
 * writing into it.
 */
export interface Holder {
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
  /** How many directories go if they end up empty: the output root and its closest ancestors. */
  readonly directories: number;
  readonly nonce: string;
}

/** What a system tells nothing about. */
const unknown = '0';

let identity: Pick<Holder, 'pid' | 'started' | 'host' | 'boot' | 'namespace'> | undefined;

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

/** This process as a holder, another one on each call. */
export function newHolder(directories: number): Holder {
  const nonce = randomBytes(6).toString('hex');
  return { ...thisProcess(), since: Date.now(), directories, nonce };
}

/** A name for the holder; names sort by `since`. */
export function formatHolder(holder: Holder): string {
  return [
    holder.since.toString(36).padStart(9, '0'),
    holder.pid,
    holder.started,
    holder.host,
    holder.boot,
    holder.namespace,
    holder.directories,
    holder.nonce,
  ].join('.');
}

/** @returns undefined for a name that this version did not make. */
export function parseHolder(name: string): Holder | undefined {
  const form = /^([0-9a-z]{9})\.(\d+)\.(\d+)\.([\w-]+)\.([0-9a-f]+)\.(\d+)\.(\d+)\.([0-9a-f]+)$/;
  const parts = form.exec(name);
  if (!parts) return undefined;
  const [, since, pid, started, host, boot, namespace, directories, nonce] = parts as string[];
  return {
    since: Number.parseInt(since!, 36),
    pid: Number(pid),
    started: started!,
    host: host!,
    boot: boot!,
    namespace: namespace!,
    directories: Number(directories),
    nonce: nonce!,
  };
}

/** Whether the holder's process can be seen from here. It cannot from another container or machine. */
export function isVisible(holder: Holder): boolean {
  const self = thisProcess();
  return (
    holder.host === self.host && holder.boot === self.boot && holder.namespace === self.namespace
  );
}

const retired = new Set<string>();

/** Notes that this process is done with what it did as this holder, whatever it could not remove. */
export function retire(holder: Holder): void {
  retired.add(holder.nonce);
}

/** Whether a holder is certainly gone; one that cannot be seen from here counts as alive. */
export function isDead(holder: Holder): boolean {
  if (retired.has(holder.nonce)) return true;
  const self = thisProcess();
  if (holder.host === self.host && holder.boot !== self.boot) return true;
  if (!isVisible(holder)) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const started = startOf(holder.pid);
  return started !== undefined && started !== holder.started;
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
