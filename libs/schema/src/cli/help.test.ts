import { expect, test } from 'vitest';

import { main } from './main.js';

async function helpOf(...command: string[]): Promise<string> {
  const printed: string[] = [];
  const output = {
    print: (text: string) => void printed.push(text),
    error: (text: string) => void printed.push(text),
  };
  await main([...command, '--help'], output);
  return printed.join('\n');
}

const commands = [...(await helpOf()).matchAll(/^ {2}([a-z]+) {2,}|^ {2}([a-z]+) [[<]/gm)].map(
  ([, plain, named]) => (plain ?? named)!,
);

test.each([[], ...commands.map((name) => [name])])(
  'the help of `schema %s` fits 80 columns, and has an example',
  async (...command) => {
    const help = await helpOf(...command);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(help).toContain('\nExamples:\n');
  },
);

test('every command is among them', () => {
  expect(commands).toContain('migrate');
  expect(commands.length).toBeGreaterThan(14);
});
