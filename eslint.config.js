import tseslint from 'typescript-eslint';

/** The packages each package may import: dependencies point one way (CONTRIBUTING.md has the map). */
const allowed = {
  jsonnet: [],
  schema: [],
  core: ['jsonnet', 'stdlib'],
  fastapi: ['core', 'runtime'],
  cli: ['core'],
  nx: ['core', 'jsonnet', 'fastapi'],
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

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/.venv/', '**/tmp/', '**/_generated/', '.nx/'] },
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
  ...boundaries,
);
