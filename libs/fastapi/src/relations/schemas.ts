import { builtin } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import type { SchemaClass, SchemaField } from '../outputs/index.js';
import { plainField, responseField, responseSchema, resultField } from '../resource/schema.js';
import { literal } from '@rowhouse/python';
import { isPlain } from './config.js';
import { inWords, singular } from './names.js';
import { schemaOf, treeOf, type Branch } from './tree.js';

/**
 * The schema of an answer, behind those of the rows that it embeds.
 *
 * @param suffix its name behind that of the model: `Resource`.
 * @param prefix what stands in front of the names of the embedded ones.
 */
export function* answerSchemas(
  context: ResourceContext,
  suffix: string,
  prefix: string,
  summary: string,
  fields: readonly Field[],
  side: 'response' | 'result' = 'response',
): Iterable<SchemaClass> {
  const branches = treeOf(fields, prefix, context);
  yield* nestedSchemas(context, branches, context.noun.indefinite);
  const plain = side === 'response' ? responseField : resultField;
  yield responseSchema(context, suffix, summary, shownFields(fields, branches, context, plain));
}

/** The schemas of related rows. */
const embedded = new WeakSet<SchemaClass>();

/** The schemas of rows that are embedded, the innermost first; those that are there already are left out. */
function* nestedSchemas(
  context: ResourceContext,
  branches: readonly Branch[],
  owner: string,
): Iterable<SchemaClass> {
  for (const branch of branches) {
    const { field, suffix, branches: inner } = branch;
    const { relation, name } = field;
    if (relation.kind === 'count') continue;
    const one = inWords(relation.many ? singular(name) : name);
    yield* nestedSchemas(context, inner, `the ${one} of ${owner}`);
    // Another answer may show the same; what only has its name is told of as a conflict.
    const isThere = context.outputs
      .own('schema')
      .some((each) => each.name === context.resource.modelName + suffix && embedded.has(each));
    if (isThere) continue;
    const summary = `${relation.many ? 'One' : 'The'} ${one} of ${owner}.`;
    const fields = shownFields(relation.fields, inner, context, responseField);
    const schema = responseSchema(context, suffix, summary, fields);
    embedded.add(schema);
    yield schema;
  }
}

function shownFields(
  fields: readonly Field[],
  branches: readonly Branch[],
  context: ResourceContext,
  plain: typeof responseField,
): readonly SchemaField[] {
  return fields.flatMap((field) => {
    if (isPlain(field)) return [plain(field, context)];
    const branch = branches.find((each) => each.field === field)!;
    return relationFields(branch, context);
  });
}

function relationFields(branch: Branch, context: ResourceContext): readonly SchemaField[] {
  const { field, owner } = branch;
  const { name, alias, description, relation } = field;
  const given: Record<string, string> = {};
  if (alias !== undefined) given['serialization_alias'] = literal(alias);
  if (description !== undefined) given['description'] = literal(description);
  const made = (annotation: string): SchemaField => ({
    ...plainField(name, annotation, undefined, given),
    alias,
    shows: relation.of,
  });
  if (relation.kind === 'count') return [made(String(builtin('int')))];
  const schema = String(schemaOf(branch, context));
  if (!relation.many) {
    const isNullable = relation.nullable || owner !== undefined;
    return [made(isNullable ? `${schema} | None` : schema)];
  }
  const list = made(`${builtin('list')}[${schema}]`);
  return relation.more === undefined ? [list] : [list, plainField(relation.more, builtin('bool'))];
}
