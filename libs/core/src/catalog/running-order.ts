import { didYouMean, text, unquoted, type Issue } from '@rowhouse/errors';

import { GenerationError } from '../errors/errors.js';

import type { AnyOperation, Stage } from '../target/operation.js';
import type { InstalledOperation } from './catalog.js';
import { topologicalOrder } from './topological-order.js';

const stages: readonly Stage[] = ['produce', 'amend', 'after-children'];

/**
 * Checks that operations can be put in order.
 *
 * @throws GenerationError for a requirement that is not installed, is at another scope or runs in a later
 *   stage, and for a cycle; each names the packages.
 */
export function checkRunningOrder(installed: readonly InstalledOperation[]): void {
  const byName = new Map(installed.map((each) => [each.operation.name, each]));
  const issues = installed.flatMap((each) => wrongRequirements(each, byName));
  if (issues.length > 0) throw new GenerationError(issues);
  runningOrder(installed);
}

/**
 * The order in which operations run: by stage, then those that others name first, then as they are
 * installed. Operations that are not in the list do not count.
 *
 * @throws GenerationError for a cycle.
 */
export function runningOrder(installed: readonly InstalledOperation[]): readonly AnyOperation[] {
  const byName = new Map(installed.map((each) => [each.operation.name, each]));
  const byStage = stages.flatMap((stage) =>
    installed.filter(({ operation }) => stageOf(operation) === stage),
  );
  const sorted = topologicalOrder(byStage, ({ operation }) =>
    predecessors(operation).flatMap((name) => {
      const before = byName.get(name);
      return before?.operation.scope === operation.scope ? [before] : [];
    }),
  );
  if ('cycle' in sorted) throw new GenerationError([cycleIssue(sorted.cycle)]);
  return sorted.order.map(({ operation }) => operation);
}

/** The stage that an operation runs in. */
export function stageOf(operation: AnyOperation): Stage {
  return operation.stage ?? 'produce';
}

function predecessors(operation: AnyOperation): readonly string[] {
  return [...(operation.requires ?? []), ...(operation.after ?? [])];
}

function wrongRequirements(
  { operation, package: name }: InstalledOperation,
  byName: ReadonlyMap<string, InstalledOperation>,
): Issue[] {
  const subject = text`operation ${operation.name} of package ${unquoted(name)}`;
  const issues: Issue[] = [];
  for (const required of operation.requires ?? []) {
    const other = byName.get(required);
    if (!other) {
      issues.push({
        code: 'requirement-not-installed',
        message: text`${subject} requires operation ${required}, which is not installed`,
        fix: didYouMean(required, byName.keys()) ?? 'Install the package that has it.',
      });
    } else if (other.operation.scope !== operation.scope) {
      issues.push({
        code: 'requirement-out-of-scope',
        message: text`${subject} requires operation ${required} of package ${unquoted(other.package)}, which runs at scope ${other.operation.scope}, not ${operation.scope}`,
      });
    }
  }
  for (const before of predecessors(operation)) {
    const other = byName.get(before);
    if (!other || other.operation.scope !== operation.scope) continue;
    const later = stages.indexOf(stageOf(other.operation)) > stages.indexOf(stageOf(operation));
    if (later) {
      issues.push({
        code: 'requirement-too-late',
        message: text`${subject} runs in stage ${stageOf(operation)}, before operation ${before} of package ${unquoted(other.package)}, which it comes after`,
      });
    }
  }
  return issues;
}

function cycleIssue(cycle: readonly InstalledOperation[]): Issue {
  const steps = cycle.map((each) => `'${each.operation.name}' (${each.package})`).join(' → ');
  return {
    code: 'operation-cycle',
    message: text`operations require each other in a cycle: ${unquoted(steps)}`,
    fix: "Remove one 'requires' or 'after'.",
  };
}
