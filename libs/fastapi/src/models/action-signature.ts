import { unquoted, type ConfigPath } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { actionKeywords, type ActionTakes } from '../config/action-options.js';
import type { Run } from './prepare.js';
import { canBeFirst, excessOf, misfit, takenOf } from './signature.js';

/** What the function of an action takes by name. Undefined where no route could call it, which is reported. */
export function takenByAction(
  fn: string,
  signature: Signature,
  hasRow: boolean,
  run: Run,
  place: ConfigPath,
): ActionTakes | undefined {
  const [first, ...rest] = signature.parameters;
  const byName = hasRow ? rest : signature.parameters;
  const wrong =
    hasRow && !canBeFirst(first) ? 'takes no row' : excessOf(actionKeywords, byName, 'an action');
  if (wrong === undefined) return takenOf(actionKeywords, byName);
  const form = `(${hasRow ? 'row, ' : ''}*, ${actionKeywords.join(', ')})`;
  run.report(place, {
    code: 'action-signature',
    found: fn,
    message: misfit(fn, signature, wrong, run),
    fix: unquoted(`Write ${form}, without the names that it does not use.`),
  });
  return undefined;
}
