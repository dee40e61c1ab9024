import type { FirstConfig, FirstConfigRequest, Surroundings } from '@rowhouse/core';
import { isKeyword } from '@rowhouse/python';

import { isRecord } from '../config/rule.js';
import { known } from '../models/known.js';
import { firstResource, notesOf, offeredBy, summary } from './first-resource.js';
import { lackingIn } from './lacking.js';
import { ProjectModels } from './project-models.js';
import { commonLines, resourceLines } from './write.js';

/** A first config of a project's models, or what the one that is there lacks of them. */
export function firstConfig(
  { from, config }: FirstConfigRequest,
  surroundings: Surroundings,
): FirstConfig {
  const project = new ProjectModels(surroundings);
  if (isRecord(config)) return lackingIn(config, from, project, surroundings);
  const models = project.found(from);
  const offered = offeredBy(surroundings.operations);
  const names = new Set<string>();
  const made = models.map((facts) => ({
    facts,
    resource: firstResource(facts, names, offered, (path) => project.model(path)),
  }));
  const resources = made.flatMap(({ resource }) =>
    typeof resource === 'string' ? [] : [resource],
  );
  const without = made.flatMap(({ facts, resource }) =>
    typeof resource === 'string' ? [{ model: facts.model, why: resource }] : [],
  );
  const tables = project.tables(from).flatMap(({ table }) => known(table) ?? []);
  const lines = [
    '// A first config, made of the models. It is yours: it is never written again.',
    '{',
    "  version: '1',",
    `  module: '${moduleName(models[0]!.model)}',`,
    '',
    '  // For each resource that has no operations of its own. Fields are the columns of its model.',
    '  operations: [',
    ...commonLines(offered).map((line) => `    ${line}`),
    '  ],',
    '',
    '  // With `generate_tests: true`, a resource has tests. They need: pip install rowhouse-testing',
    '  resources: [',
    ...resources.flatMap((each) => resourceLines(each, offered, true)).map((line) => `    ${line}`),
    ...without.map(({ model, why }) => `    // ${model} has no resource: ${why}.`),
    ...tables.map((table) => `    // ${withoutModel(table)}`),
    '  ],',
    '}',
  ];
  return {
    text: `${lines.join('\n')}\n`,
    json: { resources: resources.map(summary), without },
    notes: [
      ...resources.flatMap(notesOf),
      ...without.map(({ model, why }) => `${model}: no resource: ${why}.`),
      ...tables.map(withoutModel),
    ],
  };
}

function withoutModel(table: string): string {
  return `The table ${table} has no model, so no resource. Relations can lead through it.`;
}

/** The app's module: the package that the first model is in. */
function moduleName(model: string): string {
  const [first = ''] = model.split('.');
  const name = first.toLowerCase();
  return /^[a-z][a-z0-9_]*$/.test(name) && name !== 'models' && !isKeyword(name) ? name : 'api';
}
