import type * as z from 'zod';

import type { Problem } from '@rowhouse/errors';
import type { Output } from './output.js';
import type { ConfigPath, ScopeInstance } from './scope.js';

/** The outputs so far, as one operation sees them. Look-ups are indexed, so they cost what they return. */
export interface Outputs {
  /** The outputs of one kind that this scope instance has, in the order they were made. */
  own<O extends Output>(kind: O['kind']): readonly O[];
  /** The outputs of one kind of all instances inside this one, children in config order. */
  below<O extends Output>(kind: O['kind']): readonly O[];
}

/** What an operation's `build` and `when` are given. */
export interface BuildContext<Value = unknown, Options = unknown> {
  /** The scope instance that the operation runs for. */
  readonly instance: ScopeInstance<Value>;
  /** The values of the enclosing scopes, by scope name: `{ project, app }`. */
  readonly parents: Readonly<Record<string, unknown>>;
  /** The entry's parsed options; an empty object for an implicit operation. */
  readonly options: Options;
  /** The name of the entry (an action's own name); the operation's name for an implicit one. */
  readonly entryName: string;
  /** What ran before has made. An operation may amend an output that it finds here. */
  readonly outputs: Outputs;
}

/** What an operation's `check` is given. Paths are relative to the entry. */
export interface CheckContext<Options = unknown, Value = unknown> {
  /** The config of the instance, before anything is inherited. */
  readonly value: Value;
  /** The entry's parsed options. */
  readonly options: Options;
  /** The name of the entry. */
  readonly entryName: string;
  /** Reports a problem. */
  report(path: ConfigPath, problem: Problem): void;
  /** Whether what stands at a path is without problems so far. */
  sound(...path: ConfigPath): boolean;
}

/** How a generator asks for an operation in a new resource. */
export interface Starter {
  /** The fields that the entry lists: all that are shown, or those that a request writes. */
  readonly fields?: 'shown' | 'written';
  /** Further options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Why these options: a comment above the entry in a first config. */
  readonly comment?: string;
}

/** When an operation runs, among the others of one scope instance. */
export type Stage =
  /** Makes outputs. The default. */
  | 'produce'
  /** Runs after every producing operation of the instance: amends what they made, as `auth` does. */
  | 'amend'
  /** Runs after all instances inside this one are built: routers. */
  | 'after-children';

/**
 * One thing that a config can ask for, or that always happens, at one scope of one target. It is the
 * whole contract for third parties: what produces and what amends are the same.
 */
export interface Operation<Value = never, Options = never> {
  readonly name: string;
  /** The target it belongs to. */
  readonly target: string;
  /** The scope it runs at. */
  readonly scope: string;
  /** `entry` runs once an entry that asks for it (the default), `always` for every scope instance. */
  readonly activation?: 'entry' | 'always';
  /** Claims entries by their shape, whatever their name; before the search by name. */
  readonly claims?: (entry: Readonly<Record<string, unknown>>) => boolean;
  /** Operations that must be present in the same instance; they run first. */
  readonly requires?: readonly string[];
  /** Operations that run first when they are present. */
  readonly after?: readonly string[];
  readonly stage?: Stage;
  /** The schema of the entry's option keys (all but `name`). Default: any keys. */
  readonly options?: z.ZodType<Options>;
  /** Rules of its own about an entry, beyond what the schema of its options says. */
  readonly check?: (context: CheckContext<Options>) => void;
  /**
   * The statements that it scopes to the rows of a user; empty where it touches no rows. A target that has
   * such scopes refuses an operation that does not say.
   */
  readonly scopes?: readonly string[];
  /** The option that lists the fields that its request sets in a row, if it sets some. */
  readonly sets?: string;
  /** What a generator writes for it into a new resource. Without it, generators do not offer it. */
  readonly starter?: Starter;
  /** Whether to run at all. Default: yes. */
  readonly when?: (context: BuildContext<Value, Options>) => boolean;
  readonly build: (context: BuildContext<Value, Options>) => Iterable<Output>;
}

/** An operation of any value and options, as the engine holds it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyOperation = Operation<any, any>;

/** Gives an operation its types; returns it unchanged. */
export function defineOperation<Value, Options = Record<string, never>>(
  operation: Operation<Value, Options>,
): Operation<Value, Options> {
  return operation;
}
