import { isSqlModel } from '../classes/mapped.js';
import { isEnum } from '../evaluate/enums.js';
import { isCallOf, libraryName } from '../evaluate/library.js';
import type { Member } from '../evaluate/members.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import { DEFAULT_TYPES } from '../column-types.js';
import { isAnnotated } from '../evaluate/typing.js';
import type { Call, ClassValue, NamedCall, Origin, Scope, Value } from '../evaluate/values.js';
import { constant, isNone, isString, symbol, unknown } from '../evaluate/values.js';
import type { Annotation } from './annotations.js';
import { includesNone, readAnnotation, resolve, withoutNone } from './annotations.js';
import type { ColumnDefinition, Definition } from './mapped-class.js';
import { define, withoutDoubles } from './members.js';
import { addedMembers } from './outside.js';

/** The attributes of a SQLModel: every annotated field of the class and of those it extends. */
export function sqlModelDefinitions(cls: ClassValue): Definition[] {
  const found = new Map<string, Definition>();
  for (const base of classesOf(cls).toReversed()) {
    for (const member of [...ownMembers(base).values(), ...addedMembers(base)]) {
      const isField = !member.isAdded && (isSqlModel(base) || member.annotation !== undefined);
      const definition = isField ? field(member, cls) : define(member, cls);
      if (definition) found.set(member.name, definition);
    }
  }
  return withoutDoubles([...found.values()]);
}

function field(member: Member, cls: ClassValue): Definition | undefined {
  const { name, value, owner, from } = member;
  if (name.startsWith('_') || name === 'model_config') return undefined;
  const annotation = readAnnotation(member);
  const plain = define(member, cls);
  if (plain && plain.kind !== 'unclear' && !isCallOf(value, 'Relationship')) return plain;
  if (!annotation || isClassVariable(annotation.type)) return undefined;
  const origin: Origin = { source: owner.outer.source, offset: from };
  const { text } = owner.outer.source;
  const shown = member.annotation ? text.slice(member.annotation.from, member.annotation.to) : '';
  const base = { attribute: name, origin, owner, annotation, written: shown };
  if (isCallOf(value, 'Relationship'))
    return { ...base, kind: 'relationship', call: relationship(value) };
  return { ...base, ...column(value, annotation, origin) };
}

function isClassVariable(type: Value): boolean {
  const base = type.kind === 'subscript' ? type.base : type;
  return base.kind === 'symbol' && base.path.endsWith('.ClassVar');
}

/** SQLModel passes a field's settings on to a `Column`; so does this. */
function column(
  value: Value | undefined,
  annotation: Annotation,
  origin: Origin,
): Pick<ColumnDefinition, 'kind' | 'call' | 'wrapper'> {
  const settings = fieldOf(value, annotation);
  const given = settings?.keywords.get('sa_column');
  if (isCallOf(given, 'Column')) return { kind: 'column', call: given, wrapper: undefined };
  const keywords = new Map<string, Value>();
  const args: Value[] = [];
  const setting = (name: string): Value | undefined => settings?.keywords.get(name);
  for (const name of ['primary_key', 'index', 'unique']) {
    const said = setting(name);
    if (said) keywords.set(name, said);
  }
  const primaryKey = setting('primary_key');
  const nullable = setting('nullable');
  const none = includesNone(annotation.type, annotation.scope);
  // It may be a Field with settings of its own.
  const isLost = value?.kind === 'unknown' && !value.plain;
  if (isLost) keywords.set('nullable', value);
  else if (nullable) keywords.set('nullable', nullable);
  else if (primaryKey?.kind === 'constant' && primaryKey.value === true)
    keywords.set('nullable', constant(false));
  else if (none !== undefined) keywords.set('nullable', constant(none));
  else keywords.set('nullable', unknown('whether the annotation allows None is not known', origin));
  const foreignKey = setting('foreign_key');
  if (foreignKey && !isNone(foreignKey)) {
    const rules = setting('ondelete');
    args.push(
      callOf(
        'ForeignKey',
        [foreignKey],
        rules ? new Map([['ondelete', rules]]) : new Map(),
        origin,
      ),
    );
  }
  // A value beside a `Field` in `Annotated` is the default.
  const own = isField(value) ? undefined : value;
  const made = own ?? setting('default_factory') ?? setting('default') ?? settings?.args[0];
  if (
    made &&
    !(made.kind === 'constant' && made.value === null) &&
    !(made.kind === 'symbol' && /Undefined|Ellipsis/.test(made.path))
  ) {
    keywords.set('default', made);
  }
  const type = setting('sa_type') ?? fieldType(annotation, settings, origin);
  const extra = setting('sa_column_kwargs');
  let open = settings?.open;
  if (isLost) open = value;
  if (extra?.kind === 'dict') {
    for (const [key, item] of extra.entries) if (isString(key)) keywords.set(key.value, item);
  } else if (extra && !isNone(extra)) {
    open ??= unknown('sa_column_kwargs is not known', origin);
  }
  const more = setting('sa_column_args');
  if (more?.kind === 'sequence') args.push(...more.items);
  else if (more && !isNone(more)) open ??= unknown('sa_column_args is not known', origin);
  if (given && !isNone(given)) open ??= unknown('sa_column is not known', origin);
  if (type) keywords.set('type_', type);
  const call = { ...callOf('Column', args, keywords, origin), open };
  return { kind: 'column', call, wrapper: undefined };
}

