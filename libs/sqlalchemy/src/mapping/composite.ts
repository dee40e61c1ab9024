import { decoratorsOf } from '../classes/mapped.js';
import type { Member } from '../evaluate/members.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { constant, describe, isString, unknown } from '../evaluate/values.js';
import { readAnnotation, withoutNone } from './annotations.js';
import { columnArguments } from './column-arguments.js';
import type { ColumnDefinition, Definition, PropertyDefinition } from './members.js';

/** The columns that `composite(Point, mapped_column('x'), …)` adds, besides those that it only names. */
export function compositeColumns(definition: PropertyDefinition): Definition[] {
  const { call, owner, origin } = definition;
  if (!call) return [];
  const unclear = (reason: string): Definition[] => [
    { ...definition, kind: 'unclear', reason: unknown(reason, origin) },
  ];
  if (call.open) return unclear(call.open.reason);
  const isFirst = call.args[0] !== undefined && !isPart(call.args[0]);
  const type = isFirst ? call.args[0] : annotatedClass(definition);
  const parts = isFirst ? call.args.slice(1) : call.args;
  const fields = type?.kind === 'class' ? fieldsOf(type) : undefined;
  if (fields === 'unknown' || (!fields && parts.length === 0)) {
    return unclear(type ? `the fields of ${describe(type)} are not known` : 'it names no columns');
  }
  const template = call.keywords.get('column_template');
  const found: Definition[] = [];
  for (let index = 0; index < Math.max(parts.length, fields?.length ?? 0); index += 1) {
    const part = parts[index];
    const field = fields?.[index];
    if (part && isOfClass(part, owner)) continue;
    if (part && !isCallOf(part, 'Column', 'mapped_column')) {
      if (part.kind === 'unknown') return unclear(part.reason);
      continue;
    }
    const name = nameOf(part, field?.name, template);
    if (name === undefined) return unclear('the name of one of its columns is not known');
    found.push(columnOf(definition, name, part, field));
  }
  return found;
}

function columnOf(
  definition: PropertyDefinition,
  attribute: string,
  part: Value | undefined,
  field: Member | undefined,
): ColumnDefinition {
  const read = field && readAnnotation(field);
  return {
    ...definition,
    kind: 'column',
    attribute,
    // As if the class had the field of the dataclass itself.
    annotation: read && { ...read, container: 'Mapped' },
    call: isCallOf(part, 'Column', 'mapped_column') ? part : undefined,
    wrapper: undefined,
  };
}

/** What a column is called: by itself, by the template, like the field. */
function nameOf(
  part: Value | undefined,
  field: string | undefined,
  template: Value | undefined,
): string | undefined {
  if (!isCallOf(part, 'Column', 'mapped_column')) {
    if (!template || field === undefined) return field;
    return isString(template) ? template.value.replace('%s', () => field) : undefined;
  }
  const { name = constant(field ?? null), open } = columnArguments(part);
  return isString(name) && !open ? name.value : undefined;
}

/** Whether an argument is a column or its name, not the class of the composite. */
function isPart(value: Value): boolean {
  return (
    isString(value) || isCallOf(value, 'Column', 'mapped_column') || value.kind === 'attribute'
  );
}

/** Whether a column is an attribute of the class already: `composite(Point, x, y)`. */
function isOfClass(part: Value, owner: ClassValue): boolean {
  return [...ownMembers(owner).values()].some(
    ({ value }) =>
      value === part ||
      (value?.kind === 'call' &&
        part.kind === 'call' &&
        value.origin.source === part.origin.source &&
        value.origin.offset === part.origin.offset),
  );
}

function annotatedClass({ annotation }: PropertyDefinition): Value | undefined {
  return annotation && withoutNone(annotation.type, annotation.scope);
}

/** The fields of a dataclass, in order; undefined for another class. */
function fieldsOf(cls: ClassValue): readonly Member[] | 'unknown' | undefined {
  const bases = classesOf(cls).filter(isDataclass).reverse();
  if (bases.length === 0) return undefined;
  if (bases.some((base) => ownMembers(base).has('__init__'))) return 'unknown';
  const fields = new Map<string, Member>();
  for (const base of bases)
    for (const member of ownMembers(base).values())
      if (member.annotation) fields.set(member.name, member);
  const members = [...fields.values()];
  return members.every(isPlainField) ? members : 'unknown';
}

function isDataclass(cls: ClassValue): boolean {
  return decoratorsOf(cls).some((each) => /(?:^|\.)dataclasses\.dataclass$/.test(describe(each)));
}

/** Whether a field is surely a parameter of the constructor. */
function isPlainField(member: Member): boolean {
  const type = readAnnotation(member)?.type;
  if (!type || /\b(?:ClassVar|KW_ONLY|InitVar)\b/.test(describe(type))) return false;
  const { value } = member;
  if (value?.kind !== 'call') return true;
  return describe(value.callee) === 'dataclasses.field' && !value.open && !isReordered(value);
}

/** Whether the constructor takes a field in another place, or not at all. */
function isReordered({ keywords }: Call): boolean {
  return keywords.has('init') || keywords.has('kw_only');
}
