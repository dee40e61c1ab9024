import { snakeCase } from '../../python/names.js';
import type { EffectiveApp } from '../inherit.js';
import { modelName } from '../resource.js';
import { reportDuplicates, showPath, type Findings } from '../rule.js';
import { checkOperations } from './operations.js';

/** The resources of one app are apart from each other, and each fits its operations. */
export function checkResources(app: EffectiveApp, findings: Findings): void {
  const resources = app.config.resources.map((resource, index) => ({
    resource,
    path: [...app.path, 'resources', index],
  }));
  const modelled = resources.filter(({ path }) => findings.sound(...path, 'model'));
  reportDuplicates(
    modelled.map(({ resource, path }) => [resource.model, [...path, 'model']]),
    findings,
    (model, first) =>
      `a second resource of the model '${model}': the first is ${showPath(first.slice(0, -1))}`,
    'Put it into another app.',
  );
  const seen = new Set<string>();
  reportDuplicates(
    modelled
      .filter(({ path, resource }) => {
        // Two resources of one model are reported already.
        const fresh = !seen.has(resource.model);
        seen.add(resource.model);
        return fresh && findings.sound(...path, 'name');
      })
      .map(({ resource, path }) => [
        resource.name ?? snakeCase(modelName(resource.model)),
        [...path, resource.name === undefined ? 'model' : 'name'],
      ]),
    findings,
    (name, first) =>
      `a second resource named '${name}': the first is ${showPath(first.slice(0, -1))}`,
    "Set 'name' on one of them.",
  );
  for (const { resource, path } of modelled) {
    if (!findings.sound(...app.at.operations) && resource.operations === undefined) continue;
    checkOperations(resource, resource.operations ?? app.operations, path, findings);
  }
}
