import { call } from '../evaluate/calls.js';
import { libraryName } from '../evaluate/library.js';
import { findMember } from '../evaluate/members.js';
import { linearise } from '../evaluate/mro.js';
import type { Call, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { DefaultFacts, Known } from '../facts.js';
import { isStandard } from '../modules/opaque.js';
import { unknownAt } from './known.js';

/** Functions of Python that tell the time. */
const CLOCK =
  /^(?:datetime\.(?:datetime\.(?:utcnow|now|today)|date\.today)|time\.time(?:_ns)?|sqlalchemy\..*\bfunc\.(?:now|current_timestamp|current_date|current_time|localtimestamp|clock_timestamp|statement_timestamp|transaction_timestamp|sysdate|utc_timestamp|getdate)|.*\btimezone\.now|sqlalchemy\..*\b(?:now|current_timestamp|utcnow|sysdate|localtimestamp))$/;
const CLOCK_SQL =
  /^\(?\s*(?:(?:now|current_timestamp|statement_timestamp|clock_timestamp|transaction_timestamp|localtimestamp|getdate|sysdate|datetime|utc_timestamp)\s*\(|current_timestamp\b|current_date\b|current_time\b|localtimestamp\b|timezone\s*\(\s*'utc'|now\b)/i;

/** A default that Python makes; null when there is none. */
export function readDefault(value: Value | undefined, origin: Origin): Known<DefaultFacts | null> {
  if (!value || isNone(value)) return null;
  switch (value.kind) {
    case 'unknown':
      return unknownAt(value.reason, value.origin);
    case 'constant':
      return { kind: 'value', value: value.value, currentTime: false };
    case 'member':
      return value.value.kind === 'constant'
        ? { kind: 'value', value: value.value.value, currentTime: false }
        : { kind: 'value', currentTime: false };
    case 'function':
      return { kind: 'function', value: value.name, currentTime: tellsTime(value, origin) };
    case 'symbol':
      return {
        kind: 'function',
        value: value.path.replace(/^builtins\./, ''),
        currentTime: tellsTime(value, origin),
      };
    case 'class':
      return { kind: 'function', value: describe(value), currentTime: false };
    case 'attribute':
      return { kind: 'function', value: describe(value), currentTime: tellsTime(value, origin) };
    case 'call':
      return ofCall(value, origin);
    default:
      return { kind: 'value', currentTime: false };
  }
}

function ofCall(value: Call, origin: Origin): Known<DefaultFacts | null> {
  const name = libraryName(value.callee);
  if (name === 'Sequence') return { kind: 'sequence', currentTime: false };
  if (name === 'FetchedValue') return { kind: 'fetched', currentTime: false };
  if ((name === 'ColumnDefault' || name === 'DefaultClause') && value.args[0]) {
    return name === 'DefaultClause'
      ? readServerDefault(value.args[0], origin)
      : readDefault(value.args[0], origin);
  }
  if (name === 'text' || name === 'literal_column') {
    const [text] = value.args;
    return isString(text)
      ? { kind: 'sql', value: text.value, currentTime: CLOCK_SQL.test(text.value) }
      : { kind: 'sql', currentTime: unknownAt('the SQL is not known', origin) };
  }
  if (name !== undefined)
    return {
      kind: 'sql',
      value: shownCall(value, name),
      currentTime: CLOCK.test(describe(value.callee)),
    };
  if (value.callee.kind === 'symbol' && value.callee.path === 'functools.partial') {
    return {
      kind: 'function',
      value: describe(value.args[0] ?? value),
      currentTime: tellsTime(value, origin),
    };
  }
  return { kind: kindOfResult(value), currentTime: false };
}

/** What calls of Python's own library make functions of, rather than values. */
const MAKES_FUNCTION = /^(?:functools|operator|builtins\.(?:staticmethod|getattr|type|eval))\b/;

/** `datetime.utcnow()` is a value, computed once; what a call of something else gives, its source does not say. */
function kindOfResult(value: Call): DefaultFacts['kind'] {
  const { callee, origin } = value;
  if (callee.kind === 'symbol' && isStandard(callee.path) && !MAKES_FUNCTION.test(callee.path))
    return 'value';
  if (callee.kind === 'attribute' && callee.base.kind === 'constant') return 'value';
  if (callee.kind === 'attribute' && callee.base.kind === 'call') return kindOfResult(callee.base);
  const isPlain =
    callee.kind === 'class' &&
    linearise(callee).every((base) => base.kind === 'class') &&
    !findMember(callee, '__call__');
  return isPlain ? 'value' : unknownAt(`what ${describe(value)} gives is not known`, origin);
}

/** As the source has it: `func.gen_random_uuid()`. */
function shownCall({ callee, args, keywords }: Call, name: string): string {
  const path = /\bfunc\.[\w.]+$/.exec(describe(callee))?.[0] ?? name;
  return `${path}(${args.length + keywords.size > 0 ? '…' : ''})`;
}

/** Whether calling something gives the current time. */
function tellsTime(value: Value, origin: Origin): Known<boolean> {
  if (CLOCK.test(describe(value))) return true;
  if (value.kind === 'symbol')
    return value.missing ? unknownAt(`${value.path} was not found`, origin) : false;
  if (value.kind === 'function') {
    const frame = value.frame;
    // A default may take the context of its statement.
    const context: Value = { kind: 'symbol', path: 'sqlalchemy.context', missing: false };
    const args = /\(\s*(?:self\s*)?\)|lambda\s*:/.test(
      frame.text.slice(value.node.from, value.node.from + 80),
    )
      ? []
      : [context];
    const result = call(
      { ...value, self: undefined },
      { args, keywords: new Map(), open: undefined, origin, frame },
    );
    return resultTellsTime(result, origin);
  }
  if (value.kind === 'call') {
    const [first] = value.args;
    return first && value.callee.kind === 'symbol' && value.callee.path === 'functools.partial'
      ? tellsTime(first, origin)
      : false;
  }
  return false;
}

/** `datetime.now(UTC).replace(tzinfo=None)` */
function resultTellsTime(result: Value, origin: Origin): Known<boolean> {
  if (result.kind === 'unknown') return unknownAt(result.reason, result.origin);
  if (result.kind !== 'call') return false;
  if (CLOCK.test(describe(result.callee))) return true;
  const { callee } = result;
  if (
    callee.kind === 'attribute' &&
    ['replace', 'astimezone', 'date', 'isoformat', 'timestamp'].includes(callee.name)
  ) {
    return resultTellsTime(callee.base, origin);
  }
  if (callee.kind === 'symbol' && callee.path === 'builtins.int' && result.args[0])
    return resultTellsTime(result.args[0], origin);
  return false;
}

/** A default that the database makes; null when there is none. */
export function readServerDefault(
  value: Value | undefined,
  origin: Origin,
): Known<DefaultFacts | null> {
  if (!value || isNone(value)) return null;
  if (isString(value)) return { kind: 'value', value: value.value, currentTime: false };
  if (value.kind === 'unknown') return unknownAt(value.reason, value.origin);
  if (value.kind !== 'call' && value.kind !== 'symbol') return { kind: 'sql', currentTime: false };
  const made: Call =
    value.kind === 'call'
      ? value
      : { kind: 'call', callee: value, args: [], keywords: new Map(), open: undefined, origin };
  if (libraryName(made.callee) !== undefined) return ofCall(made, origin);
  return { kind: 'sql', value: describe(made.callee), currentTime: tellsTime(made, origin) };
}
