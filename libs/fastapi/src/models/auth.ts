import type { ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { checkFunction } from './action.js';
import type { Run } from './prepare.js';

/** The keys of `auth` that name functions of the project. */
export const authFunctions = [
  'verify_credentials_fn',
  'get_current_user_fn',
  'test_user_fn',
] as const;

/** Reports the functions of a block's `auth` that their modules do not have. */
export function checkAuth(auth: unknown, path: ConfigPath, run: Run): void {
  if (!isRecord(auth)) return;
  for (const key of authFunctions) checkFunction(auth[key], run, [...path, key]);
}
