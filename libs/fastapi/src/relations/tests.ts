import { literal, symbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
import { answersOf, functionOf } from './answers.js';
import type { Count, Embed } from './config.js';
import { pathsOf, sortsOf, type PathField } from './filters.js';
import { modelSymbol } from './joins.js';
import type { Step } from './path.js';

/** The tests of related rows: of answers that show them, and of filters by them. */
export const relationTests = operation({
  name: 'relation_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['test_module'],
  when: (context) =>
    context.outputs.own('test').length > 0 &&
    [answersOf(context), pathsOf(context), sortsOf(context)].some((each) => each.length > 0),
  *build(context) {
    const { outputs, noun, relations, tests: module } = context;
    const list = outputs.own('test').find(({ operation }) => operation === 'list');
    yield section(module, 'tests/relations.py.ejs', {
      many: noun.many,
      answers: answersOf(context).map(({ suffix, fields }) => ({
        build: symbol(relations.module, functionOf(suffix)),
        Schema: context.schema(suffix),
        fields: fieldSources(fields),
        isMany: suffix === 'ListItem',
      })),
      filtered: pathsOf(context).map(pathView),
      sorted: sortsOf(context).map(pathView),
      listFields: list?.ownFields,
    });
  },
});

/** What is shown of a row: names, and the relations as `Relation(…)`. */
function fieldSources(fields: readonly Field[]): readonly string[] {
  return fields.map(({ name, relation }) =>
    relation === undefined ? literal(name) : relationSource(name, relation),
  );
}

function relationSource(name: string, relation: Step | Embed | Count): string {
  const { of, via, through, many } = relation;
  const embed = 'kind' in relation && relation.kind === 'embed' ? relation : undefined;
  const order = ('order' in relation && relation.order) || [];
  const isCount = 'kind' in relation && relation.kind === 'count';
  const named = {
    order: order.length > 0 ? literal(order) : undefined,
    limit: many ? literal(embed?.limit ?? 1) : undefined,
    more: embed?.more && literal(embed.more),
    through: through && String(modelSymbol(through.of)),
    to: through && literal(through.to),
    counts: isCount ? 'True' : undefined,
  };
  return `Relation(${[
    literal(name),
    modelSymbol(of),
    literal(through?.via ?? via),
    ...(embed ? [`[${fieldSources(embed.fields).join(', ')}]`] : []),
    ...Object.entries(named).flatMap(([key, value]) => (value ? [`${key}=${value}`] : [])),
  ].join(', ')})`;
}

function pathView({ name, path }: PathField) {
  const names = name.split('.');
  const isCount = path.kind === 'count';
  return {
    name,
    steps: path.steps.map((step, index) =>
      relationSource(names[index]!, isCount ? { ...step, kind: 'count' } : step),
    ),
    attribute: path.kind === 'column' ? names.at(-1) : undefined,
  };
}
