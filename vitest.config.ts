import { defineConfig } from 'vitest/config';

/** Workspace packages are tested from their sources, not from a build that may be stale. */
const conditions = ['@rowhouse/source'];

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** For all tests. A second, for which `expect.poll` waits by default, is less than a busy machine takes. */
const everywhere = {
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['tools/harness/src/same-examples.ts'],
};

/** What needs PostgreSQL and Python. */
const services = {
  ...everywhere,
  exclude: ['**/node_modules/**', '**/dist/**'],
  globalSetup: ['tools/harness/src/global-setup.ts'],
  provide: { isNightly: false },
  // Far from what any takes: a busy machine is no defect.
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

/** The end-to-end tests of `npm test`: what a change most likely breaks. All of them are in `e2e`. */
const mainPath = [
  'e2e/main-path.e2e.test.ts',
  'e2e/cases.e2e.test.ts',
  'e2e/api/auth.e2e.test.ts',
  'libs/cli/test/command.e2e.test.ts',
  'libs/schema/test/migrations/lifecycle.e2e.test.ts',
  'libs/schema/test/rest/writes.e2e.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{libs,tools,apps}/**/*.test.ts'],
          exclude: ['**/*.{e2e,nightly}.test.ts', '**/node_modules/**', '**/dist/**'],
          // Far from what any takes: a busy machine is no defect.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { ...shared, test: { ...services, name: 'main', include: mainPath } },
      {
        ...shared,
        test: {
          ...services,
          name: 'e2e',
          include: ['{libs,tools,apps,e2e}/**/*.e2e.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...services,
          name: 'nightly',
          // These run in every tier, and at night with more servers, databases to pull or projects.
          include: [
            '{libs,tools,apps,e2e}/**/*.nightly.test.ts',
            'libs/schema/test/{pull,rest}/*.e2e.test.ts',
            'libs/schema/test/specification.e2e.test.ts',
            'e2e/{eject,generated}.e2e.test.ts',
            'libs/fastapi/test/injection.e2e.test.ts',
          ],
          provide: { isNightly: true },
        },
      },
    ],
  },
});
