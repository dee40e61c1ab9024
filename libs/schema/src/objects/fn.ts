import type { SQLWrapper } from 'drizzle-orm';

import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import { setSearchPath } from '../metadata/trigger.js';
import { renderExpression } from '../sql/expression.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { dollarQuoted, stringLiteral } from '../sql/literal.js';

/** A type as SQL, such as `text`, or that of the rows of a table or view. */
export type TypeName = string | QualifiedName;

/** An argument that may be left out. */
interface OptionalArgument {
  readonly type: TypeName;
  readonly default: SQLWrapper;
}

export interface FnOptions {
  /** Where the function is registered. */
  readonly metadata: Metadata;
  /** Schema of the function. Default: `public`. */
  readonly schema?: string;
  /** Types of the arguments, by name and in their order; with a default where one may be left out. */
  readonly args?: Readonly<Record<string, TypeName | OptionalArgument>>;
  /** The type of what it returns, `trigger` for what a trigger calls. Default: `void`. */
  readonly returns?: TypeName;
  /** Whether it returns any number of rows. Default: false. */
  readonly returnsSet?: boolean;
  /** Default: `sql`, and `plpgsql` for a trigger's. */
  readonly language?: 'sql' | 'plpgsql';
  /** What it does, every name with its schema; columns in a drizzle `sql` have theirs. */
  readonly body: string | SQLWrapper;
  /** Default: `volatile`. */
  readonly volatility?: 'immutable' | 'stable' | 'volatile';
  /** Whether it is NULL for an argument that is, without being run. Default: false. */
  readonly strict?: boolean;
  /** Whether parallel queries may call it. Default: `unsafe`. */
  readonly parallel?: 'safe' | 'restricted' | 'unsafe';
  /** Whether its result tells nothing about arguments that are filtered out; a superuser must say so. Default: false. */
  readonly leakproof?: boolean;
  /** What a call costs, in units of `cpu_operator_cost`. Default: PostgreSQL's. */
  readonly cost?: number;
  /** How many rows the planner expects of a function with `returnsSet`. Default: PostgreSQL's. */
  readonly rows?: number;
  /** Whose rights it has. Default: `invoker`. */
  readonly security?: 'invoker' | 'definer';
  /**
   * The schemas in which names without one are looked up, or `caller` for those of who calls it, by which PostgreSQL
   * can make a function in `sql` part of the query. Default: PostgreSQL's own alone.
   */
  readonly searchPath?: readonly string[] | 'caller';
  /** The roles that may call it. Default: all, and none for a trigger's. */
  readonly execute?: readonly string[];
  readonly comment?: string;
}

const TYPE = kinds.either(kinds.string, kinds.named);
const ARGUMENT_OPTIONS: Kinds<OptionalArgument> = {
  type: kinds.required(TYPE),
  default: kinds.required(kinds.sql),
};

const OPTIONS: Kinds<FnOptions> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  args: kinds.recordOf(
    kinds.either(TYPE, kinds.objectWith(ARGUMENT_OPTIONS, 'an object with type and default')),
    'an object with types by name',
  ),
  returns: TYPE,
  returnsSet: kinds.boolean,
  language: kinds.oneOf('sql', 'plpgsql'),
  body: kinds.required(kinds.either(kinds.string, kinds.sql)),
  volatility: kinds.oneOf('immutable', 'stable', 'volatile'),
  strict: kinds.boolean,
  parallel: kinds.oneOf('safe', 'restricted', 'unsafe'),
  leakproof: kinds.boolean,
  cost: kinds.number,
  rows: kinds.number,
  security: kinds.security,
  searchPath: kinds.either(kinds.strings, kinds.oneOf('caller')),
  execute: kinds.strings,
  comment: kinds.string,
};

/**
 * Defines a function. The same one may be defined more than once, as by a plugin for each table.
 *
 * @example
 * const fullName = fn('full_name', {
 *   metadata,
 *   args: { person: people },
 *   returns: 'text',
 *   body: 'SELECT person.first_name || person.last_name',
 *   volatility: 'stable',
 * });
 */
export function fn(name: string, options: FnOptions): QualifiedName {
  requireDefinition('function', name, options, OPTIONS);
  const { metadata, schema = 'public', execute, comment } = options;
  const callee = { schema, name };
  const create = () => {
    const signature = `${quoteQualified(callee)}(${argumentsOf(options, false)})`;
    return [
      createFunction(callee, options),
      ...(execute || isTriggers(options)
        ? [`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`]
        : []),
      ...(comment === undefined
        ? []
        : [`COMMENT ON FUNCTION ${signature} IS ${stringLiteral(comment)}`]),
    ];
  };
  metadata.registerObject({
    kind: 'function',
    ...callee,
    signature: create().join(';\n'),
    create,
  });
  for (const to of execute ?? []) {
    metadata.registerGrant({ on: { kind: 'function', ...callee }, privileges: ['execute'], to });
  }
  return callee;
}

function createFunction(callee: QualifiedName, options: FnOptions): string {
  const { returns = 'void', volatility, parallel, searchPath, body } = options;
  const language = options.language ?? (isTriggers(options) ? 'plpgsql' : 'sql');
  return [
    `CREATE FUNCTION ${quoteQualified(callee)}(${argumentsOf(options, true)})`,
    `RETURNS ${options.returnsSet ? 'SETOF ' : ''}${typeOf(returns)}`,
    [
      `LANGUAGE ${language}`,
      ...(volatility ? [volatility.toUpperCase()] : []),
      ...(options.strict ? ['STRICT'] : []),
      ...(parallel ? [`PARALLEL ${parallel.toUpperCase()}`] : []),
      ...(options.leakproof ? ['LEAKPROOF'] : []),
      ...(options.cost === undefined ? [] : [`COST ${options.cost}`]),
      ...(options.rows === undefined ? [] : [`ROWS ${options.rows}`]),
      ...(options.security === 'definer' ? ['SECURITY DEFINER'] : []),
      ...(searchPath === 'caller' ? [] : [setSearchPath(searchPath)]),
    ].join(' '),
    `AS ${dollarQuoted(typeof body === 'string' ? body : renderExpression(body))}`,
  ].join('\n');
}

function argumentsOf({ args = {} }: FnOptions, hasDefaults: boolean): string {
  return Object.entries(args)
    .map(([name, argument]) => {
      const isPlain = typeof argument === 'string' || 'name' in argument;
      const type = `${quoteIdentifier(name)} ${typeOf(isPlain ? argument : argument.type)}`;
      if (isPlain || !hasDefaults) return type;
      return `${type} DEFAULT ${renderExpression(argument.default)}`;
    })
    .join(', ');
}

function typeOf(type: TypeName): string {
  return typeof type === 'string' ? type : quoteQualified(type);
}

function isTriggers({ returns }: FnOptions): boolean {
  return returns === 'trigger';
}
