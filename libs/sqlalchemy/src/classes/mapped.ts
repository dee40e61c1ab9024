import { evaluate } from '../evaluate/expressions.js';
import { libraryName } from '../evaluate/library.js';
import { ownMembers } from '../evaluate/members.js';
import type { Base } from '../evaluate/mro.js';
import { classesOf, classKeyword, linearise, resolveBases } from '../evaluate/mro.js';
import { truth } from '../evaluate/truth.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { frameOf } from '../evaluate/values.js';
import { isOpaque } from '../modules/opaque.js';
import type { SyntaxNode } from '../python/syntax.js';
import { decoratorText, parseExpression } from '../python/syntax.js';

/** Classes that make those that extend them directly a base of models. */
const DECLARATIVE =
  /^sqlalchemy\.(?:.*\.)?(?:DeclarativeBase|DeclarativeBaseNoMeta|declarative_base|generate_base|automap_base)$/;

const mapped = new WeakMap<ClassValue, boolean>();

/** Whether SQLAlchemy maps a class to a table, rather than taking it for a mixin or a base. */
export function isMapped(cls: ClassValue): boolean {
  const known = mapped.get(cls);
  if (known !== undefined) return known;
  mapped.set(cls, false);
  const answer = decide(cls);
  mapped.set(cls, answer);
  return answer;
}

function decide(cls: ClassValue): boolean {
  if (decoratorsOf(cls).some((decorator) => isMappingDecorator(decorator))) return true;
  const abstract = ownMembers(cls).get('__abstract__')?.value;
  if (abstract && truth(abstract) === true) return false;
  if (isSqlModel(cls)) return isTable(cls);
  if (isBase(cls)) return false;
  const extended = linearise(cls).slice(1);
  if (extended.some((base) => (base.kind === 'class' ? isBase(base) : isFlaskModel(base))))
    return true;
  // Its base cannot be read, but only a model names a table.
  return extended.some(isLost) && namesTable(cls);
}

function isFlaskModel(base: Base): boolean {
  return base.kind === 'symbol' && base.path === 'flask_sqlalchemy.Model';
}

function isLost(base: Base): boolean {
  return (
    base.kind === 'unknown' ||
    (base.kind === 'symbol' && !isOpaque(base.path) && !base.path.startsWith('builtins.'))
  );
}

/** Whether a class says `__tablename__` and has columns. */
function namesTable(cls: ClassValue): boolean {
  return (
    [...ownMembers(cls).values()].some(
      ({ value }) =>
        value?.kind === 'call' &&
        /^(?:Column|mapped_column)$/.test(libraryName(value.callee) ?? ''),
    ) && classesOf(cls).some((base) => ownMembers(base).has('__tablename__'))
  );
}

/** Whether a class is what models extend: `class Base(DeclarativeBase)`. */
export function isBase(cls: ClassValue): boolean {
  const direct = resolveBases(cls).some(
    (base) => base.kind === 'symbol' && DECLARATIVE.test(base.path),
  );
  if (direct) return true;
  if (decoratorsOf(cls).some(isBaseDecorator)) return true;
  const meta = classKeyword(cls, 'metaclass');
  return meta !== undefined && /\bDeclarativeMeta$/.test(metaName(meta));
}

/** `@as_declarative()`, `@registry.as_declarative_base` */
function isBaseDecorator(decorator: Value): boolean {
  const name = nameOf(decorator);
  return name === 'as_declarative' || name === 'as_declarative_base';
}

function metaName(value: Value): string {
  if (value.kind === 'symbol') return value.path;
  if (value.kind !== 'class') return '';
  const found = linearise(value).find(
    (base) => base.kind === 'symbol' && base.path.endsWith('DeclarativeMeta'),
  );
  return found?.kind === 'symbol' ? found.path : '';
}

/** Whether a class extends SQLModel. */
export function isSqlModel(cls: ClassValue): boolean {
  return linearise(cls).some(
    (base) => base.kind === 'symbol' && /^sqlmodel\.(?:main\.)?SQLModel$/.test(base.path),
  );
}

/** `class Hero(SQLModel, table=True)`; a class that extends such a one is not mapped by itself. */
function isTable(cls: ClassValue): boolean {
  const table = classKeyword(cls, 'table');
  if (!table || truth(table) !== true) return false;
  return !classesOf(cls).slice(1).some(isMapped);
}

/** What the decorators of a class stand for, called or not. */
export function decoratorsOf(cls: ClassValue): Value[] {
  return cls.decorators.map((node) => decoratorValue(cls, node));
}

/** The decorators of a class with what they are called with. */
export function decoratorCallsOf(cls: ClassValue): Value[] {
  return cls.decorators.map((node) =>
    evaluateText(decoratorText(cls.outer.source.text, node), cls, node.from),
  );
}

function decoratorValue(cls: ClassValue, node: SyntaxNode): Value {
  return evaluateText(
    decoratorText(cls.outer.source.text, node).replace(/\([^]*$/, ''),
    cls,
    node.from,
  );
}

function evaluateText(text: string, cls: ClassValue, offset: number): Value {
  const node = parseExpression(text);
  const frame = { ...frameOf(cls.outer), text: `(${text}\n)`, offset, late: true };
  return node ? evaluate(node, frame) : { kind: 'constant', value: null };
}

function isMappingDecorator(value: Value): boolean {
  const name = nameOf(value);
  return name === 'mapped' || name === 'mapped_as_dataclass';
}

function nameOf(value: Value): string | undefined {
  if (value.kind === 'symbol') return value.path.split('.').at(-1);
  return value.kind === 'attribute' ? value.name : undefined;
}
