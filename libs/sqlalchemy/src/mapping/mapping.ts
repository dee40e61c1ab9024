import { isMapped, isSqlModel } from '../classes/mapped.js';
import { callFor, isDeclared } from '../evaluate/functions.js';
import type { Member } from '../evaluate/members.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf, linearise } from '../evaluate/mro.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone } from '../evaluate/values.js';
import type { ColumnFacts, InheritanceFacts, Known, Unknown } from '../facts.js';
import { isCopied, isOverridden, madeInstead } from './bare-annotations.js';
import { withoutChanged } from './column-changes.js';
import { readColumn } from './column.js';
import { incompleteness } from './incomplete.js';
import { unknownAt } from './known.js';
import type { ColumnDefinition, Definition, Mapping, TableArguments } from './mapped-class.js';
import { mappingOf, mappings } from './mapped-class.js';
import { isAbstractConcrete, mapperArgument } from './mapper-arguments.js';
import { define, withoutDoubles } from './members.js';
import { addedMembers } from './outside.js';
import { readColumnName } from './said.js';
import { withoutDifferences } from './shared-columns.js';
import { sqlModelDefinitions } from './sqlmodel.js';
import { readTableArguments } from './table-args.js';
import { mappedColumns, renamedByMapper } from './table-columns.js';
import { tableName } from './table-name.js';
import { isJoin, readTable } from './tables.js';

/** How one class is mapped: which attributes it has, and which table. */
class ClassMapping implements Mapping {
  /** The mapped class that this one extends. */
  readonly parent: Mapping | undefined;
  readonly inheritance: InheritanceFacts | null;
  readonly table: Known<string>;
  readonly arguments: TableArguments;
  /** What the class has as `__table__`. */
  private readonly fixed: Value | undefined;
  /** Of a `__table__`: what it is registered in. */
  readonly metadata: Value | undefined;
  /** What this class adds to the attributes of its parent. */
  readonly definitions: readonly Definition[];
  /** The columns that this class adds, in the order of its table. */
  readonly local: readonly ColumnDefinition[];
  private readonly byAttribute: ReadonlyMap<string, ColumnDefinition>;
  private byColumn: Map<string, ColumnDefinition> | undefined;
  private names: ReadonlySet<string> | undefined;
  readonly incomplete: readonly Unknown[];
  /** Attributes of the parent that the class hides with something that is no column. */
  private readonly hidden = new Set<string>();
  private readonly read = new Map<ColumnDefinition, ColumnFacts>();
  private readonly reading = new Set<ColumnDefinition>();

  constructor(readonly cls: ClassValue) {
    const extended = classesOf(cls).slice(1).find(isMapped);
    this.parent = extended && mappingOf(extended);
    this.fixed = findFixedTable(cls);
    const own = this.fixed ? readTable(this.fixed, cls) : undefined;
    const named = own?.name ?? tableName(cls, this.parent !== undefined);
    const concrete = isConcrete(cls);
    this.inheritance = this.parent
      ? {
          kind: concrete ? 'concrete' : named === null ? 'single' : 'joined',
          parent: `${this.parent.cls.module.name}.${this.parent.cls.name}`,
        }
      : null;
    this.table =
      named ?? this.parent?.table ?? unknownAt(`${cls.name} has no __tablename__`, cls.origin);
    const all = isSqlModel(cls) ? sqlModelDefinitions(cls) : this.scan();
    const isUnion = isAbstractConcrete(cls);
    // Its table is the union of those of the classes that extend it.
    const scanned = isUnion ? all.filter(({ kind }) => kind !== 'column') : all;
    const others = scanned.filter(({ kind }) => kind !== 'column');
    const renamed = renamedByMapper(cls);
    const mapped = own ? mappedColumns(own.columns, cls, others) : scanned;
    this.definitions = renamed.length > 0 ? others : mapped;
    this.local = this.definitions.filter((one) => one.kind === 'column');
    this.byAttribute = new Map(this.local.map((one) => [one.attribute, one]));
    this.metadata = own?.metadata;
    this.arguments = own?.arguments ?? readTableArguments(cls, named !== null);
    this.incomplete = [
      ...incompleteness(cls, this),
      ...(own?.incomplete ?? []),
      ...renamed,
      ...(isUnion
        ? [unknownAt('its columns are those of the classes that extend it', cls.origin)]
        : []),
    ];
  }

  /** Whether the class, or the one that it extends, has a join as its `__table__`. */
  isJoin(): boolean {
    return this.fixed ? isJoin(this.fixed) : (this.parent?.isJoin() ?? false);
  }

  /** Every mapped column: the parent's first. */
  columns(): readonly ColumnFacts[] {
    const found = new Map<string, ColumnFacts>();
    if (this.parent && this.inheritance?.kind !== 'concrete') {
      for (const column of this.parent.columns()) {
        if (!this.hidden.has(column.attribute)) found.set(column.attribute, column);
      }
    }
    for (const definition of this.local) found.set(definition.attribute, this.facts(definition));
    return [...found.values()];
  }

