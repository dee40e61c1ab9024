import type { ApiChange, BuiltProject } from '@rowhouse/core';

import type { Project } from '../config/project.js';
import { Changes } from './changes.js';
import { compareRoutes } from './compare-routes.js';
import { routesOf } from './routes.js';

/** Says how the HTTP API of a project differs from that of an earlier one. */
export function compareApis(
  before: BuiltProject<Project> | undefined,
  after: BuiltProject<Project>,
): readonly ApiChange[] {
  const old = before ? routesOf(before) : new Map<string, never>();
  const changes = new Changes();
  const current = routesOf(after);
  for (const [key, { label }] of old) if (!current.has(key)) changes.removed(label);
  for (const [key, route] of current) {
    const former = old.get(key);
    if (former) compareRoutes(former, route, changes);
    else changes.added(route.label);
  }
  return changes.sorted;
}

export type { ApiType } from './api-type.js';
export {
  contractOf,
  type Contract,
  type ContractApp,
  type ContractField,
  type ContractFilter,
  type ContractOperation,
  type ContractResource,
  type ContractSchema,
  type ContractSearch,
} from './contract.js';
export type { OperandShape, OperatorName } from './operators.js';
