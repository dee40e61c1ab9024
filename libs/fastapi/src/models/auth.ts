import { unquoted, type ConfigPath } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { checkFunction } from './action.js';
import { isDotted } from './dotted.js';
import { known } from './known.js';
import { authFunctions } from './member-keys.js';
import type { Run } from './prepare.js';
import { canBeFirst, excessOf, misfit, takenOf } from './signature.js';

/** Reports the functions of a block's `auth` that their modules do not have, and completes what one takes. */
export function completeAuth(auth: unknown, path: ConfigPath, run: Run): unknown {
  if (!isRecord(auth)) return auth;
  const areThere = authFunctions.filter((key) => checkFunction(auth[key], run, [...path, key]));
  const fn = auth['verify_credentials_fn'];
  if (typeof fn !== 'string' || !isDotted(fn) || !areThere.includes('verify_credentials_fn')) {
    return auth;
  }
  const signature = known(run.source.signature(fn));
  if (signature === undefined) return auth;
  const wrong = mistakeIn(signature);
  if (wrong === undefined) {
    const takes = takenOf(['db'], signature.parameters.slice(2));
    const needsDb = takes.db !== undefined && signature.isAsync;
    return needsDb ? { ...auth, verify_credentials_fn: { fn, takes } } : auth;
  }
  run.report([...path, 'verify_credentials_fn'], {
    code: 'credentials-signature',
    found: fn,
    message: misfit(fn, signature, wrong, run),
    fix: unquoted('Write async def (username, password, *, db), without db if it does not use it.'),
  });
  return auth;
}

/** Why the token route cannot call a function. */
function mistakeIn({ parameters, isAsync }: Signature): string | undefined {
  const [name, password, ...rest] = parameters;
  if (!canBeFirst(name)) return 'takes no user name';
  if (name.kind !== '*' && !canBeFirst(password)) return 'takes no password';
  const named = name.kind === '*' ? parameters : rest;
  const needsDb = named.some((each) => each.name === 'db' && !each.hasDefault);
  if (needsDb && !isAsync) return 'takes db, but is not async';
  return excessOf(['db'], named, 'it');
}
