import { callBuiltin } from './builtins.js';
import { callFunction } from './functions.js';
import { callMethod } from './methods.js';
import type { Frame } from './scope.js';
import type { FunctionValue, Origin, UnknownValue, Value } from './values.js';

/** What a call passes. */
export interface Arguments {
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Why there may be more. */
  readonly open: UnknownValue | undefined;
  readonly origin: Origin;
  readonly frame: Frame;
}

/** What calling something gives: its result where it can be followed, else the call itself. */
export function call(callee: Value, given: Arguments): Value {
  const { args, keywords, open, origin, frame } = given;
  switch (callee.kind) {
    case 'unknown':
      return callee;
    case 'function':
      return callFunction(callee, given);
    case 'symbol': {
      const known = callBuiltin(callee.path, given);
      if (known) return known;
      break;
    }
    case 'attribute': {
      const known = callMethod(callee.base, callee.name, given);
      if (known) return known;
      break;
    }
    case 'call':
      // partial(Column, nullable=False)('name')
      if (isPartial(callee) && callee.args[0]) {
        return call(callee.args[0], {
          args: [...callee.args.slice(1), ...args],
          keywords: new Map([...callee.keywords, ...keywords]),
          open: open ?? callee.open,
          origin,
          frame,
        });
      }
      break;
    default:
  }
  return { kind: 'call', callee, args, keywords, open, origin };
}

/** What a function gives that is called with nothing, as SQLAlchemy calls `relationship(lambda: …)`. */
export function resultOf(callee: FunctionValue, origin: Origin): Value {
  return call(callee, {
    args: [],
    keywords: new Map(),
    open: undefined,
    origin,
    frame: callee.frame,
  });
}

export function isPartial(value: Value): boolean {
  return (
    value.kind === 'call' &&
    value.callee.kind === 'symbol' &&
    value.callee.path === 'functools.partial'
  );
}
