import type { Difference } from '../diff/index.js';

/** One difference as a line. */
export function describeDifference({ change, kind, object, ...detail }: Difference): string {
  const { attribute, found, expected, fix } = detail;
  const values = attribute === undefined ? [] : [`${attribute}: ${found}, expected ${expected}`];
  const remedy = fix === undefined ? [] : [`run: ${fix}`];
  const more = [...values, ...remedy].map((text) => ` (${text})`).join('');
  return `${change}: ${kind} ${object}${more}`;
}
