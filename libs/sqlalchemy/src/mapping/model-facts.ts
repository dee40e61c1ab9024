import { docstringOf } from '../classes/docstrings.js';
import { findMember } from '../evaluate/members.js';
import { linearise } from '../evaluate/mro.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known, ModelFacts, PropertyFacts, UnionClass, Unknown } from '../facts.js';
import { possibleBackrefs } from './backrefs.js';
import { checksOf } from './checks.js';
import { parametersOf } from './dataclass.js';
import { indexesOf } from './indexes.js';
import { attributeOfColumn, partialUniquesOf, primaryKeyOf, uniquesOf } from './keys.js';
import { asString, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';
import { mappingOf, owner } from './mapped-class.js';
import { isAbstractConcrete, mapperArgument } from './mapper-arguments.js';
import { readNeighbours, readPackages, registryOf } from './registry.js';
import { relationshipsOf } from './relationships.js';
import { isView, schemaOf } from './table-options.js';
import { touchesOf } from './touched.js';

/** Everything that the source of a mapped class says. */
export function modelFacts(cls: ClassValue): ModelFacts {
  readPackages(cls.module);
  const mapping = mappingOf(cls);
  const partialUniques = partialUniquesOf(mapping);
  const first = owner(mapping).cls;
  // Classes in other modules may take over its columns, and change whether they can be NULL.
  if (mapperArgument(first, 'polymorphic_on')) readNeighbours(first.module);
  const { source, offset } = cls.origin;
  return {
    model: describe(cls),
    name: cls.name,
    about: docstringOf(cls),
    at: source.place(offset),
    incomplete: [...mapping.incomplete, ...additionsByOthers(cls)],
    table: mapping.table,
    schema: schemaOf(mapping),
    view: isView(mapping),
    inheritance: mapping.inheritance,
    primaryKey: primaryKeyOf(mapping),
    columns: mapping.columns(),
    uniques: uniquesOf(mapping),
    ...(partialUniques.length > 0 && { partialUniques }),
    indexes: indexesOf(mapping),
    checks: checksOf(mapping),
    relationships: relationshipsOf(mapping),
    versionCounter: versionCounter(mapping),
    ...discriminator(mapping),
    ...unionOf(cls),
    ...(mapping.isJoin() && { join: true }),
    properties: propertiesOf(mapping),
    parameters: parametersOf(cls),
  };
}

/** What other code may add to a class. */
function additionsByOthers(cls: ClassValue): Unknown[] {
  const session = cls.module.all;
  return touchesOf(cls, possibleBackrefs(session), registryOf(session).names());
}

/** `__mapper_args__ = {'version_id_col': version}` */
function versionCounter(mapping: Mapping): Known<string | null> {
  const value = mapperArgument(mapping.cls, 'version_id_col');
  if (!value || isNone(value)) return mapping.parent ? versionCounter(mapping.parent) : null;
  if (value.kind === 'unknown') return unknownAt(value.reason, value.origin);
  return (
    attributeOfColumn(value, mapping) ??
    unknownAt(`the version counter ${describe(value)} is not evaluated`, mapping.cls.origin)
  );
}

/** `__mapper_args__ = {'polymorphic_on': 'kind', 'polymorphic_identity': 'van'}` */
function discriminator(mapping: Mapping): { discriminator?: string } {
  if (!isKnownValue(mapperArgument(mapping.cls, 'polymorphic_identity'))) return {};
  for (let at: Mapping | undefined = mapping; at; at = at.parent) {
    const value = mapperArgument(at.cls, 'polymorphic_on');
    const attribute = isKnownValue(value) ? attributeOfColumn(value, at) : undefined;
    if (attribute !== undefined) return { discriminator: attribute };
  }
  return {};
}

/** `class Employee(ConcreteBase, Base)`: queries of its subclasses select from a UNION, too, if only of their own table. */
function unionOf(cls: ClassValue): { union?: UnionClass } {
  if (isConcreteBase(cls)) return { union: 'ConcreteBase' };
  return isAbstractConcrete(cls) ? { union: 'AbstractConcreteBase' } : {};
}

function isConcreteBase(cls: ClassValue): boolean {
  return linearise(cls).some(
    (base) => base.kind === 'symbol' && base.path.endsWith('.ConcreteBase'),
  );
}

function isKnownValue(value: Value | undefined): value is Value {
  return value !== undefined && value.kind !== 'unknown' && !isNone(value);
}

function propertiesOf(mapping: Mapping): PropertyFacts[] {
  const found = new Map<string, PropertyFacts>();
  const { cls } = mapping;
  if (isConcreteBase(cls)) {
    const said = findMember(cls, '_concrete_discriminator_name')?.value;
    const attribute = isString(said) ? said.value : 'type';
    const at = cls.origin.source.place(cls.origin.offset);
    found.set(attribute, { attribute, kind: 'column_property', at });
  }
  for (const one of mapping.parent ? propertiesOf(mapping.parent) : [])
    found.set(one.attribute, one);
  for (const definition of mapping.definitions) {
    const { attribute, origin } = definition;
    found.delete(attribute);
    if (definition.kind !== 'property') continue;
    const { property, call } = definition;
    const base = { attribute, kind: property, at: origin.source.place(origin.offset) };
    const of = call?.args[0];
    found.set(attribute, {
      ...base,
      ...(property === 'synonym' && of && { of: asString(of, origin) }),
      ...(property === 'column_property' && of && hasQuery(of) && { query: true }),
    });
  }
  return [...found.values()];
}

/** Whether SQL has a SELECT of its own. */
function hasQuery(value: Value): boolean {
  switch (value.kind) {
    case 'symbol':
      return /^sqlalchemy\.(?:\w+\.)*(?:select|exists)$/.test(value.path);
    case 'constant':
      return typeof value.value === 'string' && /\bselect\b/i.test(value.value);
    case 'attribute':
      return hasQuery(value.base);
    case 'sequence':
      return value.items.some(hasQuery);
    case 'call':
      return [value.callee, ...value.args, ...value.keywords.values()].some(hasQuery);
    default:
      return false;
  }
}
