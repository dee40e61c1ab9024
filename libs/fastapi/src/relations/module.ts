import { literal, type PythonSymbol } from '@rowhouse/python';

import type { Resource } from '../config/project.js';
import type { ResourceContext } from '../context.js';
import { operation } from '../operation.js';
import { userTypeOf } from '../operations/auth-files.js';
import { section } from '../outputs/index.js';
import { hasUser } from '../resource/access.js';
import { answersOf, functionOf, type Answer } from './answers.js';
import { isPlain, relationsIn, type Embed, type Relation } from './config.js';
import { ownersOf, pathSource, pathsOf, sortSource, sortsOf, type PathField } from './filters.js';
import { betweenSource, modelSymbol } from './joins.js';
import { inWords } from './names.js';
import { isScoped, ownKey, readColumns, readerOf, schemaOf, type Branch } from './tree.js';
import { keptRows } from '../resource/permission.js';
import { accessModule, publicSource, readableSource, type Owner } from './visibility.js';
import { ownersOfWrites, writersOf, writesRows } from './writes.js';

/** The functions that read related rows, and build the answers that embed them. */
export const relations = operation({
  name: 'relations',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth'],
  when: hasModule,
  *build(context) {
    const { project, app, relations: module } = context;
    const answers = answersOf(context);
    const branches = answers.flatMap(({ branches }) => branches.flatMap(withInner));
    const paths = pathsOf(context);
    const sorts = sortsOf(context);
    const readers = new Map(branches.map((each) => [String(readerOf(each, context)), each]));
    const owners = ownersIn(context);
    const ofUsers = owners.filter(({ isOpen }) => !isOpen);
    const knowsUser = alwaysHasUser(context);
    const names = conditionNames(ofUsers, context);
    const condition = (owner: Owner) =>
      knowsUser || owner.isOpen
        ? readableSource(owner, project)
        : `${names.get(owner.resource)!}(user)`;
    yield section(module, 'relations.py.ejs', {
      User:
        ofUsers.length > 0 ? `${userTypeOf(project, app.auth!)}${knowsUser ? '' : ' | None'}` : '',
      conditions: knowsUser
        ? []
        : ofUsers.map((owner) => ({
            name: names.get(owner.resource)!,
            readable: readableSource(owner, project),
            anyone: publicSource(owner, project),
            many: owner.resource.name.replaceAll('_', ' '),
          })),
      answers: answers.map((answer) => answerView(answer, context)),
      filters: pathView(paths, (each) => pathSource(each, condition, context), context),
      sorts: pathView(sorts, (each) => sortSource(each, condition, context), context),
      many: context.noun.many,
      one: context.noun.one,
      indefinite: context.noun.indefinite,
      Model: context.Model,
      row: context.row,
      writers: writersOf(context, condition, app.auth ? String(userTypeOf(project, app.auth)) : ''),
      readers: [...readers.values()].map((branch) => readerView(branch, condition, context)),
    });
  },
});

/** Whether a resource reads or writes related rows. */
export function hasModule(context: ResourceContext): boolean {
  return (
    [answersOf(context), pathsOf(context), sortsOf(context)].some((each) => each.length > 0) ||
    writesRows(context)
  );
}

/** What a list filters or sorts by of related rows, each path by a function. */
function pathView(
  paths: readonly PathField[],
  source: (path: PathField) => string,
  context: ResourceContext,
) {
  return {
    isScoped: paths.some((each) => ownersOf(each, context).some(({ isOpen }) => !isOpen)),
    paths: paths.map((each) => ({
      path: each.name,
      name: `by_${each.name.replaceAll('.', '_')}`,
      source: source(each),
    })),
  };
}

/** The resources whose access decides which related rows are visible. */
function ownersIn(context: ResourceContext): readonly Owner[] {
  const branches = answersOf(context).flatMap(({ branches }) => branches.flatMap(withInner));
  const owners = branches
    .flatMap(({ owner, between }) => [owner, between])
    .concat([...pathsOf(context), ...sortsOf(context)].flatMap((each) => ownersOf(each, context)))
    .concat(ownersOfWrites(context))
    .filter((owner) => owner !== undefined);
  return distinct(owners);
}

function distinct(owners: readonly Owner[]): readonly Owner[] {
  const places = owners.map((owner) => [`${owner.resource.path.join()} ${owner.isOpen}`, owner]);
  return [...new Map(places as [string, Owner][]).values()];
}

/** Whether all routes of a resource know who sends a request. */
function alwaysHasUser(context: ResourceContext): boolean {
  return context.outputs.own('route').every((route) => hasUser(context, route));
}

/** The functions that the module asks which related rows are visible, by their dotted paths. */
export function rulesOf(context: ResourceContext) {
  const { project, relations } = context;
  const owners = ownersIn(context);
  const names = conditionNames(
    owners.filter(({ isOpen }) => !isOpen),
    context,
  );
  return owners.map((owner) => ({
    owner,
    path:
      owner.isOpen || alwaysHasUser(context)
        ? `${accessModule(owner, project)}.${owner.isOpen ? keptRows : 'readable'}`
        : `${relations.module}.${names.get(owner.resource)!}`,
  }));
}

/** The functions of conditions: resources of several apps can have one name. */
function conditionNames(
  owners: readonly Owner[],
  { app }: ResourceContext,
): ReadonlyMap<Resource, string> {
  const taken = new Set<string>();
  return new Map(
    owners.map((owner) => {
      const of = owner.app === app ? '' : `${owner.app.module.replaceAll('.', '_')}_`;
      let name = `_readable_${of}${owner.resource.name}`;
      while (taken.has(name)) name += '_';
      taken.add(name);
      return [owner.resource, name];
    }),
  );
}

