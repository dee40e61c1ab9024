import { defineConfig } from 'vitest/config';

/** Workspace packages are tested from their sources, not from a build that may be stale. */
const conditions = ['@rowhouse/source'];

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{libs,tools,apps}/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['{libs,tools,apps,e2e}/**/*.e2e.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tools/harness/src/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
