import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import type { TargetConfiguration } from '../devkit.js';
import type { IgnoreRules } from '../workspace/ignore-rules.js';
import type { ProjectDefinition } from './project-definition.js';

/** What pytest takes for a file of tests. */
const TEST_FILE = /^test_.*\.py$|_test\.py$/;

/** A project whose tests are split. Paths are relative to the workspace root. */
interface SplitProject {
  /** The name of the target that runs all of them. */
  readonly name: string;
  readonly root: string;
  readonly definition: ProjectDefinition;
  /** Where the generated code is, as far as that is known. */
  readonly output: string | undefined;
  readonly ignored: IgnoreRules;
}

/**
 * A target for each file of tests, so that the machines of a CI can share them, and one that runs all: the command of `test`, with
 * the file behind it. The graph has to be the same everywhere, so the generated tests must be committed: where git ignores them,
 * `test` stays whole.
 */
export function splitTests(project: SplitProject): Record<string, TargetConfiguration> {
  const { name, root, definition, output, ignored } = project;
  const whole = definition.targets['test'];
  const command = whole?.command ?? (whole?.options as { command?: unknown } | undefined)?.command;
  if (!whole || typeof command !== 'string') return {};
  const isShared = output !== undefined && !ignored.isFolderIgnored(output);
  const files = isShared ? testFiles(root, ignored).sort() : [];
  const parts = files.map((path) => {
    const file = posix.relative(root, path);
    const own = `${command} ${file}`;
    const target: TargetConfiguration = {
      ...whole,
      ...(whole.command === undefined
        ? { options: { ...(whole.options as object), command: own } }
        : { command: own }),
      metadata: { technologies: ['python'], description: `Run the tests of ${file}` },
    };
    return [`${name}--${file}`, target] as const;
  });
  const each = parts.map(([target]) => ({ target, params: 'forward' as const }));
  const all: TargetConfiguration = {
    executor: 'nx:noop',
    dependsOn: each.length > 0 ? each : ['test'],
    metadata: { technologies: ['python'], description: 'Run each file of tests as a task' },
  };
  return { ...Object.fromEntries(parts), [name]: all };
}

function testFiles(folder: string, ignored: IgnoreRules): string[] {
  const at = join(ignored.workspaceRoot, folder);
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) {
      return TEST_FILE.test(entry.name) && !ignored.isIgnored(path) ? [path] : [];
    }
    const isOther = existsSync(join(at, entry.name, 'project.json'));
    return isOther || ignored.isFolderIgnored(path) ? [] : testFiles(path, ignored);
  });
}