function withInner(branch: Branch): readonly Branch[] {
  return [branch, ...branch.branches.flatMap(withInner)];
}

/** A row of which related rows are read: how its columns are written. */
interface RowSource {
  readonly value: (column: string) => string;
  /** The rows, one after the other, as a `for` of a comprehension. */
  readonly loop: string | undefined;
}

function answerView({ suffix, fields, branches }: Answer, context: ResourceContext) {
  const { noun, row, Model } = context;
  const isMany = suffix === 'ListItem';
  const rows = isMany ? noun.many.replaceAll(' ', '_') : String(row);
  const one = String(row) === rows ? 'row' : String(row);
  const source: RowSource = {
    value: (column) => `${isMany ? one : String(row)}.${column}`,
    loop: isMany ? `for ${one} in ${rows}` : undefined,
  };
  return {
    name: functionOf(suffix),
    Schema: context.schema(suffix),
    Model,
    isMany,
    rows,
    one,
    isScoped: isScoped(branches),
    summary: isMany
      ? `Builds the list items of ${noun.many}.`
      : `Builds the response body of ${noun.indefinite}.`,
    loads: branches.map((branch) => load(branch, source, context)),
    values: [
      ...fields.flatMap((field): [string, string][] =>
        isPlain(field)
          ? [[field.name, source.value(field.name)]]
          : valuesOf(
              branches.find((each) => each.field === field)!,
              source,
            ),
      ),
    ],
  };
}

/** The call that reads a relation for some rows. */
function load(branch: Branch, { value, loop }: RowSource, context: ResourceContext) {
  const key = keySource(ownKey(branch.field), value);
  return {
    variable: variableOf(branch),
    reader: readerOf(branch, context),
    keys: loop === undefined ? `[${key}]` : `[${key} ${loop}]`,
    isScoped: isScoped([branch]),
  };
}

function variableOf({ field }: Branch): string {
  return `${field.name}_of`;
}

/** A key: one value, or a tuple of several. */
function keySource(columns: readonly string[], value: RowSource['value']): string {
  const values = columns.map(value);
  return values.length === 1 ? values[0]! : `(${values.join(', ')})`;
}

/** What an answer shows of a relation: the related row, a list, a number. */
function valuesOf(branch: Branch, { value }: RowSource): [string, string][] {
  const { name, relation } = branch.field;
  const key = keySource(ownKey(branch.field), value);
  const found = variableOf(branch);
  if (relation.kind === 'count') return [[name, `${found}.get(${key}, 0)`]];
  if (!relation.many) return [[name, `${found}.get(${key})`]];
  const rows = `${found}.get(${key}, [])`;
  if (relation.more === undefined) return [[name, rows]];
  return [
    [name, `${rows}[:${relation.limit}]`],
    // One row more is read.
    [relation.more, `len(${rows}) == ${relation.limit + 1}`],
  ];
}

function readerView(branch: Branch, condition: (owner: Owner) => string, context: ResourceContext) {
  const { field, owner, between, branches } = branch;
  const { relation, name } = field;
  const Related = modelSymbol(relation.of);
  const Own = branch.model === context.resource.model ? context.Model : modelSymbol(branch.model);
  const key = ownKey(field);
  const source: RowSource = {
    value: (column) => `row[${literal(column)}]`,
    loop: 'for rows in found.values() for row in rows',
  };
  const words = `The ${inWords(name)} of ${branch.ownerWords}`;
  return {
    name: readerOf(branch, context),
    kind: relation.kind,
    many: relation.many,
    Related,
    isScoped: isScoped([branch]),
    about:
      relation.kind === 'embed' && relation.many
        ? `${words}, at most ${relation.limit} of each, by key.`
        : `${words}, by key.`,
    key: key.map((column) => `${Own}.${column}`),
    conditions: [...joinConditions(relation, Related), ...(owner ? [condition(owner)] : [])],
    between: relation.through && betweenView(relation, Related, between, condition),
    ...(relation.kind === 'embed' && embedView(branch, relation, Related, source, context)),
    loads: branches.map((each) => load(each, source, context)),
  };
}

function embedView(
  branch: Branch,
  relation: Embed,
  Related: PythonSymbol,
  source: RowSource,
  context: ResourceContext,
) {
  const { branches } = branch;
  const inner = relationsIn(relation.fields).flatMap((field) =>
    valuesOf(
      branches.find((each) => each.field === field)!,
      source,
    ),
  );
  const { order, limit, more } = relation;
  return {
    Schema: schemaOf(branch, context),
    columns: readColumns(relation.fields).map((column) => `${Related}.${column}`),
    order: order.map((each) =>
      each.startsWith('-') ? `${Related}.${each.slice(1)}.desc()` : `${Related}.${each}`,
    ),
    limit: relation.many ? limit + (more === undefined ? 0 : 1) : 1,
    row:
      inner.length === 0
        ? 'row'
        : `{**row, ${inner.map(([key, source]) => `${literal(key)}: ${source}`).join(', ')}}`,
  };
}

/** What a related row has in common with the row of a key, where no table is between. */
function joinConditions({ via, through }: Relation, Related: PythonSymbol): readonly string[] {
  if (through !== undefined) return [];
  return Object.entries(via).map(([own, related]) => `${Related}.${related} == of.c.${own}`);
}

function betweenView(
  { through }: Relation,
  Related: PythonSymbol,
  owner: Owner | undefined,
  condition: (owner: Owner) => string,
) {
  const { Between, conditions } = betweenSource(through!, Related, (own) => `of.c.${own}`);
  return { Between, conditions: [...conditions, ...(owner ? [condition(owner)] : [])] };
}
