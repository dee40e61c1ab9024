import type { Arguments } from './calls.js';
import { iterate } from './comprehensions.js';
import { substitute } from './patterns.js';
import { format, text } from './formatting.js';
import { flaskTable } from './flask.js';
import { setEntry } from './functions.js';
import { isCallOf, isFlaskDatabase } from './library.js';
import type { Call, Value } from './values.js';
import { constant, isString, NONE, sequence, unknown } from './values.js';

/** What a method of text, lists, dictionaries and enumerations gives; undefined when not followed. */
export function callMethod(base: Value, name: string, given: Arguments): Value | undefined {
  if (isString(base)) return textMethod(base.value, name, given);
  if (base.kind === 'dict') return dictMethod(base, name, given);
  if (base.kind === 'sequence') return listMethod(base, name, given);
  if (name === 'Table' && base.kind === 'call' && isFlaskDatabase(base))
    return flaskTable(base, given);
  if (
    name === 'sub' &&
    base.kind === 'call' &&
    base.callee.kind === 'symbol' &&
    base.callee.path === 're.compile'
  ) {
    return base.args.length === 1 ? substitute(base.args[0]!, given) : undefined;
  }
  if (name === 'ddl_if' && base.kind === 'call') return conditional(base, given);
  return undefined;
}

/** Nobody knows whether a database has a key with `ddl_if`, so its columns are not known. */
function conditional(base: Call, { origin }: Arguments): Call {
  if (!isCallOf(base, 'UniqueConstraint', 'Index')) return base;
  return { ...base, open: unknown('ddl_if decides which databases have the key', origin) };
}

function textMethod(value: string, name: string, given: Arguments): Value | undefined {
  const { args, keywords } = given;
  if (name === 'format') return given.open ? undefined : format(value, args, keywords);
  if (name === 'join') {
    const parts = args[0] && iterate(args[0]);
    const texts = parts?.items.map(text);
    return !texts || parts?.open || texts.includes(undefined)
      ? undefined
      : constant(texts.join(value));
  }
  const texts = args.map((arg) => (isString(arg) ? arg.value : undefined));
  if (args.some((arg) => arg.kind !== 'constant')) return undefined;
  const [first, second] = texts;
  switch (name) {
    case 'lower':
    case 'casefold':
      return constant(value.toLowerCase());
    case 'upper':
      return constant(value.toUpperCase());
    case 'title':
      return constant(value.toLowerCase().replace(/[a-z]+/g, capitalise));
    case 'capitalize':
      return constant(capitalise(value.toLowerCase()));
    case 'strip':
      return first === undefined
        ? constant(value.trim())
        : constant(trim(value, first, true, true));
    case 'lstrip':
      return constant(trim(value, first ?? ' \t\n', true, false));
    case 'rstrip':
      return constant(trim(value, first ?? ' \t\n', false, true));
    case 'replace':
      return first !== undefined && second !== undefined && args.length === 2
        ? constant(value.replaceAll(first, () => second))
        : undefined;
    case 'removeprefix':
      return first === undefined
        ? undefined
        : constant(value.startsWith(first) ? value.slice(first.length) : value);
    case 'removesuffix':
      return first === undefined
        ? undefined
        : constant(first && value.endsWith(first) ? value.slice(0, -first.length) : value);
    case 'startswith':
      return first === undefined ? undefined : constant(value.startsWith(first));
    case 'endswith':
      return first === undefined ? undefined : constant(value.endsWith(first));
    case 'split':
      return args.length > 1
        ? undefined
        : sequence(
            (first === undefined ? value.trim().split(/\s+/) : value.split(first)).map(constant),
            'list',
          );
    case 'islower':
      return constant(value === value.toLowerCase() && /[a-z]/.test(value));
    case 'isupper':
      return constant(value === value.toUpperCase() && /[A-Z]/.test(value));
    default:
      return undefined;
  }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function trim(value: string, letters: string, left: boolean, right: boolean): string {
  let from = 0;
  let to = value.length;
  while (left && from < to && letters.includes(value.charAt(from))) from += 1;
  while (right && to > from && letters.includes(value.charAt(to - 1))) to -= 1;
  return value.slice(from, to);
}

function dictMethod(
  base: Extract<Value, { kind: 'dict' }>,
  name: string,
  { args }: Arguments,
): Value | undefined {
  const [key, other] = args;
  const entry = isString(key)
    ? base.entries.find(([own]) => isString(own) && own.value === key.value)
    : undefined;
  switch (name) {
    case 'get':
      if (!isString(key) || (!entry && base.open)) return undefined;
      return entry?.[1] ?? other ?? NONE;
    case 'setdefault':
      if (!key || entry) return entry?.[1];
      if (base.open) return undefined;
      setEntry(base, key, other ?? NONE);
      return other ?? NONE;
    case 'pop':
      if (!isString(key) || (!entry && base.open)) return undefined;
      if (entry) (base.entries as unknown[]).splice(base.entries.indexOf(entry), 1);
      return entry?.[1] ?? other;
    case 'update':
      if (key?.kind === 'dict') for (const [own, value] of key.entries) setEntry(base, own, value);
      else base.open = true;
      return NONE;
    case 'keys':
      return {
        ...sequence(
          base.entries.map(([own]) => own),
          'list',
        ),
        open: base.open,
      };
    case 'values':
      return {
        ...sequence(
          base.entries.map(([, value]) => value),
          'list',
        ),
        open: base.open,
      };
    case 'items':
      return {
        ...sequence(
          base.entries.map((pair) => sequence(pair)),
          'list',
        ),
        open: base.open,
      };
    case 'copy':
      return { ...base, entries: [...base.entries] };
    default:
      return undefined;
  }
}

function listMethod(
  base: Extract<Value, { kind: 'sequence' }>,
  name: string,
  { args }: Arguments,
): Value | undefined {
  const items = base.items as Value[];
  const [first] = args;
  if (base.type === 'set' && name === 'union' && first) {
    const other = iterate(first);
    return other && { ...base, items: [...items, ...other.items], open: base.open || other.open };
  }
  if (base.type !== 'list' || !first) return undefined;
  if (name === 'append') items.push(first);
  else if (name === 'extend') items.push(...(iterate(first)?.items ?? []));
  else return undefined;
  return NONE;
}
