import type { Unknown } from '@rowhouse/sqlalchemy';

/** What is known of a fact; undefined where it is not. */
export function known<T>(fact: T): Exclude<T, Unknown> | undefined {
  const isUnknown = typeof fact === 'object' && fact !== null && 'unknown' in fact;
  return isUnknown ? undefined : (fact as Exclude<T, Unknown>);
}
