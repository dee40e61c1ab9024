import { startVitest } from 'vitest/node';

import { countTests } from './count.js';

/** Runs every test, or those that the arguments select, and closes with `N passed, N failed`. */
const vitest = await startVitest('test', process.argv.slice(2), {
  run: true,
  watch: false,
  // One line a test file as it ends; failures whole at the end.
  reporters: ['default'],
});
const { passed, failed } = countTests(vitest.state.getTestModules());
const errors = vitest.state.getUnhandledErrors().length;
await vitest.close();
console.log(`\n${passed} passed, ${failed + errors} failed`);
process.exit(failed + errors > 0 || passed === 0 ? 1 : 0);
