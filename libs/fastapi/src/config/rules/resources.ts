import { text, type OperationCatalog } from '@rowhouse/core';
import { snakeCase } from '@rowhouse/python';

import type { EffectiveApp } from '../inherit.js';
import { modelName } from '../resource.js';
import { reportDuplicates, type Findings } from '../rule.js';
import { checkOperations } from './operations.js';

/** The resources of one app are apart from each other, and each fits its operations. */
export function checkResources(
  app: EffectiveApp,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  const resources = app.config.resources.map((resource, index) => ({
    resource,
    path: [...app.path, 'resources', index],
  }));
  const modelled = resources.filter(({ path }) => findings.sound(...path, 'model'));
  reportDuplicates(
    modelled.map(({ resource, path }) => ({
      value: resource.model,
      path: [...path, 'model'],
      owner: path,
    })),
    findings,
    (model) => ({
      code: 'duplicate-model',
      message: text`a second resource of the model ${model}`,
      fix: 'Put it into another app.',
    }),
  );
  const seen = new Set<string>();
  reportDuplicates(
    modelled
      .filter(({ path, resource }) => {
        // Two resources of one model are reported already.
        const isFirst = !seen.has(resource.model);
        seen.add(resource.model);
        return isFirst && findings.sound(...path, 'name');
      })
      .map(({ resource, path }) => ({
        value: resource.name ?? snakeCase(modelName(resource.model)),
        path: [...path, resource.name === undefined ? 'model' : 'name'],
        owner: path,
      })),
    findings,
    (name) => ({
      code: 'duplicate-resource-name',
      message: text`a second resource named ${name}`,
      fix: "Set 'name' on one of them.",
    }),
  );
  for (const { resource, path } of modelled) {
    if (!findings.sound(...app.at.operations) && resource.operations === undefined) continue;
    checkOperations(catalog, resource, resource.operations ?? app.operations, path, findings);
  }
}
