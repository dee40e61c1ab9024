import type { TypeName } from './column-types.js';

/** A place in a source file: lines and columns count from 1. */
export interface Place {
  /** The path of the file from the first root, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What cannot be known from the source: why, and where. Never a guess. */
export interface Unknown {
  readonly unknown: string;
  readonly at: Place;
}

/** Something that is either known, or unknown for a reason. */
export type Known<T> = T | Unknown;

/** Everything that the source of one mapped class says. Plain data. */
export interface ModelFacts {
  /** `blog.models.Article`. */
  readonly model: string;
  readonly name: string;
  /** The first paragraph of its docstring. */
  readonly about: string | null;
  readonly at: Place;
  /** Why the class may have attributes that are not listed. Empty: it has none. */
  readonly incomplete: readonly Unknown[];
  readonly table: Known<string>;
  readonly schema: Known<string | null>;
  /** Whether it is a view by its `info={"is_view": True}`, which only reads. */
  readonly view: Known<boolean>;
  readonly inheritance: InheritanceFacts | null;
  /** The attributes of the primary key, in its order. */
  readonly primaryKey: Known<readonly string[]>;
  readonly columns: readonly ColumnFacts[];
  /** Every unique key of its columns besides the primary one, also those of single columns. */
  readonly uniques: readonly UniqueFacts[];
  /** The unique indexes of those rows alone that meet a condition. */
  readonly partialUniques?: readonly PartialUniqueFacts[];
  /** The other indexes, but for partial ones: the columns of each, in its order, up to an expression. */
  readonly indexes: Known<readonly IndexFacts[]>;
  /** What every row must meet in the tables that it is stored in. */
  readonly checks: Known<readonly CheckFacts[]>;
  readonly relationships: readonly RelationshipFacts[];
  /** The attribute that counts the versions of a row. */
  readonly versionCounter: Known<string | null>;
  /** The attribute that tells subclasses apart, where the mapper fills it with the identity of this class. */
  readonly discriminator?: string;
  /** The class by which SQLAlchemy reads its rows from a UNION of tables, of which PostgreSQL locks none. */
  readonly union?: UnionClass;
  /** Whether it is mapped to a join of tables, and not to one of its own. */
  readonly join?: true;
  /** What else the class maps: hybrids, synonyms, column properties. */
  readonly properties: readonly PropertyFacts[];
  /**
   * What the constructor of a dataclass takes: `MappedAsDataclass`. Null for other classes, of which
   * SQLAlchemy's own constructor takes any attribute by its name.
   */
  readonly parameters: Known<readonly ParameterFacts[] | null>;
}

/** A class of `sqlalchemy.ext.declarative` that makes a UNION: for subclasses as well, or for the class that extends it. */
export type UnionClass = 'ConcreteBase' | 'AbstractConcreteBase';

/** An argument of a constructor. */
export interface ParameterFacts {
  readonly attribute: string;
  /** Whether the constructor has no default for it. Defaults of the column do not count. */
  readonly required: boolean;
  readonly at: Place;
}

export interface InheritanceFacts {
  readonly kind: 'single' | 'joined' | 'concrete';
  /** The model that this one extends. */
  readonly parent: string;
}

/** A mapped column. Each fact is known, or not, on its own. */
export interface ColumnFacts {
  readonly attribute: string;
  readonly column: Known<string>;
  /** The table that has the column: of several, the model's own. */
  readonly table: Known<string>;
  /** What a value is in Python. */
  readonly type: Known<TypeFacts>;
  /** What the column is for SQLAlchemy. */
  readonly sqlType: Known<SqlTypeFacts>;
  /** How the source says the type: `Mapped[str | None]`, `Column(String(30))`. */
  readonly written: string;
  readonly nullable: Known<boolean>;
  readonly length: Known<number | null>;
  readonly precision: Known<number | null>;
  readonly scale: Known<number | null>;
  readonly primaryKey: Known<boolean>;
  /** Whether the database counts it up: an integer key without a default. */
  readonly autoincrement: Known<boolean>;
  /** Whether no two rows share a value, by a key of this column alone. */
  readonly unique: Known<boolean>;
  readonly foreignKeys: Known<readonly ForeignKeyFacts[]>;
  readonly default: Known<DefaultFacts | null>;
  readonly onUpdate: Known<DefaultFacts | null>;
  readonly serverDefault: Known<DefaultFacts | null>;
  readonly serverOnUpdate: Known<DefaultFacts | null>;
  readonly computed: Known<ComputedFacts | null>;
  readonly identity: Known<IdentityFacts | null>;
  readonly deferred: Known<boolean>;
  /** The first paragraph of its `doc`, its `comment` or the docstring below it, where the source has one as text. */
  readonly about: string | null;
  readonly at: Place;
}

export interface TypeFacts {
  readonly name: TypeName;
  /** Of `list`, `set` and `range`: what they hold. */
  readonly items?: Known<TypeFacts>;
  readonly enum?: EnumFacts;
  /** Of `json`: what the annotation says of its values, where they are no objects: `Mapped[list[str]]`. */
  readonly holds?: TypeFacts;
  /** Of `object`: the class, which only the annotation names. */
  readonly class?: string;
}

export interface EnumFacts {
  /** The Python class; null when the values are listed as text. */
  readonly class: string | null;
  readonly members: Known<readonly EnumMemberFacts[]>;
  /** What the database stores, in order. */
  readonly stored: Known<readonly string[]>;
}

export interface EnumMemberFacts {
  readonly name: string;
  readonly value: Known<string | number | boolean | null>;
}

export interface SqlTypeFacts {
  /** `String`, `postgresql.JSONB`, or the path of a class of the project. */
  readonly name: string;
  readonly timezone?: Known<boolean>;
  /** Of an enum: whether PostgreSQL has a type for it. If not, its values are texts: `native_enum=False`. */
  readonly native?: Known<boolean>;
  /** The types that other databases use instead, by dialect. */
  readonly variants?: Readonly<Record<string, string>>;
}

export interface ForeignKeyFacts {
  /** `authors.id`, with the schema in front where there is one. */
  readonly target: Known<string>;
  readonly onDelete: Known<string | null>;
  readonly onUpdate: Known<string | null>;
  readonly at: Place;
}

export interface DefaultFacts {
  readonly kind: Known<'value' | 'function' | 'sql' | 'sequence' | 'fetched'>;
  /** The literal, the function's name or the SQL, where that is known. */
  readonly value?: string | number | boolean | null;
  /** Whether it is the current time. */
  readonly currentTime: Known<boolean>;
}

export interface ComputedFacts {
  readonly sql: Known<string>;
}

export interface IdentityFacts {
  /** Whether the database refuses values of its own: `GENERATED ALWAYS`. */
  readonly always: Known<boolean>;
}

export interface UniqueFacts {
  /** Names of columns, not of attributes. */
  readonly columns: Known<readonly string[]>;
  /** Whether it is only checked at the end of a transaction, if that asks for it. */
  readonly deferrable?: true;
  readonly at: Place;
}

export interface PartialUniqueFacts extends UniqueFacts {
  /** `deleted_at IS NULL` */
  readonly where: Known<string>;
}

export interface IndexFacts {
  /** Names of columns, not of attributes. */
  readonly columns: readonly string[];
  readonly at: Place;
}

export interface CheckFacts {
  /** `weekday BETWEEN 0 AND 6` */
  readonly sql: Known<string>;
  readonly table: Known<string>;
  readonly at: Place;
}

export interface RelationshipFacts {
  readonly attribute: string;
  /** The model that it leads to. */
  readonly target: Known<string>;
  readonly many: Known<boolean>;
  /** The table between, for many to many. */
  readonly secondary: Known<string | null>;
  /** The path of that table's variable or class, where its source tells: `blog.models.article_tags`. */
  readonly through?: string;
  /** The columns that `foreign_keys` names, without what stands before them. */
  readonly foreignKeys?: readonly string[];
  /** Whether it has a join of its own: `primaryjoin` or `secondaryjoin`. */
  readonly ownJoin?: true;
  /** Whether its foreign key is written by a statement of its own: `post_update`. */
  readonly postUpdate?: true;
  /** How related rows are read with the row, if they are. */
  readonly lazy?: 'joined' | 'selectin' | 'subquery';
  /** Whether a delete of the row deletes the related rows. */
  readonly cascades?: true;
  readonly at: Place;
}

export interface PropertyFacts {
  readonly attribute: string;
  readonly kind: 'hybrid' | 'synonym' | 'column_property' | 'composite' | 'association_proxy';
  /** Of a synonym: the attribute that it stands for. */
  readonly of?: Known<string>;
  /** Of a column property: whether a query of its own computes it. */
  readonly query?: true;
  readonly at: Place;
}

/** A `Table(…)` of a module that no class is mapped to. */
export interface TableFacts {
  readonly table: Known<string>;
  readonly schema: Known<string | null>;
  readonly at: Place;
}

/** A `Table(…)` between two models, by the path of its variable. */
export interface AssociationFacts extends TableFacts {
  readonly path: string;
  /** Its columns, and the columns that the foreign keys of each lead to. */
  readonly columns: readonly {
    readonly name: string;
    readonly targets: readonly Known<string>[];
  }[];
}

/** Something in a file that could not be read. */
export interface Problem {
  readonly message: string;
  readonly at: Place;
}

/** Whether a fact is unknown. */
export function isUnknown(fact: unknown): fact is Unknown {
  return typeof fact === 'object' && fact !== null && 'unknown' in fact;
}
