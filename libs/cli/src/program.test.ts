import { readFileSync } from 'node:fs';

import type { Command } from 'commander';
import { expect, test } from 'vitest';

import { createProgram } from './program.js';

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

const flags = withSubcommands(createProgram()).flatMap((command) =>
  command.options.filter(({ hidden }) => !hidden).map(({ long }) => [command.name(), long!]),
);

test.each(flags)('docs/cli.md describes %s %s', (_, flag) => {
  expect(page).toMatch(new RegExp(`[\\s\`]${flag}[\\s\`]`));
});
