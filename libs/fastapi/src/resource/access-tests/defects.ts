import type { Claim } from '../../config/claims.js';
import type { Comparison } from '../../config/conditions.js';
import { everything, nothing, type Permission } from '../permission.js';
import type { Defect } from './world.js';

/** The same permission with one mistake: a part is taken away, weakened, or turned around. */
export function* defectsOf(permission: Permission, claims: readonly Claim[]): Iterable<Permission> {
  switch (permission.kind) {
    case 'named':
      yield everything;
      yield* defectsOf(permission.of, claims);
      break;
    case 'function':
    case 'role':
      yield everything;
      yield nothing;
      break;
    case 'field':
      yield everything;
      yield { ...permission, negated: !permission.negated };
      yield* comparisonDefects(permission, claims);
      break;
    default: {
      const { kind, of } = permission;
      if (of.length > 1) yield { kind: kind === 'all' ? 'any' : 'all', of };
      for (const [index, part] of of.entries()) {
        yield { kind, of: of.toSpliced(index, 1) };
        for (const changed of defectsOf(part, claims)) yield { kind, of: of.with(index, changed) };
      }
    }
  }
}

function* comparisonDefects(
  comparison: Comparison,
  claims: readonly Claim[],
): Iterable<Permission> {
  const { test } = comparison;
  const having = (defect: Defect): Comparison & { defect: Defect } => ({ ...comparison, defect });
  if (comparison.negated) yield having('unknown');
  if (test.kind === 'user') {
    yield having('none');
    const type = claims.find(({ name }) => name === test.attribute)?.type;
    for (const { name, type: other } of claims) {
      if (name === test.attribute || other !== type) continue;
      yield { ...comparison, test: { ...test, attribute: name } };
    }
  }
  if (test.kind !== 'in') return;
  for (const [index] of test.values.entries()) {
    yield { ...comparison, test: { ...test, values: test.values.toSpliced(index, 1) } };
  }
}
