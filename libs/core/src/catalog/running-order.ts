import { GenerationError, type Issue } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import type { AnyOperation, Stage } from '../target/operation.js';
import type { InstalledOperation } from './catalog.js';

const stages: readonly Stage[] = ['produce', 'amend', 'after-children'];

/**
 * The order in which operations run: by stage, then required ones first, then as they are installed.
 *
 * @throws GenerationError for a requirement that is not installed, is at another scope or runs in a later
 *   stage, and for a cycle; each names the packages.
 */
export function runningOrder(installed: readonly InstalledOperation[]): readonly AnyOperation[] {
  const byName = new Map(installed.map((each) => [each.operation.name, each]));
  const issues = installed.flatMap((each) => wrongRequirements(each, byName));
  if (issues.length > 0) throw new GenerationError(issues);
  const byStage = stages.flatMap((stage) =>
    installed.filter(({ operation }) => stageOf(operation) === stage),
  );
  const order: AnyOperation[] = [];
  const state = new Map<InstalledOperation, 'open' | 'done'>();
  const visit = (each: InstalledOperation, trail: readonly InstalledOperation[]) => {
    if (state.get(each) === 'done') return;
    if (state.get(each) === 'open') throw cycle([...trail.slice(trail.indexOf(each)), each]);
    state.set(each, 'open');
    for (const name of predecessors(each.operation)) {
      const before = byName.get(name);
      if (before && before.operation.scope === each.operation.scope)
        visit(before, [...trail, each]);
    }
    state.set(each, 'done');
    order.push(each.operation);
  };
  for (const each of byStage) visit(each, []);
  return order;
}

function stageOf(operation: AnyOperation): Stage {
  return operation.stage ?? 'produce';
}

function predecessors(operation: AnyOperation): readonly string[] {
  return [...(operation.requires ?? []), ...(operation.after ?? [])];
}

function wrongRequirements(
  { operation, package: name }: InstalledOperation,
  byName: ReadonlyMap<string, InstalledOperation>,
): Issue[] {
  const subject = `operation '${operation.name}' of package ${name}`;
  const issues: Issue[] = [];
  for (const required of operation.requires ?? []) {
    const other = byName.get(required);
    if (!other) {
      issues.push({
        message: `${subject} requires operation '${required}', which is not installed`,
        hint: didYouMean(required, byName.keys()) ?? `Install the package that has it.`,
      });
    } else if (other.operation.scope !== operation.scope) {
      issues.push({
        message: `${subject} requires operation '${required}' of package ${other.package}, which runs at scope '${other.operation.scope}', not '${operation.scope}'`,
      });
    }
  }
  for (const before of predecessors(operation)) {
    const other = byName.get(before);
    if (!other || other.operation.scope !== operation.scope) continue;
    const later = stages.indexOf(stageOf(other.operation)) > stages.indexOf(stageOf(operation));
    if (later) {
      issues.push({
        message: `${subject} runs in stage '${stageOf(operation)}', before operation '${before}' of package ${other.package}, which it comes after`,
      });
    }
  }
  return issues;
}

function cycle(trail: readonly InstalledOperation[]): GenerationError {
  const steps = trail.map((each) => `'${each.operation.name}' (${each.package})`);
  return new GenerationError([
    {
      message: `operations require each other in a cycle: ${steps.join(' → ')}`,
      hint: "Remove one 'requires' or 'after'.",
    },
  ]);
}
