import { createInterface } from 'node:readline/promises';

import type { Rename } from '../migrations/index.js';

/**
 * Asks on the terminal which objects were renamed; the others are dropped and made anew. Without a terminal, none
 * were.
 */
export async function askRenames(candidates: readonly Rename[]): Promise<readonly Rename[]> {
  if (!process.stdin.isTTY) return [];
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const renames: Rename[] = [];
    for (const { from, to } of candidates) {
      const answer = await terminal.question(
        `${from.join('.')} is gone, and ${to} is new. Was it renamed? [y/N] `,
      );
      if (/^y(?:es)?$/i.test(answer.trim())) renames.push({ from, to });
    }
    return renames;
  } finally {
    terminal.close();
  }
}
