import type { ConstraintName } from '../src/config/constraints.js';

/** Limits to try constraints with; of those that are not here, 3. */
const limits: Partial<Readonly<Record<ConstraintName, string | number>>> = {
  // No e-mail address is as short as 3 characters.
  max_length: 40,
  pattern: '^[a-z]+$',
};

/** A limit to try a constraint with. */
export function limitOf(name: ConstraintName): string | number {
  return limits[name] ?? 3;
}
