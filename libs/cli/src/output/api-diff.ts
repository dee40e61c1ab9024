import type { ApiChange, ApiDiff } from '@rowhouse/core';

import { painterFor } from './colors.js';

/** One line for each change, or one that there is none. */
export function apiDiffLines({ against, changes }: ApiDiff): readonly string[] {
  if (changes.length === 0) return [`The API is that of ${against}.`];
  const { red, green, yellow } = painterFor(process.stdout);
  return changes.map(({ kind, isBreaking, text, bodies }) => {
    const where = bodies.length > 0 ? ` (${bodies.join(', ')})` : '';
    if (isBreaking) return red(`! breaking: ${text}${where}`);
    return kind === 'added' ? green(`+ ${text}${where}`) : yellow(`~ ${text}${where}`);
  });
}

/** The same for programs to read. */
export function apiDiffJson({ against, changes }: ApiDiff): object {
  const shown = ({ isBreaking, ...change }: ApiChange) => ({ ...change, breaking: isBreaking });
  return { against, changes: changes.map(shown) };
}
