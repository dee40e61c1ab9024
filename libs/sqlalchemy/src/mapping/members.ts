import { isMapped } from '../classes/mapped.js';
import { evaluate } from '../evaluate/expressions.js';
import { callFor, isDeclared } from '../evaluate/functions.js';
import { isCallOf, libraryName } from '../evaluate/library.js';
import type { Member } from '../evaluate/members.js';
import { findMember, ownMembers } from '../evaluate/members.js';
import type { Call, ClassValue, FunctionValue, Value } from '../evaluate/values.js';
import {
  annotationFrame,
  describe,
  frameOf,
  isNone,
  isString,
  unknown,
} from '../evaluate/values.js';
import { textOfCall } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';
import { decoratorText, parseExpression } from '../python/syntax.js';
import { readAnnotation, unpack } from './annotations.js';
import type { ColumnDefinition, Definition, DefinitionBase } from './mapped-class.js';
import { mayBeMapped } from './may-be-mapped.js';

/** Names that SQLAlchemy keeps to itself in the body of a class. */
const RESERVED = /^(?:metadata|type_annotation_map)$/;

/** What a member of a class means for the mapping of a class; undefined when nothing. */
export function define(member: Member, cls: ClassValue): Definition | undefined {
  if (!RESERVED.test(member.name)) return definitionOf(member, cls);
  // After the class, an attribute may have such a name: `Row.metadata = relationship(…)`.
  const found = member.isAdded && definitionOf(member, cls);
  // What cannot be read is MetaData, most likely.
  return found?.kind === 'unclear' ? undefined : found;
}

function definitionOf(member: Member, cls: ClassValue): Definition | undefined {
  const { name, owner, from } = member;
  if (/^__.*__$/.test(name)) return undefined;
  const origin = { source: owner.outer.source, offset: from };
  const annotation = readAnnotation(member);
  const base: DefinitionBase = {
    attribute: name,
    origin,
    owner,
    annotation,
    written: written(member),
  };
  const borrowed = borrowedFrom(member);
  if (borrowed)
    return {
      ...base,
      kind: 'unclear',
      reason: unknown(`it is a column of ${borrowed.name}`, origin),
    };
  const made = ofMember(member, base, cls);
  if (!made || made.kind === 'unclear' || !member.condition) return made;
  return { ...base, kind: 'unclear', reason: member.condition };
}

function ofMember(
  { value }: Member,
  base: DefinitionBase,
  cls: ClassValue,
): Definition | undefined {
  if (value === undefined) return bare(base);
  if (value.kind === 'function') return ofFunction(value, base, cls);
  return ofValue(value, base, cls);
}

/** What `id = Stamped.id` names, where it is a column of a class that is not mapped. */
function borrowedFrom({ value }: Member): ClassValue | undefined {
  if (value?.kind !== 'attribute' || value.base.kind !== 'class') return undefined;
  const found = findMember(value.base, value.name);
  const isColumn = isCallOf(found?.value, 'Column', 'mapped_column');
  return isColumn && !isMapped(found!.owner) ? found!.owner : undefined;
}