  /** The names of everything that the class has. */
  attributes(): ReadonlySet<string> {
    if (this.names) return this.names;
    const plain = [...ownMembers(this.cls).values()].filter(({ value }) => value !== undefined);
    this.names = new Set([
      ...this.definitions.map(({ attribute }) => attribute),
      ...plain.map(({ name }) => name),
      ...(this.parent?.attributes() ?? []),
    ]);
    return this.names;
  }

  /** The definition of an attribute, here or in a parent, with the mapping that has it. */
  find(attribute: string): { mapping: Mapping; definition: ColumnDefinition } | undefined {
    const definition = this.byAttribute.get(attribute);
    if (definition) return { mapping: this, definition };
    return this.hidden.has(attribute) ? undefined : this.parent?.find(attribute);
  }

  /** The definition of a column of this class's table. */
  findColumn(name: string): { mapping: Mapping; definition: ColumnDefinition } | undefined {
    const definition = this.named(name);
    if (definition) return { mapping: this, definition };
    return this.inheritance?.kind === 'single' ? this.parent?.findColumn(name) : undefined;
  }

  /** The definition of a column that this class adds. */
  named(column: string): ColumnDefinition | undefined {
    if (!this.byColumn) {
      this.byColumn = new Map();
      for (const each of this.local) {
        const name = readColumnName(each);
        // Of two columns of one name, the first.
        if (name !== undefined && !this.byColumn.has(name)) this.byColumn.set(name, each);
      }
    }
    return this.byColumn.get(column);
  }

  /** What is known of a column. A column that is asked for while it is read is unknown. */
  facts(definition: ColumnDefinition): ColumnFacts {
    const known = this.read.get(definition);
    if (known) return known;
    if (this.reading.has(definition)) return readColumn(definition, this, true);
    this.reading.add(definition);
    try {
      const made = withoutDifferences(readColumn(definition, this, false), definition, this);
      const facts = withoutChanged(made, definition, this.cls);
      this.read.set(definition, facts);
      return facts;
    } finally {
      this.reading.delete(definition);
    }
  }

  /** The attributes of the class body, then those of the mixins, as SQLAlchemy collects them. */
  private scan(): Definition[] {
    const { cls } = this;
    const found = new Map<string, Definition>();
    const taken = new Set<string>();
    for (const base of classesOf(cls)) {
      if (base !== cls && isMapped(base) && !isAbstractConcrete(base)) {
        for (const name of mappingOf(base).attributes()) taken.add(name);
        continue;
      }
      const members = [...ownMembers(base).values(), ...addedMembers(base)];
      for (const member of members) {
        if (!isCascading(member) && this.isTaken(member, taken, found)) continue;
        const isBare = base === cls && member.value === undefined;
        const definition = (isBare && madeInstead(member, cls)) || define(member, cls);
        if (definition) found.set(member.name, definition);
        else if (base === cls) this.hide(member);
      }
      // What only an annotation says is no attribute of the class, unless it is mapped.
      for (const { name, value } of members)
        if (value !== undefined || found.has(name)) taken.add(name);
    }
    return withoutDoubles([...found.values()]);
  }

  /** Whether a member adds nothing, because another class has something by its name. */
  private isTaken(
    member: Member,
    taken: ReadonlySet<string>,
    found: ReadonlyMap<string, Definition>,
  ): boolean {
    const { name, value, owner } = member;
    if (owner === this.cls) return value === undefined && isCopied(member, this.cls);
    return value === undefined ? found.has(name) || isOverridden(name, this.cls) : taken.has(name);
  }

  private hide({ name, value }: Member): void {
    if (value && !isNone(value)) this.hidden.add(name);
  }
}

/** `@declared_attr.cascading` is made anew for each class. */
function isCascading({ value }: Member): boolean {
  return (
    value?.kind === 'function' &&
    value.decorators.some((node) =>
      value.frame.text.slice(node.from, node.to).includes('.cascading'),
    )
  );
}

/** `__table__ = Table(…)` of the class itself, or what a function of a mixin makes for it. */
function findFixedTable(cls: ClassValue): Value | undefined {
  for (const base of classesOf(cls)) {
    if (base !== cls && isMapped(base)) return undefined;
    const value = ownMembers(base).get('__table__')?.value;
    if (value?.kind === 'function' && isDeclared(value)) return callFor(value, cls, cls.origin);
    if (value && base === cls && !isNone(value)) return value;
  }
  return undefined;
}

function isConcrete(cls: ClassValue): boolean {
  const said = mapperArgument(cls, 'concrete');
  if (said?.kind === 'constant') return Boolean(said.value);
  return linearise(cls).some(
    (base) => base.kind === 'symbol' && /\b(?:AbstractConcreteBase|ConcreteBase)$/.test(base.path),
  );
}

/** Maps classes for all files below. */
export function mapAll(): void {
  const known = new WeakMap<ClassValue, Mapping>();
  mappings.of = (cls) => {
    const found = known.get(cls) ?? new ClassMapping(cls);
    known.set(cls, found);
    return found;
  };
}
