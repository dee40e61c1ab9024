import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import type { ExecutorContext } from '../../devkit.js';
import { apiDocument, CommandError } from '@rowhouse/core';

import { explainHash } from '../../task/hash-words.js';
import { checkInputs } from '../../task/input-check.js';
import { runTask } from '../../task/report.js';
import { describeTask, fromWorkspace } from '../../task/task.js';
import type { OpenApiExecutorSchema } from './schema.js';

/** Writes the OpenAPI document of a project's generated code. */
export default async function openApiExecutor(
  options: OpenApiExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    const file = posix.normalize(options.file ?? posix.join(task.projectRoot, 'openapi.json'));
    checkFile(file);
    explainHash(task, console.log);
    const { text, files } = await apiDocument({
      ...task.project,
      ...(options.app !== undefined && { app: options.app }),
    });
    if (task.isCached) {
      const roots = [task.projectRoot, ...dependencyRoots(context)].map((root) => `${root}/`);
      const isHashed = (path: string) =>
        roots.some((root) => root === './' || fromWorkspace(task, path).startsWith(root));
      await checkInputs(
        task,
        files.filter((path) => !isHashed(path)),
      );
    }
    write(join(context.root, file), text);
    console.log(`${file}: written`);
    if (task.uncached !== undefined) console.log(`not cached: ${task.uncached}`);
  }, console.error);
  return { success };
}

function checkFile(file: string): void {
  if (!file.startsWith('../') && !posix.isAbsolute(file)) return;
  const message = `file: found '${file}', expected a path inside the workspace`;
  throw new CommandError([{ code: 'unsafe-output', message }]);
}

/** The folders of the projects that one depends on: `^default` has their files. */
function dependencyRoots({ projectGraph, projectName }: ExecutorContext): readonly string[] {
  const { nodes, dependencies } = projectGraph;
  const names = new Set([projectName!]);
  for (const name of names) {
    for (const { target } of dependencies[name] ?? []) if (target in nodes) names.add(target);
  }
  return [...names].map((name) => nodes[name]!.data.root);
}

function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
