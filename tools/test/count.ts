import type { TestModule } from 'vitest/node';

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** The names of those that did not run, which vitest's own report does not count as failed. */
  readonly skipped: readonly string[];
}

/**
 * Counts tests by their result. A test that did not pass has failed, skipped ones too: nothing here
 * may pass because it did not run, unless tests are chosen `byName`. So has a file that could not be loaded, or whose hooks failed.
 */
export function countTests(modules: readonly TestModule[], byName: boolean): Count {
  const skipped: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const module of modules) {
    const all = [...module.children.allTests()];
    const idle = all.filter((test) => test.result().state === 'skipped');
    const tests = byName ? all.filter((test) => !idle.includes(test)) : all;
    const good = tests.filter((test) => test.result().state === 'passed').length;
    passed += good;
    failed += tests.length - good;
    if (!byName)
      skipped.push(...idle.map((test) => `${module.relativeModuleId} > ${test.fullName}`));
    if (good === tests.length && !module.ok()) failed += 1;
  }
  return { passed, failed, skipped };
}
