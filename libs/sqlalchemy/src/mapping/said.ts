import { isCallOf } from '../evaluate/library.js';
import { isAnnotated } from '../evaluate/typing.js';
import type { Call, Origin, UnknownValue, Value } from '../evaluate/values.js';
import { constant, describe, isNone, unknown } from '../evaluate/values.js';
import type { Known } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Annotation } from './annotations.js';
import { resolve, withoutNone } from './annotations.js';
import type { ColumnArguments } from './column-arguments.js';
import { columnArguments, NO_ARGUMENTS } from './column-arguments.js';
import { asString, unknownAt } from './known.js';
import type { ColumnDefinition } from './mapped-class.js';

/** The same; undefined when that is not known. */
export function readColumnName(definition: ColumnDefinition): string | undefined {
  const name = columnName(definition);
  return isUnknown(name) ? undefined : name;
}

/** What a column is called in its table. */
export function columnName(definition: ColumnDefinition): Known<string> {
  const { call, attribute } = definition;
  if (!call) return attribute;
  const { name, open } = columnArguments(call);
  if (name) return asString(name, call.origin);
  return open ? unknownAt(open.reason, open.origin) : attribute;
}

/** What a column and the `mapped_column` in its `Annotated` say together: the column's own word first. */
export class Said {
  readonly own: ColumnArguments;
  readonly inner: ColumnArguments;
  readonly origin: Origin;
  /** The annotation, where SQLAlchemy reads it. */
  readonly annotation: Annotation | undefined;
  /** Whether it says all of the column, or only its type. */
  readonly isTypeOnly: boolean;
  private readonly all: readonly Call[];

  constructor(definition: ColumnDefinition) {
    const { call, annotation, origin } = definition;
    this.own = call ? columnArguments(call) : NO_ARGUMENTS;
    this.origin = origin;
    const reads = !call || isCallOf(call, 'mapped_column', 'MappedColumn');
    this.annotation = reads && annotation?.container !== undefined ? annotation : undefined;
    this.isTypeOnly = definition.wrapper !== undefined;
    this.inner =
      this.annotation && !this.isTypeOnly
        ? annotatedArguments(this.annotation, call, origin)
        : NO_ARGUMENTS;
    this.all = [...this.own.items, ...this.inner.items];
  }

  /** A keyword; unknown when it may be said in a way that is not followed. */
  keyword(name: string): Value | undefined {
    const { own, inner } = this;
    const mine = own.keywords.get(name);
    if (mine && !isNone(mine)) return mine;
    return own.open ?? inner.keywords.get(name) ?? inner.open ?? mine;
  }

  /** Why there may be more items than those that are known. */
  get unread(): UnknownValue | undefined {
    return this.own.unread ?? this.inner.unread ?? this.inner.open;
  }

  items(...names: readonly string[]): Call[] {
    return this.all.filter((item) => isCallOf(item, ...names));
  }

  get type(): Value | undefined {
    return this.own.type ?? this.own.open ?? this.inner.type ?? this.inner.open;
  }
}

const saids = new WeakMap<ColumnDefinition, Said>();

export function saidOf(definition: ColumnDefinition): Said {
  const known = saids.get(definition);
  if (known) return known;
  const said = new Said(definition);
  saids.set(definition, said);
  return said;
}

/** What a column says by a keyword, itself or in its `Annotated`. */
export function columnKeyword(definition: ColumnDefinition, name: string): Value | undefined {
  return saidOf(definition).keyword(name);
}

/** What a column was called with of some kind, itself or in its `Annotated`: `CheckConstraint(…)`. */
export function columnItems(definition: ColumnDefinition, name: string): readonly Call[] {
  return saidOf(definition).items(name);
}

/** `Annotated[int, mapped_column(primary_key=True)]` */
function annotatedArguments(
  { type, scope }: Annotation,
  call: Call | undefined,
  origin: Origin,
): ColumnArguments {
  let plain = withoutNone(type, scope);
  if (plain.kind === 'alias') plain = withoutNone(plain.value, scope);
  // Without a type of its own, the column may have more than the type from there; no key, else none would be known.
  if (isLost(plain) && (!call || columnArguments(call).type === undefined)) {
    const reason = `${describe(plain)} was not found`;
    const open = plain.kind === 'unknown' ? plain : unknown(reason, origin);
    return { ...NO_ARGUMENTS, keywords: new Map([['primary_key', constant(false)]]), open };
  }
  if (!isAnnotated(plain)) return NO_ARGUMENTS;
  // SQLAlchemy evaluates text in it only if the attribute has no value.
  const extra = plain.args.slice(1).map((arg) => (call ? arg : resolve(arg, scope, origin)));
  const column = extra.find((arg) => isCallOf(arg, 'mapped_column'));
  if (isCallOf(column, 'mapped_column')) return columnArguments(column);
  const lost = extra.find((arg) => arg.kind === 'unknown');
  return lost?.kind === 'unknown' ? { ...NO_ARGUMENTS, open: lost } : NO_ARGUMENTS;
}

function isLost(value: Value): boolean {
  return value.kind === 'unknown' || (value.kind === 'symbol' && value.missing);
}
