import { linearise } from './mro.js';
import { isTypeName } from '../column-types.js';
import type { Call, ClassValue, NamedCall, Value } from './values.js';

/** What SQLAlchemy exports besides its types, as far as models use it. */
const EXPORTS = new Set(
  `Column Table ForeignKey ForeignKeyConstraint PrimaryKeyConstraint UniqueConstraint CheckConstraint Index
  MetaData Sequence Identity Computed FetchedValue DefaultClause DDL TypeDecorator Mapped DynamicMapped
  WriteOnlyMapped DeclarativeBase DeclarativeBaseNoMeta MappedAsDataclass func text null true false desc asc
  and_ or_ not_ case cast literal literal_column select column table event inspect relationship relation backref
  mapped_column synonym deferred column_property composite query_expression validates declared_attr
  has_inherited_table declarative_mixin aliased dynamic_loader registry orm exists quoted_name distinct between
  Range MultiRange ExcludeConstraint type_coerce extract tuple_ nullsfirst nullslast remote foreign session`.split(
    /\s+/,
  ),
);

/** Whether SQLAlchemy exports something by a name. */
export function isExported(name: string): boolean {
  return EXPORTS.has(name) || isTypeName(name);
}

const LIBRARY = /^(?:sqlalchemy|sqlmodel)\.(?:.*\.)?(\w+)$/;

/** Models name the same few hundred things of SQLAlchemy again and again. */
const libraryNames = new Map<string, string | undefined>();

function libraryNameOf(path: string): string | undefined {
  if (libraryNames.has(path)) return libraryNames.get(path);
  const name = LIBRARY.exec(path)?.[1];
  libraryNames.set(path, name);
  return name;
}

/**
 * The name by which SQLAlchemy exports something, wherever it was imported from: `Column` for
 * `sqlalchemy.Column` and `sqlalchemy.sql.schema.Column`. For a class of the project that extends
 * such a thing, the name of the latter.
 */
export function libraryName(value: Value | undefined): string | undefined {
  const path = value && libraryPath(value);
  return path === undefined ? undefined : libraryNameOf(path);
}

function libraryPath(value: Value): string | undefined {
  if (value.kind === 'symbol') return value.path;
  if (value.kind === 'subscript') return libraryPath(value.base);
  if (value.kind !== 'class') return undefined;
  const base = linearise(value).find(
    (one) => one.kind === 'symbol' && libraryNameOf(one.path) !== undefined,
  );
  return base?.kind === 'symbol' ? base.path : undefined;
}

/** The call of something of SQLAlchemy that has one of these names. */
export function isCallOf(
  value: Value | undefined,
  ...names: readonly string[]
): value is NamedCall {
  return value?.kind === 'call' && names.includes(libraryName(value.callee) ?? '');
}

/** The dialect of `sqlalchemy.dialects.postgresql.JSONB`, or of a class of the project that extends it. */
export function dialectOf(value: Value): string | undefined {
  return /\.dialects\.(\w+)\./.exec(libraryPath(value) ?? '')?.[1];
}

/** `db = SQLAlchemy(app)` of Flask-SQLAlchemy, which has all of SQLAlchemy's names. */
export function isFlaskDatabase(value: Call): boolean {
  const { callee } = value;
  if (callee.kind === 'symbol') return callee.path === 'flask_sqlalchemy.SQLAlchemy';
  return callee.kind === 'class' && extendsSymbol(callee, /^flask_sqlalchemy\.SQLAlchemy$/);
}

/** Whether a class extends something by a path like this. */
export function extendsSymbol(cls: ClassValue, path: RegExp): boolean {
  return linearise(cls).some((base) => base.kind === 'symbol' && path.test(base.path));
}
