import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';

import type { ExecutorContext } from '../../devkit.js';
import type { ContainerExecutorSchema } from './schema.js';

/** What builds images. Only Docker writes a health check into them without being asked. */
const builders = {
  docker: ['build'],
  podman: ['build', '--format', 'docker'],
  buildah: ['build', '--format', 'docker'],
} as const;

type Builder = keyof typeof builders;

/** Builds the Dockerfile of a project. Its context is the workspace, so that it can install other projects. */
export default function containerExecutor(
  { tag, builder, buildArgs = [] }: ContainerExecutorSchema,
  { root, projectName, projectGraph }: ExecutorContext,
): Promise<{ success: boolean }> {
  const file = posix.join(projectGraph.nodes[projectName!]!.data.root, 'Dockerfile');
  const program = builder ?? installedBuilder();
  if (program === undefined) {
    return fail(`nothing is installed that builds ${file}. Install Docker, Podman or Buildah.`);
  }
  const values = buildArgs.map((each) => `--build-arg=${each}`);
  const args = [...builders[program], `--file=${file}`, `--tag=${tag ?? projectName}`, ...values];
  const { status, error } = spawnSync(program, [...args, '.'], { cwd: root, stdio: 'inherit' });
  if (error) return fail(`${program} is not installed.`);
  return Promise.resolve({ success: status === 0 });
}

function installedBuilder(): Builder | undefined {
  const all = Object.keys(builders) as Builder[];
  return all.find((program) => spawnSync(program, ['--version']).status === 0);
}

function fail(message: string): Promise<{ success: boolean }> {
  console.error(`error: ${message}`);
  return Promise.resolve({ success: false });
}
