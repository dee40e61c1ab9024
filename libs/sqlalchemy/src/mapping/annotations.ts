import { evaluate } from '../evaluate/expressions.js';
import { libraryName } from '../evaluate/library.js';
import type { Member } from '../evaluate/members.js';
import { isAnnotated } from '../evaluate/typing.js';
import type { NamedCall, Origin, Scope, Value } from '../evaluate/values.js';
import { annotationFrame, isNone, isString, unknown } from '../evaluate/values.js';
import { parseExpression } from '../python/syntax.js';

/** What an annotation says. */
export interface Annotation {
  /** `Mapped`, `DynamicMapped`, …; undefined when there is no such container. */
  readonly container: string | undefined;
  /** What is in the container, or the annotation itself. */
  readonly type: Value;
  readonly scope: Scope;
}

const CONTAINERS = new Set([
  'Mapped',
  'DynamicMapped',
  'WriteOnlyMapped',
  'MappedColumn',
  'MappedSQLExpression',
  'Relationship',
]);

/** Reads the annotation of a member of a class. */
export function readAnnotation(member: Member): Annotation | undefined {
  const { annotation, owner } = member;
  if (!annotation) return undefined;
  const { scope } = owner;
  return unpack(evaluate(annotation, annotationFrame(scope)), scope, annotation.from);
}

/** Reads an annotation that is not on a member: what a `declared_attr` returns. */
export function unpack(value: Value, scope: Scope, offset: number): Annotation {
  const plain = resolve(value, scope, { source: scope.source, offset });
  if (plain.kind === 'subscript') {
    const name =
      libraryName(plain.base) ?? (plain.base.kind === 'class' ? plain.base.name : undefined);
    if (name !== undefined && CONTAINERS.has(name)) {
      const inner =
        plain.args[0] ?? unknown('the annotation is empty', { source: scope.source, offset });
      return { container: name, type: resolve(inner, scope, plain.origin), scope };
    }
  }
  return { container: undefined, type: plain, scope };
}

/** An annotation as text stands for what it says. */
export function resolve(value: Value, scope: Scope, origin: Origin): Value {
  if (!isString(value)) return value;
  const node = parseExpression(value.value);
  if (!node) return unknown(`'${value.value}' is not an annotation`, origin);
  const text = `(${value.value}\n)`;
  const found = evaluate(node, { scope, text, offset: origin.offset, late: true, typing: true });
  return isString(found) ? unknown('the annotation is a string inside a string', origin) : found;
}

/** The members of `A | B`, `Union[A, B]` and `Optional[A]`; undefined when it is none of these. */
function unionMembers(value: Value): readonly Value[] | undefined {
  if (value.kind === 'union') return value.members;
  if (value.kind !== 'subscript' || value.base.kind !== 'symbol') return undefined;
  if (/^typing(?:_extensions)?\.Optional$/.test(value.base.path)) {
    return [...value.args, { kind: 'constant', value: null }];
  }
  return /^typing(?:_extensions)?\.Union$/.test(value.base.path) ? value.args : undefined;
}

/** Whether an annotation allows None; undefined when that cannot be told. */
export function includesNone(value: Value, scope: Scope): boolean | undefined {
  if (isNone(value)) return true;
  if (isString(value))
    return includesNone(resolve(value, scope, { source: scope.source, offset: 0 }), scope);
  const members = unionMembers(value);
  if (members) {
    const answers = members.map((member) => includesNone(member, scope));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  }
  if (value.kind === 'alias') return includesNone(value.value, scope);
  if (value.kind === 'subscript' && value.base.kind === 'alias')
    return includesNone(value.base, scope);
  if (isAnnotated(value)) return value.args[0] && includesNone(value.args[0], scope);
  if (isNewType(value)) return value.args[1] && includesNone(value.args[1], scope);
  return value.kind === 'unknown' ? undefined : false;
}

/** The annotation without None. */
export function withoutNone(value: Value, scope: Scope): Value {
  const members = unionMembers(value);
  if (!members) return value;
  const rest = members
    .map((member) => resolve(member, scope, { source: scope.source, offset: 0 }))
    .filter((member) => !isNone(member));
  // Unions inside of unions are one union.
  const flat = rest.flatMap((member) => {
    const inner = withoutNone(member, scope);
    return inner.kind === 'union' ? inner.members : [inner];
  });
  return flat.length === 1 ? flat[0]! : { kind: 'union', members: flat };
}

/** `UserId = NewType('UserId', int)` */
export function isNewType(value: Value): value is NamedCall {
  return (
    value.kind === 'call' &&
    value.callee.kind === 'symbol' &&
    /^typing(?:_extensions)?\.NewType$/.test(value.callee.path)
  );
}
