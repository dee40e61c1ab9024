import type { EffectiveApp } from '../effective.js';
import type { Findings } from '../rule.js';
import type { Config } from '../schema.js';
import { checkAttribute, userProblem } from './access-user.js';

/** The users of all apps have the attribute that tells them apart: nobody gets the answer to another one. */
export function checkIdempotency(
  { idempotency }: Config,
  apps: readonly EffectiveApp[],
  { report, sound }: Findings,
): void {
  if (idempotency === undefined || !sound('idempotency')) return;
  for (const { config, path } of apps.flatMap(({ resources }) => resources)) {
    if (config.model !== idempotency.model) continue;
    report([...path, 'model'], {
      code: 'idempotency-resource',
      found: config.model,
      message: 'its rows are the answers to the requests of all users',
      fix: 'Remove the resource.',
    });
  }
  const told = new Set<unknown>();
  for (const { auth, at } of apps) {
    if (auth === undefined || told.has(auth) || !sound(...at.auth)) continue;
    told.add(auth);
    const problem = userProblem(auth);
    if (problem !== undefined) {
      report(['idempotency'], { code: 'idempotency-without-user', ...problem });
    } else if (auth.claims !== undefined) {
      const attribute = idempotency.user;
      checkAttribute({ attribute, kind: 'stamp' }, auth.claims, ['idempotency', 'user'], report);
    }
  }
}
