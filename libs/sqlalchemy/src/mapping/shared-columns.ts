import { classesOf } from '../evaluate/mro.js';
import { isCallOf } from '../evaluate/library.js';
import type { ColumnFacts } from '../facts.js';
import { readColumn, readColumnName } from './column.js';
import type { Mapping } from './mapping.js';
import { mappingOf } from './mapping.js';
import type { ColumnDefinition } from './members.js';
import { registryOf } from './registry.js';

/**
 * The facts of a column that other classes of the same table may make, too: the class that comes first
 * decides. Undefined for all other columns.
 */
export function sharedColumn(
  definition: ColumnDefinition,
  mapping: Mapping,
): ColumnFacts | undefined {
  if (!definition.shared && !registryOf(mapping.cls.module.all).hasSharing()) return undefined;
  const name = readColumnName(definition);
  if (name === undefined) return undefined;
  const own = readColumn(definition, mapping, false);
  const { before, after, elsewhere } = siblings(name, mapping);
  const all = [...before, { definition, facts: own }, ...after, ...elsewhere];
  if (!all.some((one) => one.definition.shared)) return undefined;
  const { attribute, written, deferred, about, at } = own;
  const first = { ...all[0]!.facts, attribute, written, deferred, about, at };
  const found = elsewhere.reduce((facts, other) => agreeing(facts, other.facts), first);
  return all.every((one) => agreesOnNull(one, found))
    ? found
    : { ...found, nullable: { unknown: 'the classes of its table define it differently', at } };
}

interface Sibling {
  readonly definition: ColumnDefinition;
  readonly facts: ColumnFacts;
}

/** The columns of that name of the other classes with the table: in this module, and in others. */
function siblings(name: string, mapping: Mapping) {
  const { cls } = mapping;
  const before: Sibling[] = [];
  const after: Sibling[] = [];
  const elsewhere: Sibling[] = [];
  for (const other of registryOf(cls.module.all).family(mapping)) {
    if (other === cls) continue;
    const sibling = mappingOf(other);
    const definition = sibling.named(name);
    if (!definition) continue;
    const found = { definition, facts: readColumn(definition, sibling, false) };
    // A class that the other one extends always comes first.
    if (classesOf(cls).includes(other)) before.unshift(found);
    else if (classesOf(other).includes(cls)) after.push(found);
    else if (other.module !== cls.module) elsewhere.push(found);
    else if (other.origin.offset < cls.origin.offset) before.push(found);
    else after.push(found);
  }
  return { before, after, elsewhere };
}

/** `use_existing_column` takes the column, and changes whether it can be NULL to what its annotation says. */
function agreesOnNull({ definition, facts }: Sibling, found: ColumnFacts): boolean {
  const { call, shared, annotation } = definition;
  const restates =
    shared &&
    isCallOf(call, 'mapped_column') &&
    annotation !== undefined &&
    !call.keywords.has('nullable');
  return !restates || told(facts.nullable) === told(found.nullable);
}

/** Which module is imported first is not known, so neither is what their columns differ in. */
function agreeing(facts: ColumnFacts, other: ColumnFacts): ColumnFacts {
  const reason = `it depends on whether this module or ${other.at.file} is imported first`;
  const lost = COLUMN.flatMap((key) =>
    told(other[key]) === told(facts[key])
      ? []
      : [[key, { unknown: reason, at: facts.at }] as const],
  );
  return { ...facts, ...(Object.fromEntries(lost) as Partial<ColumnFacts>) };
}

/** The facts of the column itself, rather than of the attribute. */
const COLUMN = [
  'type',
  'sqlType',
  'nullable',
  'length',
  'precision',
  'scale',
  'primaryKey',
  'autoincrement',
  'unique',
  'foreignKeys',
  'default',
  'onUpdate',
  'serverDefault',
  'serverOnUpdate',
  'computed',
  'identity',
] as const satisfies readonly (keyof ColumnFacts)[];

/** A fact without the place that it is from. */
function told(fact: unknown): string {
  return JSON.stringify(fact, (key, value: unknown) => (key === 'at' ? undefined : value));
}