/** How the source says the type: the annotation, else the start of the value. */
function written({ annotation, value, owner }: Member): string {
  const { text } = owner.outer.source;
  const shown = annotation
    ? text.slice(annotation.from, annotation.to)
    : value?.kind === 'call'
      ? textOfCall(value.origin.source.text, value.origin.offset)
      : '';
  const line = shown.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function bare(base: DefinitionBase): Definition | undefined {
  const { annotation } = base;
  if (!annotation) return undefined;
  if (annotation.container !== undefined)
    return { ...base, kind: 'column', call: undefined, wrapper: undefined };
  if (annotation.type.kind === 'unknown' && base.written.includes('Mapped')) {
    return { ...base, kind: 'unclear', reason: annotation.type };
  }
  return undefined;
}

function ofValue(value: Value, base: DefinitionBase, cls: ClassValue): Definition | undefined {
  if (value.kind === 'unknown' && value.plain) return undefined;
  if (value.kind === 'unknown') return { ...base, kind: 'unclear', reason: value };
  if (value.kind !== 'call') return unclear(value, base);
  if (isField(value) && findMember(cls, '__sa_dataclass_metadata_key__'))
    return { ...base, kind: 'unclear', reason: unknown('its metadata is not read', base.origin) };
  if (value.callee.kind === 'attribute' && CHANGED_HYBRID.test(`x.${value.callee.name}`))
    return {
      ...base,
      kind: 'unclear',
      reason: unknown(`${describe(value)} is not evaluated`, base.origin),
    };
  const name = libraryName(value.callee);
  switch (name) {
    case 'Column':
    case 'mapped_column':
    case 'MappedColumn':
      return ofColumn(value, base);
    case 'deferred':
    case 'column_property': {
      const [column] = value.args;
      if (isCallOf(column, 'Column', 'mapped_column')) {
        return { ...ofColumn(column, base), wrapper: name };
      }
      if (column?.kind === 'unknown' && !column.plain)
        return { ...base, kind: 'unclear', reason: column };
      return { ...base, kind: 'property', property: 'column_property', call: value };
    }
    case 'query_expression':
      return { ...base, kind: 'property', property: 'column_property', call: value };
    case 'relationship':
    case 'relation':
    case 'dynamic_loader':
    case 'Relationship':
      return { ...base, kind: 'relationship', call: value };
    case 'composite':
      return value.args.length > 0 && value.args.every((part) => isNamed(part, base.owner))
        ? { ...base, kind: 'property', property: name, call: value }
        : {
            ...base,
            kind: 'unclear',
            reason: unknown('a composite may make columns', base.origin),
          };
    case 'synonym':
    case 'association_proxy':
      return { ...base, kind: 'property', property: name, call: value };
    case 'hybrid_property':
      return { ...base, kind: 'property', property: 'hybrid', call: value };
    case 'declared_attr': {
      const [fn] = value.args;
      return fn?.kind === 'function' ? declared(fn, base, cls) : undefined;
    }
    case undefined:
      break;
    default:
      return undefined;
  }
  if (value.callee.kind === 'symbol' && value.callee.missing) {
    return {
      ...base,
      kind: 'unclear',
      reason: unknown(`${describe(value.callee)} was not found`, value.origin),
    };
  }
  return unclear(value, base);
}

/** Whether a part of a composite is its class, or an attribute that the class has. */
function isNamed(part: Value, owner: ClassValue): boolean {
  if (part.kind === 'class' || isString(part) || part.kind === 'attribute') return true;
  return [...ownMembers(owner).values()].some(({ value }) => value === part);
}

/** `one = two = Column()` is one column, which is not followed; what is set after the class is another attribute. */
export function withoutDoubles(definitions: readonly Definition[]): Definition[] {
  return definitions.map((one): Definition => {
    const same = definitions.find(
      (other) =>
        one.kind === 'column' &&
        other.kind === 'column' &&
        one.call &&
        other !== one &&
        other.call === one.call,
    );
    if (!same) return one;
    const names = `'${one.attribute}' and '${same.attribute}'`;
    return { ...one, kind: 'unclear', reason: unknown(`${names} are one column`, one.origin) };
  });
}

/** What may be mapped, but is not followed. */
function unclear(value: Value, base: DefinitionBase): Definition | undefined {
  if (!mayBeMapped(value)) return undefined;
  const reason = unknown(`${describe(value)} is not evaluated`, base.origin);
  return { ...base, kind: 'unclear', reason };
}

/** `dataclasses.field(metadata={'sa': Column(…)})` */
function isField({ callee }: Call): boolean {
  return callee.kind === 'symbol' && callee.path === 'dataclasses.field';
}

function ofColumn(call: Call, base: DefinitionBase): ColumnDefinition {
  const flag = call.keywords.get('use_existing_column');
  const column: ColumnDefinition = { ...base, kind: 'column', call, wrapper: undefined };
  return flag?.kind === 'constant' && flag.value === true ? { ...column, shared: true } : column;
}

function ofFunction(
  fn: FunctionValue,
  base: DefinitionBase,
  cls: ClassValue,
): Definition | undefined {
  if (isDeclared(fn)) return declared(fn, base, cls);
  const nodes = decoratorsIn(base.owner, base.attribute);
  const hybrid: Definition = { ...base, kind: 'property', property: 'hybrid', call: undefined };
  if (nodes.some((node) => isHybrid(node, base.owner))) return hybrid;
  const { text } = base.owner.outer.source;
  for (const decorator of nodes.map((node) => decoratorText(text, node))) {
    if (!CHANGED_HYBRID.test(decorator)) continue;
    const [first = ''] = decorator.split('.');
    const own = decoratorsIn(base.owner, first);
    // `@title.inplace.expression`
    if (own.some((node) => isHybrid(node, base.owner))) return hybrid;
    if (own.length > 0) return undefined;
    // `@Named.title.getter` makes what the other class has: a hybrid, or a plain property.
    const reason = unknown(`the decorator ${decorator} is not evaluated`, base.origin);
    return { ...base, kind: 'unclear', reason };
  }
  return undefined;
}

/** The decorators of all functions by a name in the body of a class. */
function decoratorsIn({ scope }: ClassValue, name: string): readonly SyntaxNode[] {
  return scope.bindings?.names.get(name)?.flatMap(({ decorators }) => decorators ?? []) ?? [];
}

/** What makes another hybrid of one. */
const CHANGED_HYBRID = /^[\w.]+\.(?:getter|setter|expression|comparator|update_expression)\b/;

/** Whether a decorator is `hybrid_property`, by whatever name. */
function isHybrid(node: SyntaxNode, owner: ClassValue): boolean {
  const { source } = owner.outer;
  const text = decoratorText(source.text, node);
  if (/\bhybrid_property\b/.test(text)) return true;
  if (!/^\w+(?:\.\w+)*$/.test(text)) return false;
  const parsed = parseExpression(text);
  if (!parsed) return false;
  const frame = { ...frameOf(owner.outer), text: `(${text}\n)`, offset: node.from, late: true };
  return libraryName(evaluate(parsed, frame)) === 'hybrid_property';
}

/** `@declared_attr`: the attribute is what the function gives for the class. */
function declared(
  fn: FunctionValue,
  base: DefinitionBase,
  cls: ClassValue,
): Definition | undefined {
  const value = callFor(fn, cls, base.origin);
  if (isNone(value)) return undefined;
  const returns = fn.node.getChild('TypeDef')?.lastChild;
  const scope = base.owner.scope;
  // SQLAlchemy reads what functions of mixins return, but not those of the class itself.
  const annotation =
    returns && base.owner !== cls
      ? unpack(evaluate(returns, annotationFrame(scope)), scope, returns.from)
      : undefined;
  const shown = returns ? fn.frame.text.slice(returns.from, returns.to) : base.written;
  return ofValue(value, { ...base, annotation, written: shown }, cls);
}
