import { createHash } from 'node:crypto';

import type { ModelFacts, Place } from './facts.js';
import type { Found, NotFound } from './reader.js';

/** What a file of facts holds: what SQLAlchemy itself says of the models of a project. */
export interface FactsFileContent {
  /** Of this format. A file of another one is written anew. */
  readonly version: typeof FACTS_VERSION;
  /** The files that Python read, by their paths from the folder of this one, with a hash of each. */
  readonly sources: Readonly<Record<string, string>>;
  /** Other names of the models: those by which modules of the project import them. */
  readonly names: Readonly<Record<string, string>>;
  readonly models: readonly ModelFacts[];
}

export const FACTS_VERSION = 4;

/** A hash of a source, the same for both kinds of line ends. */
export function sourceHash(source: Buffer): string {
  const text = source.toString('latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** Facts that the project's own Python wrote. */
export class FactsFile {
  readonly sources: ReadonlyMap<string, string>;
  readonly #models: ReadonlyMap<string, ModelFacts>;
  readonly #names: ReadonlyMap<string, string>;

  private constructor(content: FactsFileContent) {
    this.sources = new Map(Object.entries(content.sources));
    this.#models = new Map(content.models.map((facts) => [facts.model, facts]));
    this.#names = new Map(Object.entries(content.names));
  }

  /**
   * Reads the text of such a file.
   *
   * @param pathOf what a path from its folder is called from the folder of the config.
   * @returns undefined for a text that is none, or of another version.
   */
  static read(text: string, pathOf: (file: string) => string): FactsFile | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text, (key, each: unknown) =>
        key === 'at' && isPlace(each) ? { ...each, file: pathOf(each.file) } : each,
      );
    } catch {
      return undefined;
    }
    return isContent(value) ? new FactsFile(value) : undefined;
  }

  /** The paths of all models. */
  get paths(): readonly string[] {
    return [...this.#models.keys()];
  }

  /** The facts of one model by its path, or by that of a re-export. */
  model(path: string): Found | NotFound {
    const facts = this.#models.get(this.#names.get(path) ?? path);
    return facts
      ? { found: true, facts }
      : {
          found: false,
          missing: 'class',
          models: this.module(moduleIn(path)).map(({ name }) => name),
        };
  }

  /** The facts of the models of a module. */
  module(name: string): readonly ModelFacts[] {
    return [...this.#models.values()].filter(({ model }) => moduleIn(model) === name);
  }
}

function moduleIn(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value['file'] === 'string';
}

function isContent(value: unknown): value is FactsFileContent {
  return (
    isRecord(value) &&
    value['version'] === FACTS_VERSION &&
    isTexts(value['sources']) &&
    isTexts(value['names']) &&
    Array.isArray(value['models']) &&
    value['models'].every(isModel)
  );
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
}

const LISTS = ['incomplete', 'columns', 'uniques', 'relationships', 'properties'];

function isModel(value: unknown): value is ModelFacts {
  return (
    isRecord(value) &&
    typeof value['model'] === 'string' &&
    typeof value['name'] === 'string' &&
    LISTS.every((key) => Array.isArray(value[key]) && (value[key] as unknown[]).every(isRecord)) &&
    hasSafeNames(value)
  );
}

/** Facts under these keys become names in Python. */
const NAMES = new Set(['model', 'attribute', 'class', 'parent', 'discriminator']);
const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** A file that somebody edited cannot put anything else into generated code. */
function hasSafeNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasSafeNames);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([key, each]) =>
    NAMES.has(key) && typeof each === 'string' ? NAME.test(each) : hasSafeNames(each),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
