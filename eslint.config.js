import { readdirSync } from 'node:fs';

import tseslint from 'typescript-eslint';

/** The packages each package may import: dependencies point one way (CONTRIBUTING.md has the map). */
const allowed = {
  disk: [],
  errors: [],
  jsonnet: [],
  python: [],
  sqlalchemy: [],
  schema: ['errors', 'python', 'sqlalchemy'],
  core: ['disk', 'errors', 'jsonnet', 'stdlib'],
  fastapi: ['core', 'python', 'runtime', 'sqlalchemy'],
  client: ['core', 'fastapi'],
  cli: ['core', 'errors'],
  nx: ['core', 'jsonnet', 'fastapi', 'python'],
};
const packages = [...Object.keys(allowed), 'runtime', 'stdlib', 'harness'];

const boundaries = Object.entries(allowed).map(([name, imports]) => ({
  files: [`libs/${name}/src/**/*.ts`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: packages
          .filter((other) => other !== name && !imports.includes(other))
          .map((other) => ({
            group: [`@rowhouse/${other}`, `@rowhouse/${other}/*`, `**/libs/${other}/**`],
            message: `@rowhouse/${name} must not import @rowhouse/${other}.`,
          })),
      },
    ],
  },
}));

/** The folders of libs/schema, and the file between them, lowest first: each imports those before it only. */
const schemaRooms = [
  ...['errors', 'sql', 'options', 'graph', 'steps', 'metadata', 'plugins', 'extensions', 'config'],
  ...['desired-state', 'objects', 'table', 'views', 'rest', 'files', 'models', 'diagram'],
  ...['embedded', 'database', 'diff', 'migrations', 'seed', 'pull', 'model-check', 'cli'],
];
for (const name of readdirSync(new URL('libs/schema/src', import.meta.url))) {
  if (name.endsWith('.ts') || schemaRooms.includes(name)) continue;
  throw new Error(`libs/schema/src/${name} has no place among the folders in eslint.config.js.`);
}

const schemaBoundaries = schemaRooms.map((room, index) => ({
  files: [`libs/schema/src/${room}/**/*.ts`, `libs/schema/src/${room}.ts`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...boundaries.find(({ files }) => files[0] === 'libs/schema/src/**/*.ts').rules[
            'no-restricted-imports'
          ][1].patterns,
          ...schemaRooms.slice(index + 1).map((higher) => ({
            regex: `^((\\.\\./)+${higher}(/|\\.js$)|\\./${higher}/)`,
            message: `Of the folders of libs/schema, ${room} is below ${higher}.`,
          })),
        ],
      },
    ],
  },
}));

/** The folders of libs/sqlalchemy, lowest first: each imports those before it only. */
const readerRooms = ['python', 'modules', 'evaluate', 'classes', 'mapping'];
const readerBoundaries = readerRooms.map((room, index) => ({
  files: [`libs/sqlalchemy/src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...boundaries.find(({ files }) => files[0] === 'libs/sqlalchemy/src/**/*.ts').rules[
            'no-restricted-imports'
          ][1].patterns,
          ...readerRooms.slice(index + 1).map((higher) => ({
            regex: `^\\.\\./${higher}/`,
            message: `Of the folders of libs/sqlalchemy, ${room} is below ${higher}.`,
          })),
        ],
      },
    ],
  },
}));

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/.venv/',
      '**/tmp/',
      '**/_generated/',
      '.nx/',
      '.cache/',
      // Of what must not compile, each line says so by where it stands.
      'e2e/client/programs/{react,stock,types,vue}.ts',
    ],
  },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  // A command's first file: what must be set before any ES module is read.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  ...boundaries,
  ...schemaBoundaries,
  ...readerBoundaries,
);
