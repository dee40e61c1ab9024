import type { Surroundings } from './prepared.js';

/** What a target says: for people, and the same for programs. */
export interface Account {
  readonly text: string;
  readonly json: unknown;
}

/** A first config. */
export interface FirstConfig extends Account {
  /** What it leaves out, and why: a line each. */
  readonly notes: readonly string[];
}

/** What a first config is asked for. */
export interface FirstConfigRequest {
  /** What it is about, as the target names such things: a model, or the module of some. Default: everything. */
  readonly from: string | undefined;
  /** The value of the config that is there already; undefined where there is none. */
  readonly config: unknown;
}

/** What facts are asked for. */
export interface FactsRequest {
  /** One of the sources, or a part of them. Default: all. */
  readonly subject: string | undefined;
  /** Whether the project's own code is run to tell, rather than only read: for a file that configs name. */
  readonly isRun: boolean;
}

/** What a target knows of the sources that its configs are about, such as models. Each may throw a CommandError. */
export interface Sources {
  /** What a config may be about, by the names that it has there; for generators to offer. */
  subjects(surroundings: Surroundings): Promise<readonly string[]>;
  /** What is known of one of them, or of all; where from, and what is not known and why. */
  facts(request: FactsRequest, surroundings: Surroundings): Promise<Account>;
  /** A first config; of one that is there already, what it lacks: an empty text for nothing. */
  firstConfig(request: FirstConfigRequest, surroundings: Surroundings): Promise<FirstConfig>;
  /** Sources for a project to copy, which `codegen init` prints, by what they are for: `idempotency`. */
  readonly examples?: Readonly<Record<string, () => Promise<string>>>;
  /** The JSON Schema of configs with what this one can be about: the names of models and their columns. */
  completeSchema(
    schema: Readonly<Record<string, unknown>>,
    config: unknown,
    surroundings: Surroundings,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** The keys of a config whose values lead to files that `prepare` reads. */
  readonly fileKeys: readonly string[];
  /**
   * The files that a config with these values under `fileKeys` would have read, as far as they can
   * be told without it.
   */
  filesOf(
    values: Readonly<Record<string, readonly string[]>>,
    surroundings: Surroundings,
  ): Promise<SourceFiles | undefined>;
}

/** Files that a config has read, by their absolute paths. */
export interface SourceFiles {
  readonly files: readonly string[];
  /** Looked for, and not there. */
  readonly absent: readonly string[];
  /** Folders of which every file was read. */
  readonly folders: readonly string[];
  /** Paths with `*`, `?` and `**`: whatever they name was read. */
  readonly patterns: readonly string[];
  /** Where more of them would lie once something is installed; `*` stands for any name. */
  readonly installable: readonly string[];
}
