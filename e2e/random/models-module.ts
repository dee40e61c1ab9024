import {
  COLUMN_TYPES,
  FEW_VALUES,
  NEVER_UNIQUE,
  SERVER_DEFAULTS,
  type RandomColumn,
  type RandomModel,
} from './random-models.js';

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
    MERRY = "glad"
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
    add(keyColumns(each));
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
  return keyColumns(each);
}

function keyColumns({ key }: RandomModel): string[] {
  return Object.entries(KEYS[key]).map(([column, said]) => `${column}: ${said}`);
}

function foreignPair(columns: string, table: string): string {
  return `ForeignKeyConstraint(["${columns}place", "${columns}number"], ["${table}.place", "${table}.number"])`;
}

function columnCode(own: RandomColumn): string {
  const { type, nullable, default: kind, isUnique, isDeferred } = own;
  const { python, defaults, ...rest } = COLUMN_TYPES[type];
  const isFull = FEW_VALUES.includes(type) && !nullable;
  const canBeUnique = isUnique && !isFull && !NEVER_UNIQUE.includes(type);
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
  const isBase = after !== undefined && after[1].inherits !== 'no';
  if (each.isTouched) {
    const args = 'DateTime(timezone=True), server_default=func.now(), onupdate=func.now()';
    lines.push(`changed_at: Mapped[datetime.datetime] = mapped_column(${args})`);
  }
  if (before && each.parent !== 'no' && before[1].children !== 'no') {
    const end = each.parent === 'optional' ? ' | None' : '';
    // Rows that a base class reads along may read its own again, which is refused.
    const lazy = isBase ? 'select' : each.lazy;
    const args = `back_populates="children", lazy="${lazy}"`;
    lines.push(`above: Mapped["${before[0]}${end}"] = relationship(${args})`);
  }
  if (after && after[1].parent !== 'no' && each.children !== 'no') {
    const cascade = each.children === 'cascade' ? ', cascade="all, delete-orphan"' : '';
    const args = `back_populates="above", lazy="${each.lazy}"${cascade}`;
    lines.push(`children: Mapped[list["${after[0]}"]] = relationship(${args})`);
  }
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
