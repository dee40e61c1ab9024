import { text, type OperationCatalog } from '@rowhouse/core';
import { snakeCase } from '@rowhouse/python';

import type { EffectiveApp } from '../effective.js';
import { modelName } from '../resource.js';
import { reportDuplicates, type Findings } from '../rule.js';
import { checkOperations } from './operations.js';

/** The resources of one app are apart from each other, and each fits its operations. */
export function checkResources(
  app: EffectiveApp,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  const modelled = app.resources.filter(({ path }) => findings.sound(...path, 'model'));
  reportDuplicates(
    modelled.map(({ config, path }) => ({
      value: config.model,
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
      .filter(({ path, config }) => {
        // Two resources of one model are reported already.
        const isFirst = !seen.has(config.model);
        seen.add(config.model);
        return isFirst && findings.sound(...path, 'name');
      })
      .map(({ config, path }) => ({
        value: config.name ?? snakeCase(modelName(config.model)),
        path: [...path, config.name === undefined ? 'model' : 'name'],
        owner: path,
      })),
    findings,
    (name) => ({
      code: 'duplicate-resource-name',
      message: text`a second resource named ${name}`,
      fix: "Set 'name' on one of them.",
    }),
  );
  for (const resource of modelled) checkOperations(catalog, resource, findings);
}