/** `Field(…)`, as the value or in `Annotated`. */
function fieldOf(value: Value | undefined, { type, scope }: Annotation): Call | undefined {
  if (isField(value)) return value;
  const plain = withoutNone(type, scope);
  const inner = isAnnotated(plain) ? plain.args.slice(1).find(isField) : undefined;
  return isField(inner) ? inner : undefined;
}

function isField(value: Value | undefined): value is NamedCall {
  return (
    value?.kind === 'call' &&
    value.callee.kind === 'symbol' &&
    /^(?:sqlmodel|pydantic)\.(?:.*\.)?Field(?:Info)?$/.test(value.callee.path)
  );
}

/** The type that SQLModel chooses; its text and numbers take their sizes from the field. */
function fieldType(
  { type, scope }: Annotation,
  settings: Call | undefined,
  origin: Origin,
): Value | undefined {
  let plain = withoutNone(type, scope);
  if (isAnnotated(plain) && plain.args[0])
    plain = withoutNone(resolve(plain.args[0], scope, origin), scope);
  const sizes = (names: Record<string, string>) =>
    new Map(
      Object.entries(names).flatMap(([from, to]) => {
        const said = settings?.keywords.get(from);
        return said ? [[to, said] as const] : [];
      }),
    );
  if (plain.kind === 'unknown') return plain;
  if (plain.kind === 'class' && plain.node) {
    return isEnum(plain)
      ? callOf('Enum', [plain], new Map(), origin)
      : unknown(`SQLModel has no type for ${plain.name}`, origin);
  }
  if (plain.kind !== 'symbol') return unknown('SQLModel has no type for the annotation', origin);
  switch (plain.path) {
    case 'builtins.str':
    case 'pydantic.EmailStr':
    case 'pathlib.Path':
      return callOf('AutoString', [], sizes({ max_length: 'length' }), origin);
    case 'decimal.Decimal':
      return callOf(
        'Numeric',
        [],
        sizes({ max_digits: 'precision', decimal_places: 'scale' }),
        origin,
      );
    case 'datetime.datetime':
    case 'pydantic.AwareDatetime':
      return dateTime(scope, origin);
    case 'pydantic.NaiveDatetime':
      return symbol('sqlalchemy.DateTime');
    default:
  }
  const name = DEFAULT_TYPES.get(plain.path);
  return name === undefined
    ? unknown(`SQLModel's type for ${plain.path} is not known`, origin)
    : symbol(`sqlalchemy.${name}`);
}

/** Newer versions of SQLModel have a type of their own for times. */
function dateTime(scope: Scope, origin: Origin): Value {
  const { utcDateTime } = scope.module.all.searchPath.installed;
  if (utcDateTime === undefined)
    return unknown('it depends on the version of SQLModel, which was not found', origin);
  return utcDateTime
    ? callOf('UTCDateTime', [], new Map([['timezone', constant(true)]]), origin)
    : symbol('sqlalchemy.DateTime');
}

/** `Relationship(link_model=Link, sa_relationship_kwargs={…})` as a `relationship`. */
function relationship(value: Call): Call {
  const given = value.keywords.get('sa_relationship');
  if (given?.kind === 'call' && libraryName(given.callee) === 'relationship') return given;
  const keywords = new Map<string, Value>();
  const back = value.keywords.get('back_populates');
  if (back) keywords.set('back_populates', back);
  const link = value.keywords.get('link_model');
  if (link && !isNone(link)) keywords.set('secondary', link);
  const extra = value.keywords.get('sa_relationship_kwargs');
  if (extra?.kind === 'dict')
    for (const [key, item] of extra.entries) if (isString(key)) keywords.set(key.value, item);
  const open =
    value.open ??
    (extra && extra.kind !== 'dict' && !isNone(extra)
      ? unknown('sa_relationship_kwargs is not known', value.origin)
      : undefined);
  return { ...value, args: [], keywords, open };
}

function callOf(
  name: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  origin: Origin,
): Call {
  return {
    kind: 'call',
    callee: symbol(`sqlalchemy.${name}`),
    args,
    keywords,
    open: undefined,
    origin,
  };
}
