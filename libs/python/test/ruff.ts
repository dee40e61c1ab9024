import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';

const workspace = new Workspace(
  {
    'target-version': 'py311',
    lint: {
      select: ['E', 'F', 'W', 'I', 'N', 'D', 'RUF'],
      // Tests make modules without a use, and names that no one would choose.
      ignore: ['D100', 'D101', 'D103', 'E741', 'F821', 'F841', 'N'],
      pydocstyle: { convention: 'google' },
      isort: { 'known-first-party': ['own', 'shop'] },
    },
  },
  PositionEncoding.Utf16,
);

/** A text as ruff formats it. */
export function format(text: string): string {
  return workspace.format(text);
}

/** What ruff's linter says of a text, as `code: line`. */
export function findings(text: string, codes = /^(?:I|F|E501|RUF100|W)/): string[] {
  const lines = text.split('\n');
  const diagnostics = workspace.check(text) as { code: string; start_location: { row: number } }[];
  return diagnostics
    .filter(({ code }) => codes.test(code ?? ''))
    .map(({ code, start_location: { row } }) => `${code}: ${lines[row - 1]}`);
}
