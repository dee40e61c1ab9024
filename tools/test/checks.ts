/** A check that is no test of vitest's: a command that exits with 0 when all is well. */
export interface Check {
  readonly name: string;
  /** A JavaScript file of the repository, and its arguments. */
  readonly command: readonly string[];
  /** What runs it: `npm test`, only `npm test -- --all`, or `npm test -- --nightly`. */
  readonly tier: 'everyday' | 'all' | 'nightly';
}

/** Breaks generated projects, and runs their own tests on each change. */
export const mutants = [
  'node_modules/tsx/dist/cli.mjs',
  '--conditions=@rowhouse/source',
  'tools/mutants/run.ts',
];

/** Of each project: so many mutants, always the same. */
const sample = '20';

export const checks: readonly Check[] = [
  {
    name: 'types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.tests.json'],
    tier: 'everyday',
  },
  {
    name: 'lint, with module boundaries',
    command: ['node_modules/eslint/bin/eslint.js', '.'],
    tier: 'everyday',
  },
  {
    name: 'format',
    command: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'],
    tier: 'all',
  },
  {
    name: "the demo's config, through Nx",
    command: ['node_modules/nx/dist/bin/nx.js', 'run', 'demo:codegen-validate'],
    tier: 'all',
  },
  {
    name: "the demo's tour",
    command: [
      'node_modules/tsx/dist/cli.mjs',
      '--conditions=@rowhouse/source',
      'tools/demo/src/main.ts',
    ],
    tier: 'all',
  },
  {
    name: "the demo's migrations, against its tables",
    command: [
      'libs/schema/bin/schema.js',
      'check',
      '--config',
      'apps/demo/schema/schema.config.ts',
    ],
    tier: 'all',
  },
  {
    name: 'the documentation as a site: links, anchors, nothing of other hosts',
    command: ['node_modules/nx/dist/bin/nx.js', 'run', 'docs:build'],
    tier: 'all',
  },
  {
    name: 'a sample of the mutants',
    command: [...mutants, '--sample', sample],
    tier: 'nightly',
  },
];
