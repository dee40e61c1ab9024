import { literal, symbol } from '@rowhouse/python';

import { stampsIn } from '../config/access.js';
import { itemType } from '../config/field-types.js';
import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { runtimeSymbol } from '../modules.js';
import type { Handler, Route, SchemaClass, SchemaField } from '../outputs/index.js';
import { annotationOf } from '../resource/annotations.js';
import { hasUser, visibleSource } from '../resource/access.js';
import { permissionSource, permitted, comparesFields, unnamed } from '../resource/permission.js';
import { requestField, requestSchema, type updateField } from '../resource/schema.js';
import { writtenIn, type Link, type Nested, type WrittenField } from './config.js';
import { betweenOf, modelSymbol } from './joins.js';
import { inWords, nestedSuffix, singular, writerName } from './names.js';
import { ownerOf, type Owner } from './visibility.js';

/** The related rows that a route writes, as its template has them. */
export function writesOf(context: ResourceContext, fields: readonly Field[]) {
  const { resource, relations } = context;
  return writtenIn(fields).map((field) => {
    const { name, writes } = field;
    const variable = writes.kind === 'nested' ? `new_${name}` : `linked_${name}`;
    const writer = symbol(relations.module, writerName(resource.modelName, name, writes.kind));
    return {
      name,
      variable,
      call: (route: Route | Handler, row: unknown) => {
        const user = hasUser(context, route as Route) ? 'current_user' : 'None';
        const given = isScoped(field, context) ? `, ${user}` : '';
        return `await ${writer}(db, ${String(row)}, ${variable}${given})`;
      },
    };
  });
}

/** Whether a rule may keep a user from making the rows of a request. */
export function mayBeRefused(context: ResourceContext, fields: readonly Field[]): boolean {
  return writtenIn(fields).some(
    ({ writes }) => writes.kind === 'nested' && isRuled(writes, context),
  );
}

/** Whether rules say which of the rows that a request makes a user may make. */
export function isRuled(writes: Nested, context: ResourceContext): boolean {
  const owner = ownerOf(writes, context.app, context.project);
  return owner !== undefined && mayBeMade(owner, true, context) !== undefined;
}

/** The schemas of the rows that a request makes. */
export function* nestedSchemas(
  context: ResourceContext,
  fields: readonly Field[],
): Iterable<SchemaClass> {
  for (const { name, writes } of writtenIn(fields)) {
    if (writes.kind !== 'nested') continue;
    const summary = `One ${inWords(singular(name))} of a new ${context.noun.one}.`;
    const inner = writes.fields.map((field) => requestField(field, context));
    yield requestSchema(context, nestedSuffix(name), summary, inner);
  }
}

/** A field of a request, whether it is a column, or related rows. */
export function writtenField(
  field: Field,
  plain: typeof requestField | typeof updateField,
  context: ResourceContext,
): SchemaField {
  const { writes, name, alias, description, type } = field;
  if (writes === undefined) return plain(field, context);
  if (writes.kind === 'link') {
    const item = annotationOf({ ...field, type: itemType(type)! }, 'request', context.project);
    return {
      ...plain(field, context),
      annotation: `${context.runtime('schemas', 'Keys')}[${item}]`,
    };
  }
  const { min_items: least, max_items: most } = writes;
  const given: Record<string, string> = {};
  if (alias !== undefined) given['alias'] = literal(alias);
  if (description !== undefined) given['description'] = literal(description);
  if (least > 0) given['min_length'] = literal(least);
  else given['default_factory'] = 'list';
  given['max_length'] = literal(most);
  const schema = context.schema(nestedSuffix(name));
  return { name, alias, annotation: `list[${schema}]`, arguments: given, default: undefined };
}

/** Whether the function that writes depends on the user. */
function isScoped({ writes }: WrittenField, { app, project }: ResourceContext): boolean {
  const owners = [ownerOf(writes, app, project), betweenOwner(writes, app, project)];
  return (
    (writes.kind === 'nested' && app.knowsUsers) || owners.some((each) => each?.isOpen === false)
  );
}

function betweenOwner(
  { through }: Nested | Link,
  app: ResourceContext['app'],
  project: ResourceContext['project'],
): Owner | undefined {
  return through === undefined || through.table ? undefined : ownerOf(through, app, project);
}

