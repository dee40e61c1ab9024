import { isCallOf, libraryName } from '../evaluate/library.js';
import { findMember } from '../evaluate/members.js';
import type { Call, Origin, UnknownValue, Value } from '../evaluate/values.js';
import { describe, isNone, isString, unknown } from '../evaluate/values.js';
import { isType } from './types.js';

/** What `Column(…)` or `mapped_column(…)` says, sorted. */
export interface ColumnArguments {
  readonly name: Value | undefined;
  readonly type: Value | undefined;
  /** `ForeignKey(…)`, `Identity(…)` and the like. */
  readonly items: readonly Call[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Why there may be more than that. */
  readonly open: UnknownValue | undefined;
  /** Why there may be more items: an argument may be a foreign key, say. */
  readonly unread: UnknownValue | undefined;
}

export const NO_ARGUMENTS: ColumnArguments = {
  name: undefined,
  type: undefined,
  items: [],
  keywords: new Map(),
  open: undefined,
  unread: undefined,
};

const ITEMS = [
  'ForeignKey',
  'Identity',
  'Computed',
  'Sequence',
  'CheckConstraint',
  'FetchedValue',
  'DefaultClause',
  'ColumnDefault',
  'Constraint',
];

const sorted = new WeakMap<Call, ColumnArguments>();

/** Sorts what a column was called with; SQLAlchemy tells positional arguments apart by what they are. */
export function columnArguments(value: Call): ColumnArguments {
  const known = sorted.get(value);
  if (known) return known;
  const made = sort(value);
  sorted.set(value, made);
  return made;
}

function sort(value: Call): ColumnArguments {
  const { callee } = value;
  let { open } = value;
  if (callee.kind === 'class') {
    const constructor = findMember(callee, '__init__') ?? findMember(callee, '__new__');
    if (constructor) open ??= unknown(`${callee.name} has its own constructor`, value.origin);
  }
  const items: Call[] = [];
  const rest: Value[] = [];
  for (const arg of value.args) {
    if (isCallOf(arg, ...ITEMS)) items.push(arg);
    else rest.push(arg);
  }
  // SQLAlchemy takes these as if they were no keyword.
  const isItem = (name: string) => isCallOf(value.keywords.get(name), 'Identity', 'Computed');
  const given = ['server_default', 'server_onupdate'].filter(isItem);
  items.push(...given.map((name) => value.keywords.get(name) as Call));
  const keywords =
    given.length === 0
      ? value.keywords
      : new Map([...value.keywords].filter(([name]) => !given.includes(name)));
  const named = keywords.get('name') ?? keywords.get('__name_pos');
  const typed = keywords.get('type_') ?? keywords.get('__type_pos');
  const [first, second] = rest;
  let name = named;
  let type = typed;
  let understood: Value | undefined;
  if (first && named === undefined && isName(first, second, typed)) {
    name = understood = first;
    type ??= second;
  } else if (first) {
    // Not text, so the type; of something unknown, neither can be told.
    if (first.kind === 'unknown' && named === undefined) name = first;
    type ??= isNone(first) ? second : first;
  }
  const others = rest.filter((arg) => arg !== understood && !(arg === type && isMeantAsType(arg)));
  const unread = open ?? unreadOf(others, value.origin);
  if (name && isNone(name)) name = undefined;
  if (type && isNone(type)) type = undefined;
  return { name, type, items, keywords, open, unread };
}

/** Of arguments that are no name and no type, the first that may be an item. */
function unreadOf(args: readonly Value[], origin: Origin): UnknownValue | undefined {
  const lost = args.find((arg) => !isNone(arg));
  if (lost === undefined || lost.kind === 'unknown') return lost;
  return unknown(`the argument ${describe(lost)} is not understood`, origin);
}

/** Whether an argument in the place of the type is one, if only by its name: functions have small letters. */
function isMeantAsType(arg: Value): boolean {
  if (arg.kind === 'class') return true;
  if (arg.kind !== 'call') return isType(arg) && !isMissingFunction(arg);
  if (arg.callee.kind === 'class') return true;
  return isType(arg) && !isMissingFunction(arg.callee);
}

function isMissingFunction(value: Value): boolean {
  return value.kind === 'symbol' && value.missing && !/(?:^|\.)_*[A-Z]\w*$/.test(value.path);
}

function isName(first: Value, second: Value | undefined, typed: Value | undefined): boolean {
  if (isString(first)) return true;
  if (first.kind === 'call' && libraryName(first.callee) === 'quoted_name') return true;
  if (isNone(first)) return false;
  if (first.kind === 'member') return true;
  // `Column(NAME, String)`: what is in front of a type is a name.
  return (
    first.kind === 'unknown' && ((second !== undefined && isType(second)) || typed !== undefined)
  );
}

/** What is said by a keyword; unknown when it may be said in a way that is not followed. */
export function said({ keywords, open }: ColumnArguments, name: string): Value | undefined {
  return keywords.get(name) ?? open;
}

/** The items of one kind: `ForeignKey`. */
export function itemsOf({ items }: ColumnArguments, ...names: readonly string[]): Call[] {
  return items.filter((item) => isCallOf(item, ...names));
}

/** Where an item was written. */
export function originOfItem(item: Value, otherwise: Origin): Origin {
  return item.kind === 'call' || item.kind === 'unknown' ? item.origin : otherwise;
}
