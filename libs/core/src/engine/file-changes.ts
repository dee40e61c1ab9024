import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tells which files of a set have changed. It watches their directories, since an editor that saves by
 * renaming leaves a watch on the file itself behind; and it compares states, so that a change between
 * the read and the watch is not missed.
 */
export class FileChanges {
  readonly #states = new Map<string, string>();
  readonly #watchers = new Map<string, FSWatcher>();
  #wake: (() => void) | undefined;

  /** Forgets the files of before. */
  restart(): void {
    this.#states.clear();
  }

  /** Remembers the state of a file; an absent one has a state too. */
  remember(file: string): void {
    this.#states.set(file, stateOf(file));
  }

  /**
   * Waits until a remembered file has changed, and rests.
   *
   * @param restMs how long no file may change, in milliseconds, before this returns.
   * @returns the files that changed, sorted; none when `signal` aborts.
   */
  async next(restMs: number, signal: AbortSignal): Promise<readonly string[]> {
    this.#watchDirectories();
    const onAbort = () => this.#wake?.();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        const event = new Promise<void>((resolve) => (this.#wake = resolve));
        const changed = this.#changed();
        if (changed.length > 0) return await this.#rest(changed, restMs);
        await event;
      }
      return [];
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #changed(): readonly string[] {
    return [...this.#states]
      .filter(([file, state]) => stateOf(file) !== state)
      .map(([file]) => file)
      .sort();
  }

  /** An editor may write a file in several steps. */
  async #rest(changed: readonly string[], restMs: number): Promise<readonly string[]> {
    const states = () => [...this.#states.keys()].map(stateOf).join();
    for (let before = ''; before !== states();) {
      before = states();
      await delay(restMs);
    }
    return [...new Set([...changed, ...this.#changed()])].sort();
  }

  #watchDirectories(): void {
    const wanted = new Set([...this.#states.keys()].map((file) => existingDirectory(file)));
    for (const [directory, watcher] of this.#watchers) {
      if (wanted.has(directory)) continue;
      watcher.close();
      this.#watchers.delete(directory);
    }
    for (const directory of wanted) {
      if (this.#watchers.has(directory)) continue;
      const watcher = watch(directory, () => this.#wake?.());
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(directory);
        this.#wake?.();
      });
      this.#watchers.set(directory, watcher);
    }
  }
}

/** Differs whenever the file was written, replaced, made or removed. */
function stateOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino}:${stat.mtimeNs}:${stat.size}` : 'absent';
}

/** The nearest directory around a file that exists. */
function existingDirectory(file: string): string {
  let directory = dirname(file);
  while (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    directory = dirname(directory);
  }
  return directory;
}
