import { unquoted, type ConfigPath } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { pythonType } from '../config/python-type.js';
import { isSaid } from '../config/rule.js';
import type { WrittenAuth } from '../config/written.js';
import { checkFunction } from './action.js';
import { isDotted } from './dotted.js';
import { known } from './known.js';
import { authFunctions } from './member-keys.js';
import type { Reader } from './prepare.js';
import { canBeFirst, excessOf, misfit, takenOf } from './signature.js';

/**
 * Reports the functions of a block's `auth` that their modules do not have.
 *
 * @returns the type of the current user as the source of its function says it, and what another one takes.
 */
export function completeAuth(auth: WrittenAuth, path: ConfigPath, run: Reader) {
  const areThere = authFunctions.filter((key) => checkFunction(auth[key], run, [...path, key]));
  const fn = auth.verify_credentials_fn;
  const isThere = areThere.includes('verify_credentials_fn');
  return {
    ...(!isSaid(auth.current_user_type) && userTypeOf(auth.get_current_user_fn, run)),
    ...(fn !== undefined && isDotted(fn) && isThere && credentialsOf(fn, path, run)),
  };
}

function userTypeOf(fn: string | undefined, run: Reader) {
  const type = fn === undefined ? undefined : run.source.returnType(fn);
  // What the schema would not take for a type is none that generated code can write.
  return pythonType.safeParse(type).success ? { current_user_type: type } : {};
}

function credentialsOf(fn: string, path: ConfigPath, run: Reader) {
  const signature = known(run.source.signature(fn));
  if (signature === undefined) return {};
  const wrong = mistakeIn(signature);
  if (wrong === undefined) {
    const takes = takenOf(['db'], signature.parameters.slice(2));
    const needsDb = takes.db !== undefined && signature.isAsync;
    return needsDb ? { verify_credentials_fn: { fn, takes } } : {};
  }
  run.report([...path, 'verify_credentials_fn'], {
    code: 'credentials-signature',
    found: fn,
    message: misfit(fn, signature, wrong, run),
    fix: unquoted('Write async def (username, password, *, db), without db if it does not use it.'),
  });
  return {};
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
