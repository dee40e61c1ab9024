import fc from 'fast-check';

/** What a random column may be: how SQLAlchemy says it, with defaults and checks that fit. */
const COLUMN_TYPES = {
  count: { python: 'int', defaults: ['4'], checks: ['$ > 0', '$ BETWEEN 1 AND 5', '$ <> 3'] },
  total: { python: 'int', type: 'BigInteger', defaults: ['0'], checks: ['$ >= 0'] },
  name: { python: 'str', type: 'String(40)', defaults: ['"new"'], checks: ['length($) > 2'] },
  code: { python: 'str', type: 'String(2)', defaults: ['"xx"'], checks: [] },
  text: { python: 'str', type: 'Text', defaults: [], checks: ["$ <> ''"] },
  price: { python: 'Decimal', type: 'Numeric(10, 2)', defaults: ['Decimal(2)'], checks: ['$ > 1'] },
  share: { python: 'Decimal', type: 'Numeric(4, 4)', defaults: [], checks: ['$ < 0.5'] },
  weight: { python: 'float', defaults: ['1.5'], checks: ['$ >= 0'] },
  flag: { python: 'bool', defaults: ['False'], checks: [] },
  day: { python: 'datetime.date', defaults: [], checks: ["$ > '2000-01-01'"] },
  moment: {
    python: 'datetime.datetime',
    type: 'DateTime(timezone=True)',
    defaults: [],
    checks: [],
  },
  period: { python: 'datetime.timedelta', defaults: [], checks: [] },
  reference: { python: 'uuid.UUID', defaults: ['uuid.uuid4'], checks: [] },
  mood: { python: 'Mood', defaults: ['Mood.CALM'], checks: ["$ <> 'SAD'"] },
  content: { python: 'bytes', defaults: [], checks: [] },
  hour: { python: 'datetime.time', defaults: [], checks: ["$ > '06:00'"] },
  small: { python: 'int', type: 'SmallInteger', defaults: ['3'], checks: ['$ < 100'] },
  initials: { python: 'str', type: 'CHAR(3)', defaults: [], checks: [] },
  seats: { python: 'Range[int]', type: 'INT4RANGE', defaults: [], checks: ['NOT isempty($)'] },
  numbers: { python: 'list[int]', type: 'ARRAY(Integer)', defaults: [], checks: [] },
  document: { python: 'dict[str, Any]', type: 'JSONB', defaults: [], checks: [] },
  labels: { python: 'list[str]', type: 'ARRAY(String(9))', defaults: ['list'], checks: [] },
  data: { python: 'dict[str, Any]', type: 'JSON', defaults: ['dict'], checks: [] },
} as const;

type ColumnType = keyof typeof COLUMN_TYPES;

const SERVER_DEFAULTS: Partial<Record<ColumnType, string>> = {
  count: '"4"',
  name: '"it\'s new"',
  price: '"2"',
  flag: 'false()',
  mood: '"CALM"',
  reference: 'func.gen_random_uuid()',
  data: '"{}"',
};

/** JSON cannot be compared. */
const NEVER_UNIQUE: readonly ColumnType[] = ['data'];

export const MODEL_NAMES = ['Author', 'Book', 'Shelf', 'Loan', 'Note'] as const;

export interface RandomColumn {
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly default: 'no' | 'python' | 'server';
  readonly isUnique: boolean;
  readonly check: number;
  /** Whether the column has another name than the attribute. */
  readonly isRenamed: boolean;
  readonly isDeferred: boolean;
}

