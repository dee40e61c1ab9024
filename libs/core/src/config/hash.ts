import { createHash } from 'node:crypto';

/**
 * A hash of a resolved config. It is equal for equal configs whatever the order of their keys, since the
 * evaluator gives fields in the order of their names.
 *
 * @returns lower-case hexadecimal SHA-256.
 */
export function hashConfig(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
