import type { Call, ClassValue, Origin, UnknownValue, Value } from '../evaluate/values.js';
import type { ColumnFacts, InheritanceFacts, Known, PropertyFacts, Unknown } from '../facts.js';
import type { Annotation } from './annotations.js';

export interface DefinitionBase {
  readonly attribute: string;
  readonly origin: Origin;
  readonly owner: ClassValue;
  readonly annotation: Annotation | undefined;
  /** How the source says it. */
  readonly written: string;
}

/** A column that the class says; `call` is undefined for a bare `x: Mapped[int]`. */
export interface ColumnDefinition extends DefinitionBase {
  readonly kind: 'column';
  readonly call: Call | undefined;
  /** What the column is given to: of `deferred(mapped_column(…))`, SQLAlchemy takes only the type from the annotation. */
  readonly wrapper: 'deferred' | 'column_property' | undefined;
  /** Whether a class of the same table may have made the column before, which is then this one. */
  readonly shared?: boolean;
}

export interface RelationshipDefinition extends DefinitionBase {
  readonly kind: 'relationship';
  readonly call: Call;
}

export interface PropertyDefinition extends DefinitionBase {
  readonly kind: 'property';
  readonly property: PropertyFacts['kind'];
  readonly call: Call | undefined;
}

/** Something that may be a column. */
export interface UnclearDefinition extends DefinitionBase {
  readonly kind: 'unclear';
  readonly reason: UnknownValue;
}

export type Definition =
  ColumnDefinition | RelationshipDefinition | PropertyDefinition | UnclearDefinition;

/** The keys, checks and indexes that a table says besides its columns. */
export interface TableArguments {
  readonly primaryKey: Call | undefined;
  readonly uniques: readonly Call[];
  readonly uniqueIndexes: readonly Call[];
  readonly partialUniques: readonly Call[];
  /** The others, but for partial ones. */
  readonly indexes: readonly Call[];
  readonly checks: readonly Call[];
  readonly foreignKeys: readonly Call[];
  readonly schema: Value | undefined;
  readonly info: Value | undefined;
  /** Why there may be more of them. */
  readonly unclear: UnknownValue | undefined;
}

/** How one class is mapped: which attributes it has, and which table. */
export interface Mapping {
  readonly cls: ClassValue;
  /** The mapped class that this one extends. */
  readonly parent: Mapping | undefined;
  readonly inheritance: InheritanceFacts | null;
  readonly table: Known<string>;
  readonly arguments: TableArguments;
  /** Of a `__table__`: what it is registered in. */
  readonly metadata: Value | undefined;
  /** What this class adds to the attributes of its parent. */
  readonly definitions: readonly Definition[];
  /** The columns that this class adds, in the order of its table. */
  readonly local: readonly ColumnDefinition[];
  readonly incomplete: readonly Unknown[];
  /** Whether the class, or the one that it extends, has a join as its `__table__`. */
  isJoin(): boolean;
  /** Every mapped column: the parent's first. */
  columns(): readonly ColumnFacts[];
  /** The names of everything that the class has. */
  attributes(): ReadonlySet<string>;
  /** The definition of an attribute, here or in a parent, with the mapping that has it. */
  find(attribute: string): Located | undefined;
  /** The definition of a column of this class's table. */
  findColumn(name: string): Located | undefined;
  /** The definition of a column that this class adds. */
  named(column: string): ColumnDefinition | undefined;
  /** What is known of a column. A column that is asked for while it is read is unknown. */
  facts(definition: ColumnDefinition): ColumnFacts;
}

interface Located {
  readonly mapping: Mapping;
  readonly definition: ColumnDefinition;
}

/**
 * Columns and relationships lead to other classes, which have columns and relationships. `mapping.ts` puts its function
 * here, so that the files below it need not import it.
 */
export const mappings = {} as { of: (cls: ClassValue) => Mapping };

/** How a class is mapped; read once. */
export function mappingOf(cls: ClassValue): Mapping {
  return mappings.of(cls);
}

/** The mapping whose table a class has: its own, or its parent's where they share one. */
export function owner(mapping: Mapping): Mapping {
  const { parent, inheritance } = mapping;
  const shared =
    inheritance?.kind === 'single' || (parent !== undefined && parent.table === mapping.table);
  return shared && parent ? owner(parent) : mapping;
}
