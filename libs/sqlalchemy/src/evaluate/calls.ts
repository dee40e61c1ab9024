import { flaskTable } from './flask.js';
import { callFunction } from './functions.js';
import { isCallOf, isFlaskDatabase } from './library.js';
import { substitute, text, textMethod } from './text.js';
import type { Arguments, Call, Value } from './values.js';
import { constant, describe, isString, sequence, unknown } from './values.js';

/** What calling something gives: its result where it can be followed, else the call itself. */
export function call(callee: Value, given: Arguments): Value {
  const { args, keywords, open, origin } = given;
  const made: Call = { kind: 'call', callee, args, keywords, open, origin };
  switch (callee.kind) {
    case 'unknown':
      return callee;
    case 'function':
      return callFunction(callee, given);
    case 'symbol':
      return callBuiltin(callee.path, given) ?? made;
    case 'attribute':
      return callMethod(callee.base, callee.name, given) ?? made;
    case 'call':
      // `partial(Column, nullable=False)('name')`
      return callee.callee.kind === 'symbol' &&
        callee.callee.path === 'functools.partial' &&
        callee.args[0]
        ? call(callee.args[0], {
            ...given,
            args: [...callee.args.slice(1), ...args],
            keywords: new Map([...callee.keywords, ...keywords]),
            open: open ?? callee.open,
          })
        : made;
    default:
      return made;
  }
}

/** What some of Python's own functions give; undefined when that is not followed. */
function callBuiltin(path: string, { args, keywords, open }: Arguments): Value | undefined {
  const [first, second] = args;
  if (path === 'builtins.dict' && args.length === 0) {
    const entries = [...keywords].map(([key, value]) => [constant(key), value] as const);
    return { kind: 'dict', entries, open: open !== undefined };
  }
  if (open || !first) return undefined;
  if (first.kind === 'unknown') return path.startsWith('builtins.') ? first : undefined;
  switch (path.replace(/^typing_extensions\./, 'typing.')) {
    case 'typing.cast':
      return second;
    case 'typing.TypeAliasType':
      return isString(first) && second
        ? { kind: 'alias', name: first.value, value: second }
        : undefined;
    case 'typing.get_args':
      return first.kind === 'subscript' ? sequence(first.args) : undefined;
    case 'builtins.str': {
      const shown = text(first);
      return shown === undefined ? undefined : constant(shown);
    }
    case 're.sub':
      return substitute(args);
    default:
      return undefined;
  }
}

function callMethod(base: Value, name: string, given: Arguments): Value | undefined {
  if (isString(base))
    return given.open ? undefined : textMethod(base.value, name, given.args, given.keywords);
  if (base.kind !== 'call') return undefined;
  if (name === 'Table' && isFlaskDatabase(base)) return flaskTable(base, given);
  if (name === 'sub' && describe(base.callee) === 're.compile' && base.args.length === 1)
    return substitute([...base.args, ...given.args]);
  if (name !== 'ddl_if') return undefined;
  // Nobody knows whether a database has a key with `ddl_if`, so its columns are not known.
  return isCallOf(base, 'UniqueConstraint', 'Index')
    ? { ...base, open: unknown('ddl_if decides which databases have the key', given.origin) }
    : base;
}