export interface RandomModel {
  readonly key: 'serial' | 'always' | 'uuid' | 'text' | 'pair';
  readonly columns: readonly RandomColumn[];
  readonly isTenants: boolean;
  readonly isOwned: boolean;
  /** Whether it refers to the model before it, and to rows of its own. */
  readonly parent: 'no' | 'required' | 'optional';
  readonly refersToItself: boolean;
  /** Whether two of its columns are unique together. */
  readonly isPairUnique: boolean;
  readonly isVersioned: boolean;
  readonly isTouched: boolean;
  /** Whether the model after it has relationships with it, and how rows are loaded by them. */
  readonly children: 'no' | 'plain' | 'cascade';
  readonly lazy: 'select' | 'joined' | 'selectin';
  /** Whether its class is that of the model before it, with more columns: in a table of their own, or in the same. */
  readonly inherits: 'no' | 'joined' | 'single';
}

const column: fc.Arbitrary<RandomColumn> = fc.record({
  type: fc.constantFrom(...(Object.keys(COLUMN_TYPES) as ColumnType[])),
  nullable: fc.boolean(),
  default: fc.constantFrom('no', 'python', 'server'),
  isUnique: fc.nat(4).map((number) => number === 0),
  check: fc.nat(5),
  isRenamed: fc.nat(4).map((number) => number === 0),
  isDeferred: fc.nat(4).map((number) => number === 0),
});

const model: fc.Arbitrary<RandomModel> = fc.record({
  key: fc.constantFrom('serial', 'always', 'uuid', 'text', 'pair'),
  columns: fc.uniqueArray(column, { minLength: 2, maxLength: 6, selector: ({ type }) => type }),
  isTenants: fc.boolean(),
  isOwned: fc.boolean(),
  parent: fc.constantFrom('no', 'required', 'optional'),
  refersToItself: fc.boolean(),
  isPairUnique: fc.boolean(),
  isVersioned: fc.nat(3).map((number) => number === 0),
  isTouched: fc.boolean(),
  children: fc.constantFrom('no', 'plain', 'cascade'),
  lazy: fc.constantFrom('select', 'joined', 'selectin'),
  inherits: fc.constantFrom('no', 'no', 'no', 'joined', 'single'),
});

/** Models by their names. Those that refer to others come after these. */
export const randomModels: fc.Arbitrary<ReadonlyMap<string, RandomModel>> = fc
  .array(model, { minLength: MODEL_NAMES.length, maxLength: MODEL_NAMES.length })
  .map((models) => new Map(withBases(models).map((each, index) => [MODEL_NAMES[index]!, each])));

/** The models with what those that inherit have of their base. A base inherits from none. */
function withBases(models: readonly RandomModel[]): RandomModel[] {
  const resolved: RandomModel[] = [];
  for (const each of models) {
    const base = resolved.at(-1);
    const inherits = base?.inherits === 'no' ? each.inherits : 'no';
    if (!base || inherits === 'no') {
      resolved.push({ ...each, inherits: 'no' });
      continue;
    }
    const columns = each.columns.filter(({ type }) =>
      base.columns.every((own) => own.type !== type),
    );
    resolved.push({
      ...each,
      inherits,
      key: base.key,
      // Rows of the base have none of them.
      columns: inherits === 'single' ? columns.map((own) => ({ ...own, nullable: true })) : columns,
      isTenants: base.isTenants,
      isOwned: base.isOwned,
      parent: 'no',
      refersToItself: false,
      isVersioned: false,
      isTouched: false,
    });
  }
  return resolved;
}

const HEAD = `"""Random models."""

import datetime
import enum
import uuid
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ARRAY,
    CHAR,
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Integer,
    Numeric,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    false,
    func,
)
from sqlalchemy.dialects.postgresql import INT4RANGE, JSONB, Range
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of the models."""


class Mood(enum.Enum):
    """How it is."""

    CALM = "calm"
    GLAD = "glad"
    SAD = "sad"
`;

/** The columns of each key, as SQLAlchemy says them. */
const KEYS = {
  serial: { id: 'Mapped[int] = mapped_column(primary_key=True)' },
  always: { id: 'Mapped[int] = mapped_column(Identity(always=True), primary_key=True)' },
  uuid: { id: 'Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)' },
  text: { id: 'Mapped[str] = mapped_column(String(12), primary_key=True)' },
  pair: {
    place: 'Mapped[str] = mapped_column(String(8), primary_key=True)',
    number: 'Mapped[int] = mapped_column(primary_key=True, autoincrement=False)',
  },
} as const;

