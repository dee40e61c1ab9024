import { symbol, type PythonSymbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { isPlain, relationsIn, type RelationField } from './config.js';
import { innerSuffix, inWords, memberName, readerName } from './names.js';
import { ownerOf, type Owner } from './visibility.js';

/** A relation of an answer, and those inside it. */
export interface Branch {
  readonly field: RelationField;
  /** The name of its schema behind that of the model: `Line`. */
  readonly suffix: string;
  /** That of what it belongs to. */
  readonly outer: string;
  /** The path of the model that it belongs to. */
  readonly model: string;
  /** How prose calls the rows that it belongs to. */
  readonly ownerWords: string;
  /** What decides which rows are visible; undefined where all are. */
  readonly owner: Owner | undefined;
  /** The same of the table between. */
  readonly between: Owner | undefined;
  readonly branches: readonly Branch[];
}

/**
 * The relations of an answer as a tree.
 *
 * @param prefix what stands in front of the names of its schemas: nothing for those of `get`, which other answers share.
 */
export function treeOf(
  fields: readonly Field[],
  prefix: string,
  context: Around,
): readonly Branch[] {
  const shared = prefix === '' ? [] : relationsIn(shownBy('get', context) ?? []);
  return relationsIn(fields).map((field) => {
    const isShared = shared.some((each) => JSON.stringify(each) === JSON.stringify(field));
    const { resource, noun } = context;
    const outer = { suffix: isShared ? '' : prefix, model: resource.model, words: noun.many };
    return branchOf(field, outer, context);
  });
}

type Around = Pick<ResourceContext, 'app' | 'project' | 'resource' | 'noun'>;

function branchOf(
  field: RelationField,
  outer: { readonly suffix: string; readonly model: string; readonly words: string },
  context: Around,
): Branch {
  const { app, project } = context;
  const { name, relation } = field;
  const isCount = relation.kind === 'count';
  const suffix = outer.suffix + memberName(name, relation.many && !isCount);
  const { through, many, of } = relation;
  const words = inWords(relation.many ? name : `${name} rows`);
  const models = new Set(
    project.apps.flatMap(({ resources }) => resources.map(({ modelName }) => modelName)),
  );
  const around = innerSuffix(context.resource.modelName, suffix, models);
  const inner = { suffix: around, model: of, words };
  return {
    field,
    suffix,
    outer: outer.suffix,
    model: outer.model,
    ownerWords: outer.words,
    owner: ownerOf(relation, app, project),
    between: through && many && !through.table ? ownerOf(through, app, project) : undefined,
    branches: isCount
      ? []
      : relationsIn(relation.fields).map((each) => branchOf(each, inner, context)),
  };
}

/** The fields that an operation of the resource shows; those of `get` are what writes answer with, too. */
export function shownBy(
  name: 'get' | 'list',
  { resource }: Pick<ResourceContext, 'resource'>,
): readonly Field[] | undefined {
  const entry = resource.operations.find(({ operation }) => operation === name);
  return (entry?.options as { readonly fields?: readonly Field[] } | undefined)?.fields;
}

/** Whether it depends on the user which related rows an answer shows. */
export function isScoped(branches: readonly Branch[]): boolean {
  return branches.some(
    ({ owner, between, branches: inner }) =>
      owner?.isOpen === false || between?.isOpen === false || isScoped(inner),
  );
}

/** The columns of the row by which a relation is found. */
export function ownKey({ relation }: RelationField): readonly string[] {
  return Object.keys(relation.through?.via ?? relation.via);
}

/** The names in an answer that are no attributes of the row. */
export function embeddedNames(fields: readonly Field[]): readonly string[] {
  return relationsIn(fields).flatMap(({ name, relation }) =>
    relation.kind === 'embed' && relation.more !== undefined ? [name, relation.more] : [name],
  );
}

/** The columns of a row that its relations are found by. */
export function keysOf(fields: readonly Field[]): readonly string[] {
  return [...new Set(relationsIn(fields).flatMap(ownKey))];
}

/** The columns that a SELECT of related rows reads: what is shown, and the keys of relations inside. */
export function readColumns(fields: readonly Field[]): readonly string[] {
  return [...new Set([...fields.filter(isPlain).map(({ name }) => name), ...keysOf(fields)])];
}

/** The schema of an embedded relation. */
export function schemaOf({ suffix }: Branch, context: ResourceContext): PythonSymbol {
  return context.schema(suffix);
}

/** The function that reads the rows of a relation, or counts them. */
export function readerOf({ outer, field }: Branch, context: ResourceContext): PythonSymbol {
  const name = readerName(context.resource.modelName + outer, field.name, field.relation.kind);
  return symbol(context.relations.module, name);
}
