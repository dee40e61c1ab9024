import { enumMembers } from '../classes/enums.js';
import { findMember } from '../classes/members.js';
import { classesOf, linearise } from '../classes/mro.js';
import { isMapped } from '../classes/mapped.js';
import { attributeOf } from './attributes.js';
import type { Arguments } from './calls.js';
import { call } from './calls.js';
import { iterate } from './comprehensions.js';
import { text } from './formatting.js';
import { substitute } from './patterns.js';
import type { Sequence, Value } from './values.js';
import { constant, isString, sequence, unknown } from './values.js';

/** What Python's own functions, and some of SQLAlchemy's, give; undefined when that is not followed. */
export function callBuiltin(path: string, given: Arguments): Value | undefined {
  const [first, second, third] = given.args;
  if (given.open || !first)
    return path === 'builtins.super' ? superOf(given) : withoutArguments(path, given);
  if (first.kind === 'unknown') return /^builtins\./.test(path) ? first : undefined;
  switch (path) {
    case 'typing.cast':
    case 'typing_extensions.cast':
      return second;
    case 'typing.TypeAliasType':
    case 'typing_extensions.TypeAliasType':
      return isString(first) && second
        ? { kind: 'alias', name: first.value, value: second }
        : undefined;
    case 'typing.get_args':
    case 'typing_extensions.get_args':
      return first.kind === 'subscript' ? sequence(first.args) : undefined;
    case 'builtins.str': {
      const shown = first.kind === 'member' ? text(first.value) : text(first);
      return shown === undefined ? undefined : constant(shown);
    }
    case 'builtins.int':
      return first.kind === 'constant' && typeof first.value === 'number'
        ? constant(Math.trunc(first.value))
        : undefined;
    case 'builtins.len': {
      const list = iterate(first);
      return list && !list.open ? constant(list.items.length) : undefined;
    }
    case 'builtins.bool':
      return undefined;
    case 'builtins.list':
    case 'builtins.tuple':
    case 'builtins.set':
    case 'builtins.frozenset':
      return listOf(
        first,
        path === 'builtins.list' ? 'list' : path === 'builtins.tuple' ? 'tuple' : 'set',
      );
    case 'builtins.dict':
      return first.kind === 'dict'
        ? { ...first, entries: [...first.entries, ...named(given)] }
        : undefined;
    case 'builtins.sorted':
      return sorted(first, given);
    case 'builtins.reversed': {
      const list = iterate(first);
      return list && !list.open ? sequence(list.items.toReversed(), 'list') : undefined;
    }
    case 'builtins.range':
      return range(given.args);
    case 'builtins.enumerate': {
      const list = iterate(first);
      return list && !list.open
        ? sequence(
            list.items.map((item, index) => sequence([constant(index), item])),
            'list',
          )
        : undefined;
    }
    case 'builtins.zip':
      return zip(given.args);
    case 'builtins.map': {
      const list = second && iterate(second);
      if (!list || list.open) return undefined;
      return sequence(
        list.items.map((item) => call(first, { ...given, args: [item], keywords: new Map() })),
        'list',
      );
    }
    case 'builtins.max':
    case 'builtins.min':
      return extreme(path.endsWith('max'), given.args);
    case 'builtins.getattr':
      return getAttribute(first, second, third, given);
    case 'builtins.hasattr':
      return first.kind === 'class' &&
        isString(second) &&
        classesOf(first).length === linearise(first).length
        ? constant(findMember(first, second.value) !== undefined)
        : undefined;
    case 'builtins.issubclass':
      return first.kind === 'class' && second?.kind === 'class'
        ? constant(linearise(first).includes(second))
        : undefined;
    case 're.sub':
      return substitute(first, { ...given, args: given.args.slice(1) });
    default:
  }
  if (/^sqlalchemy\..*\bhas_inherited_table$/.test(path) && first.kind === 'class') {
    return constant(classesOf(first).slice(1).some(isMapped));
  }
  return undefined;
}

function withoutArguments(path: string, given: Arguments): Value | undefined {
  if (given.open) return undefined;
  if (path === 'builtins.dict') return { kind: 'dict', entries: named(given), open: false };
  if (path === 'builtins.list') return sequence([], 'list');
  if (path === 'builtins.tuple') return sequence([]);
  if (path === 'builtins.set') return sequence([], 'set');
  return undefined;
}

function named(given: Arguments): (readonly [Value, Value])[] {
  return [...given.keywords].map(([key, value]) => [constant(key), value] as const);
}

function listOf(value: Value, type: Sequence['type']): Value | undefined {
  const list = iterate(value);
  return list && { ...list, type };
}

function sorted(value: Value, given: Arguments): Value | undefined {
  const list = iterate(value);
  if (!list || list.open || given.keywords.size > 0) return undefined;
  const texts = list.items.map((item) => (isString(item) ? item.value : undefined));
  if (texts.includes(undefined)) return undefined;
  return sequence((texts as string[]).sort().map(constant), 'list');
}

function range(args: readonly Value[]): Value | undefined {
  const numbers = args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined));
  if (!numbers.every((number) => typeof number === 'number')) return undefined;
  const [from, to, step] =
    numbers.length === 1 ? [0, numbers[0]!, 1] : [numbers[0]!, numbers[1]!, numbers[2] ?? 1];
  if (step === 0 || Math.abs((to - from) / step) > 10_000) return undefined;
  const items: Value[] = [];
  for (let at = from; step > 0 ? at < to : at > to; at += step) items.push(constant(at));
  return sequence(items);
}

function zip(args: readonly Value[]): Value | undefined {
  const lists = args.map(iterate);
  if (lists.some((list) => !list || list.open)) return undefined;
  const length = Math.min(...lists.map((list) => list!.items.length));
  return sequence(
    Array.from({ length }, (_, index) => sequence(lists.map((list) => list!.items[index]!))),
    'list',
  );
}

function extreme(most: boolean, args: readonly Value[]): Value | undefined {
  const list = args.length === 1 ? iterate(args[0]!) : sequence(args);
  const numbers =
    list?.items.map((item) => (item.kind === 'constant' ? item.value : undefined)) ?? [];
  if (list?.open || numbers.length === 0 || !numbers.every((number) => typeof number === 'number'))
    return undefined;
  return constant(most ? Math.max(...numbers) : Math.min(...numbers));
}

function getAttribute(
  base: Value,
  name: Value | undefined,
  other: Value | undefined,
  given: Arguments,
): Value | undefined {
  if (!isString(name)) return undefined;
  if (base.kind === 'class') {
    if (findMember(base, name.value) ?? enumMembers(base).length > 0)
      return attributeOf(base, name.value, given.origin);
    const readable = classesOf(base).length === linearise(base).length;
    return readable && other
      ? other
      : unknown(`'${name.value}' may be set elsewhere`, given.origin);
  }
  // What a library lacks is the third argument.
  if (base.kind === 'symbol' && other) return undefined;
  return base.kind === 'module' || base.kind === 'symbol' || base.kind === 'call'
    ? attributeOf(base, name.value, given.origin)
    : undefined;
}

/** `super()` in a method: the rest of the classes after the one that has the method. */
function superOf(given: Arguments): Value | undefined {
  const { owner } = given.frame.scope;
  const self = [...(given.frame.scope.locals?.values() ?? [])][0];
  if (!owner || self?.kind !== 'class') return undefined;
  const order = linearise(self);
  const rest = order.slice(order.indexOf(owner) + 1);
  return {
    ...self,
    name: self.name,
    node: undefined,
    scope: { ...self.scope, bindings: undefined },
    made: { bases: rest, members: new Map() },
  };
}