const KEY_TYPES: Readonly<Record<string, string>> = { place: 'str', number: 'int' };

/** The module of the models. */
export function modelsModule(models: ReadonlyMap<string, RandomModel>): string {
  const all = [...models];
  const classes = all.map((_, index) => classCode(all, index));
  return HEAD + classes.join('');
}

type Named = readonly [name: string, model: RandomModel];

function classCode(all: readonly Named[], index: number): string {
  const [name, each] = all[index]!;
  const before = all[index - 1];
  const base = each.inherits === 'no' ? 'Base' : before![0];
  const lines = [`\n\nclass ${name}(${base}):`, '    """One of the random models."""\n'];
  if (each.inherits !== 'single') {
    lines.push(`    __tablename__ = "${name.toLowerCase()}"`);
    const args = tableArguments(all, index);
    if (args.length > 0) lines.push(`    __table_args__ = (${args.join(', ')},)`);
    lines.push('');
  }
  const add = (more: readonly string[]) => lines.push(...more.map((line) => `    ${line}`));
  if (each.inherits === 'no') {
    add(Object.entries(KEYS[each.key]).map(([column_, said]) => `${column_}: ${said}`));
    if (each.isTenants) add(['tenant_id: Mapped[int] = mapped_column(index=True)']);
    if (each.isOwned) add(['owner_id: Mapped[uuid.UUID] = mapped_column(index=True)']);
  } else if (each.inherits === 'joined') add(joinedKey(each, tableOf(all, index - 1)));
  add(references(all, index));
  add(each.columns.map((own) => `${own.type}: ${columnCode(own)}`));
  add(additions(all, index));
  return lines.join('\n') + '\n';
}

function tableOf(all: readonly Named[], index: number): string {
  const [name, { inherits }] = all[index]!;
  return inherits === 'single' ? tableOf(all, index - 1) : name.toLowerCase();
}

/** The key of a table that holds what a class adds to its base. */
function joinedKey(each: RandomModel, table: string): string[] {
  if (each.key !== 'pair') {
    const args = `ForeignKey("${table}.id"), primary_key=True`;
    return [`id: Mapped[${pythonKey(each)}] = mapped_column(${args})`];
  }
  return Object.entries(KEYS.pair).map(([column_, said]) => `${column_}: ${said}`);
}

function foreignPair(columns: string, table: string): string {
  return `ForeignKeyConstraint(["${columns}place", "${columns}number"], ["${table}.place", "${table}.number"])`;
}

function columnCode(own: RandomColumn): string {
  const { type, nullable, default: kind, isUnique, isDeferred } = own;
  const { python, defaults, ...rest } = COLUMN_TYPES[type];
  const canBeUnique = isUnique && !NEVER_UNIQUE.includes(type);
  const hasDefault = kind !== 'no' && defaults.length > 0;
  const server = SERVER_DEFAULTS[type];
  const args = [
    ...(columnName(own) === type ? [] : [`"${columnName(own)}"`]),
    ...('type' in rest ? [rest.type] : []),
    ...(hasDefault && kind === 'server' && server ? [`server_default=${server}`] : []),
    ...(hasDefault && kind === 'python' ? [`default=${defaults[0]}`] : []),
    ...(canBeUnique ? ['unique=True'] : []),
    ...(isDeferred ? ['deferred=True'] : []),
  ];
  return `Mapped[${python}${nullable ? ' | None' : ''}] = mapped_column(${args.join(', ')})`;
}

function columnName({ type, isRenamed }: RandomColumn): string {
  return isRenamed ? `its_${type}` : type;
}