/** The owners whose access says which rows a link may lead to, and which links are there. */
export function ownersOfWrites(context: ResourceContext): readonly Owner[] {
  const { app, project } = context;
  return allWritten(context).flatMap(([{ writes }]) =>
    writes.kind === 'nested'
      ? []
      : [ownerOf(writes, app, project), betweenOwner(writes, app, project)].filter(
          (owner) => owner !== undefined,
        ),
  );
}

/** Whether some route of a resource writes related rows. */
export function writesRows(context: ResourceContext): boolean {
  return allWritten(context).length > 0;
}

/** What the routes of a resource write of related rows, each with the routes that do. */
function allWritten({ outputs, resource }: ResourceContext) {
  const found = new Map<string, [WrittenField, Route[]]>();
  for (const { name, operation, options } of resource.operations) {
    if (operation !== 'create' && operation !== 'update') continue;
    const route = outputs.own('route').filter((each) => each.operation === name);
    for (const field of writtenIn((options as { readonly fields: readonly Field[] }).fields)) {
      const there = found.get(field.name);
      if (there) there[1].push(...route);
      else found.set(field.name, [field, [...route]]);
    }
  }
  return [...found.values()];
}

/** The functions that write related rows, as the module of relations has them. */
export function writersOf(
  context: ResourceContext,
  condition: (owner: Owner) => string,
  User: string,
) {
  return allWritten(context).map(([field, routes]) => {
    const { name, writes } = field;
    const user = routes.every((route) => hasUser(context, route));
    const Related = modelSymbol(writes.of);
    const view = {
      name: writerName(context.resource.modelName, name, writes.kind),
      kind: writes.kind,
      field: name,
      words: inWords(name),
      Related,
      User: isScoped(field, context) ? `${User}${user ? '' : ' | None'}` : undefined,
    };
    return writes.kind === 'nested'
      ? { ...view, ...nestedView(writes, user, context) }
      : { ...view, ...linkView(writes, user, condition, context) };
  });
}

function nestedView(writes: Nested, user: boolean, context: ResourceContext) {
  const { app, project, row } = context;
  const owner = ownerOf(writes, app, project);
  const keys = Object.entries(writes.via).map(([own, key]) => [key, `${row}.${own}`] as const);
  return {
    // What the access of the rows says of a new one comes last: no key may say otherwise.
    stamp: new Map([...keys, ...stampsOf(owner, user, context)]),
    visible: visibleSource(context, user && 'user'),
    may: owner && mayBeMade(owner, user, context),
  };
}

function linkView(
  { of, through, ...source }: Link,
  user: boolean,
  condition: (owner: Owner) => string,
  context: ResourceContext,
) {
  const { app, project, row } = context;
  const { via, to, table } = through!;
  const { Between, column } = betweenOf(through!);
  const [[key, related]] = Object.entries(to) as [[string, string]];
  const owner = ownerOf({ of, ...source }, app, project);
  const between = table ? undefined : ownerOf(through!, app, project);
  const own = Object.entries(via).map(([from, name]) => [name, `${row}.${from}`] as const);
  const Related = modelSymbol(of);
  return {
    Between,
    key: column(key),
    stamp: new Map([...own, ...stampsOf(between, user, context)]),
    linked: [
      ...own.map(([name, value]) => `${column(name)} == ${value}`),
      ...(between ? [condition(between)] : []),
    ],
    seen: `select(${Related}.${related})${owner ? `.where(${condition(owner)})` : ''}`,
  };
}

/** What the access of a resource sets in a new row. */
function stampsOf(owner: Owner | undefined, user: boolean, { runtime }: ResourceContext) {
  const stamps = owner ? stampsIn(owner.resource.access!) : [];
  return stamps.map(
    ({ field, attribute }) =>
      [field, `${runtime('access', 'claimed')}(${user ? `user.${attribute}` : 'None'})`] as const,
  );
}

/** What must hold of a row that a user makes; undefined where nothing must. */
function mayBeMade({ resource }: Owner, user: boolean, { project }: ResourceContext) {
  const access = resource.access!;
  const permission = unnamed(permitted(access, ['create'], { hasUser: user, after: true }));
  if (!comparesFields(permission) && permission.kind === 'all' && permission.of.length === 0) {
    return undefined;
  }
  return permissionSource(permission, {
    Model: modelSymbol(resource.model),
    access,
    runtime: (name) => runtimeSymbol(project, 'access', name),
  });
}
