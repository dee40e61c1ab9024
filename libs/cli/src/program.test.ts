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

/** What the page says of a command: its own section, and those about several commands. */
function about(command: string): string {
  const sections = page.split(/^## /m).slice(1);
  const title = new RegExp(
    `^(?:Commands|Configs|Exit codes and output|.*\\b${command}\\b.*)$`,
    'im',
  );
  return sections.filter((each) => title.test(each.split('\n')[0]!)).join('');
}

test.each(flags)('docs/cli.md describes %s %s', (command, flag) => {
  expect(about(command)).toMatch(new RegExp(`[\\s\`]${flag}[\\s\`]`));
});