function tableArguments(all: readonly Named[], index: number): string[] {
  const each = all[index]![1];
  const checks = each.columns.flatMap((own) => {
    const said = (COLUMN_TYPES[own.type].checks as readonly string[])[own.check];
    return said === undefined ? [] : [`CheckConstraint("${said.replace('$', columnName(own))}")`];
  });
  const [one, other] = each.columns.filter((own) => !NEVER_UNIQUE.includes(own.type));
  const pair =
    each.isPairUnique && one && other
      ? [`UniqueConstraint("${columnName(one)}", "${columnName(other)}")`]
      : [];
  const isToPair = all[index - 1]?.[1].key === 'pair';
  const foreign = [
    ...(isToPair && each.parent !== 'no' ? [foreignPair('above_', tableOf(all, index - 1))] : []),
    ...(isToPair && each.inherits === 'joined' ? [foreignPair('', tableOf(all, index - 1))] : []),
  ];
  return [...checks, ...pair, ...foreign];
}

function references(all: readonly Named[], index: number): string[] {
  const [name, each] = all[index]!;
  const before = all[index - 1];
  const lines: string[] = [];
  if (before && each.parent !== 'no') {
    const end = each.parent === 'optional' ? ' | None' : '';
    if (before[1].key === 'pair') {
      for (const part of Object.keys(KEYS.pair)) {
        lines.push(`above_${part}: Mapped[${KEY_TYPES[part]}${end}]`);
      }
    } else {
      const target = `ForeignKey("${tableOf(all, index - 1)}.id")`;
      lines.push(`above_id: Mapped[${pythonKey(before[1])}${end}] = mapped_column(${target})`);
    }
  }
  if (each.refersToItself && each.key !== 'pair') {
    const target = `ForeignKey("${name.toLowerCase()}.id")`;
    lines.push(`next_id: Mapped[${pythonKey(each)} | None] = mapped_column(${target})`);
  }
  return lines;
}

/** What is no column of its own data: a version, a time, relationships with the models beside it. */
function additions(all: readonly Named[], index: number): string[] {
  const [name, each] = all[index]!;
  const before = all[index - 1];
  const after = all[index + 1];
  const lines: string[] = [];
  if (each.isTouched) {
    const args = 'DateTime(timezone=True), server_default=func.now(), onupdate=func.now()';
    lines.push(`changed_at: Mapped[datetime.datetime] = mapped_column(${args})`);
  }
  if (before && each.parent !== 'no' && before[1].children !== 'no') {
    const end = each.parent === 'optional' ? ' | None' : '';
    const args = `back_populates="children", lazy="${each.lazy}"`;
    lines.push(`above: Mapped["${before[0]}${end}"] = relationship(${args})`);
  }
  if (after && after[1].parent !== 'no' && each.children !== 'no') {
    const cascade = each.children === 'cascade' ? ', cascade="all, delete-orphan"' : '';
    const args = `back_populates="above", lazy="${each.lazy}"${cascade}`;
    lines.push(`children: Mapped[list["${after[0]}"]] = relationship(${args})`);
  }
  const isBase = after !== undefined && after[1].inherits !== 'no';
  if (isBase) lines.push('kind: Mapped[str] = mapped_column(String(10))');
  if (each.isVersioned) lines.push('revision: Mapped[int] = mapped_column()');
  const mapperArgs = [
    ...(each.isVersioned ? ['"version_id_col": revision'] : []),
    ...(isBase ? ['"polymorphic_on": kind'] : []),
    ...(isBase || each.inherits !== 'no'
      ? [`"polymorphic_identity": "${name.toLowerCase()}"`]
      : []),
  ];
  if (mapperArgs.length > 0) lines.push(`__mapper_args__ = {${mapperArgs.join(', ')}}`);
  return lines;
}

function pythonKey({ key }: RandomModel): string {
  return key === 'uuid' ? 'uuid.UUID' : key === 'text' ? 'str' : 'int';
}
