import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { actionKeywords, type ActionTakes } from '../config/action-options.js';
import { isDotted } from './dotted.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import { asWritten, canBeFirst, neededBeside, takenOf } from './signature.js';

/**
 * What the function of an action takes by name, by its source. Undefined where that is not known, and where
 * no route could call it, which is reported.
 */
export function takenByAction(
  { fn, on }: Readonly<Record<string, unknown>>,
  run: Run,
  place: ConfigPath,
): ActionTakes | undefined {
  if (typeof fn !== 'string' || !isDotted(fn)) return undefined;
  const signature = known(run.source.signature(fn));
  if (signature === undefined) return undefined;
  const hasRow = on !== 'collection';
  const wrong = mistakeIn(signature, hasRow);
  if (wrong === undefined) {
    return takenOf(actionKeywords, signature.parameters.slice(hasRow ? 1 : 0));
  }
  const where = unquoted(run.source.where(signature.at));
  const form = `(${hasRow ? 'row, ' : ''}*, ${actionKeywords.join(', ')})`;
  run.report(place, {
    code: 'action-signature',
    found: fn,
    message: text`${where}: ${asWritten(fn, signature)} ${unquoted(wrong)}`,
    fix: unquoted(`Write ${form}, without the names that it does not use.`),
  });
  return undefined;
}

/** Why a function cannot be called by any action. */
function mistakeIn({ parameters }: Signature, hasRow: boolean): string | undefined {
  if (hasRow && !canBeFirst(parameters[0])) return 'takes no row';
  const lacking = neededBeside(actionKeywords, hasRow ? parameters.slice(1) : parameters);
  if (lacking.length === 0) return undefined;
  return `needs ${lacking.join(', ')}, which an action does not get`;
}
