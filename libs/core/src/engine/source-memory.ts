import { Recheck, type Observation } from '../files/observed-files.js';
import type { SourceFiles } from '../target/sources.js';
import { RecordFile } from './last-run/record-file.js';

/** What was found for a config, and what it was made of. */
interface Entry {
  /** Of the config's text. */
  readonly digest: string;
  /** Undefined where that could not be told. */
  readonly found: SourceFiles | undefined;
  readonly observations: readonly Observation[];
  /** The state of the code that found it: its place among `codes`, as most configs share one. */
  readonly code: number;
}

interface Kept {
  readonly entries: Readonly<Record<string, Entry>>;
  readonly codes: readonly (readonly Observation[])[];
}

/**
 * Which files configs read, in a file that may be lost at any time: parsing models takes long, and seldom has another
 * result. Nothing is taken from it that would be found otherwise now: each file that was read must have the
 * content that it had.
 */
export class SourceMemory {
  readonly #file: RecordFile<Kept>;
  readonly #before: Kept;
  readonly #entries: Record<string, Entry> = {};
  readonly #codes: (readonly Observation[])[];
  readonly #recheck = new Recheck();
  readonly #sound = new Map<number, boolean>();
  #isChanged = false;

  /** @param path absolute path of the file. */
  constructor(path: string) {
    this.#file = new RecordFile(path);
    this.#before = this.#file.read() ?? { entries: {}, codes: [] };
    this.#codes = [...this.#before.codes];
  }

  /** What was found for a config; undefined when it has to be looked for. */
  recall(config: string, digest: string): Pick<Entry, 'found'> | undefined {
    const entry = this.#before.entries[config];
    if (entry?.digest !== digest || !this.#isSound(entry.code)) return undefined;
    if (!this.#recheck.hold(entry.observations)) return undefined;
    this.#entries[config] = entry;
    return entry;
  }

  keep(
    config: string,
    digest: string,
    found: SourceFiles | undefined,
    observations: readonly Observation[],
    code: readonly Observation[],
  ): void {
    if (!this.#codes.includes(code)) this.#codes.push(code);
    this.#entries[config] = { digest, found, observations, code: this.#codes.indexOf(code) };
    this.#isChanged = true;
  }

  /** Writes what was found or recalled, when it is not what the file has. */
  save(): void {
    const isSmaller = Object.keys(this.#entries).length < Object.keys(this.#before.entries).length;
    if (!this.#isChanged && !isSmaller) return;
    const used = [...new Set(Object.values(this.#entries).map(({ code }) => code))];
    const entries = Object.entries(this.#entries).map(([config, entry]) => [
      config,
      { ...entry, code: used.indexOf(entry.code) },
    ]);
    this.#file.write({
      entries: Object.fromEntries(entries) as Kept['entries'],
      codes: used.map((code) => this.#codes[code]!),
    });
  }

  #isSound(code: number): boolean {
    const known = this.#sound.get(code) ?? this.#recheck.hold(this.#codes[code]!);
    this.#sound.set(code, known);
    return known;
  }
}
