import type { TestModule } from 'vitest/node';

/**
 * Counts tests by their result. A test that did not pass has failed, skipped ones too: nothing here
 * may pass because it did not run. So has a file that could not be loaded, or whose hooks failed.
 */
export function countTests(modules: readonly TestModule[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    const good = tests.filter((test) => test.result().state === 'passed').length;
    passed += good;
    failed += tests.length - good;
    if (good === tests.length && !module.ok()) failed += 1;
  }
  return { passed, failed };
}
