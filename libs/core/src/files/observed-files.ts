import { hash } from 'node:crypto';
import { statSync, type Stats } from 'node:fs';

import { realFiles, type Entry, type Files, type Kind } from './files.js';

/** What can be asked: a method of {@link Files}, or the stamp of a file or folder that is not read. */
type Question = keyof Files | 'stamp';

/** What was asked of a path, or of a variable, and what was answered: contents by their SHA-256. */
export type Observation = readonly [question: Question, of: string, answer: string];

/** Answers from other files, and remembers each answer. */
export class ObservedFiles implements Files {
  readonly #answers = new Map<string, Observation>();

  constructor(private readonly files: Files = realFiles) {}

  /** What was asked so far, each once. What had two answers has one that never comes again. */
  get observations(): readonly Observation[] {
    return [...this.#answers.values()];
  }

  read(path: string): Buffer {
    return this.#ask('read', path, () => this.files.read(path), digest);
  }

  list(folder: string): readonly Entry[] {
    return this.#ask('list', folder, () => this.files.list(folder), digestOfEntries);
  }

  kindOf(path: string): Kind | undefined {
    return this.#ask('kindOf', path, () => this.files.kindOf(path), String);
  }

  realPath(path: string): string {
    return this.#ask('realPath', path, () => this.files.realPath(path), String);
  }

  variable(name: string): string | undefined {
    return this.#ask(
      'variable',
      name,
      () => this.files.variable(name),
      (value) => (value === undefined ? 'not set' : `set to ${value}`),
    );
  }

  /** Tells one state of a file or folder from another without reading it. @throws as `fs.statSync` does. */
  stamp(path: string): Stats {
    return this.#ask('stamp', path, () => statSync(path), formatStamp);
  }

  #ask<T>(question: Question, of: string, find: () => T, write: (found: T) => string): T {
    const note = (answer: string) => {
      const key = `${question} ${of}`;
      const before = this.#answers.get(key)?.[2] ?? answer;
      this.#answers.set(key, [question, of, before === answer ? answer : 'changed meanwhile']);
    };
    try {
      const found = find();
      note(write(found));
      return found;
    } catch (error) {
      note(failure(error));
      throw error;
    }
  }
}

/** Whether each question has the answer that it had. */
export function stillHold(observations: readonly Observation[]): boolean {
  return new Recheck().hold(observations);
}

/** Asks again what was asked before, each question once. */
export class Recheck {
  readonly #answers = new Map<string, string>();

  /** Whether each question has the answer that it had. */
  hold(observations: readonly Observation[]): boolean {
    return observations.every(([question, of, answer]) => {
      const key = `${question} ${of}`;
      const now = this.#answers.get(key) ?? answerTo(question, of);
      this.#answers.set(key, now);
      return now === answer;
    });
  }
}

/** What was asked of, where the answer is another now. */
export function changedSince(observations: readonly Observation[]): readonly string[] {
  return observations
    .filter(([question, of, answer]) => answerTo(question, of) !== answer)
    .map(([, of]) => of);
}

function answerTo(question: Question, of: string): string {
  const files = new ObservedFiles();
  try {
    files[question](of);
  } catch {
    // That it fails is an answer, too.
  }
  const [[, , answer]] = files.observations as [Observation];
  return answer;
}

/**
 * Size and times: each change of a file sets the last of them, even one that sets the others back. The number tells a file
 * from another that took its place.
 */
function formatStamp({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return [size, mtimeMs, ctimeMs, ino].join();
}

function digest(content: string | Buffer): string {
  return hash('sha256', content);
}

function digestOfEntries(entries: readonly Entry[]): string {
  const kind = (entry: Entry) => (entry.isDirectory() ? '/' : entry.isFile() ? '' : '@');
  return digest(JSON.stringify(entries.map((entry) => entry.name + kind(entry)).sort()));
}

function failure(error: unknown): string {
  return `failed: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
}
