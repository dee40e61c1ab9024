import type { TargetConfiguration } from '../../devkit.js';

import type { PythonTools } from '../../workspace/python-tools.js';

/** With uv, a lock file says what is installed; with pip, only the environment does. */
const INSTALLED = { runtime: 'python -m pip list --format=freeze --disable-pip-version-check' };

/** What the targets of a new project depend on. */
interface AppChoices {
  /** Whether a lock file at the workspace's root has the project's packages. */
  readonly isLockedAbove: boolean;
  /** Where the API is served. */
  readonly port: number;
  readonly migrations: 'alembic' | 'none';
  /** Whether the project has a Dockerfile. */
  readonly docker: boolean;
}

/** Those that only some ask for. */
type Asked = Pick<AppChoices, 'migrations' | 'docker'>;

/** The targets of a new project; those of codegen are inferred, these use what it makes. */
export function appTargets(
  tools: PythonTools,
  choices: AppChoices,
): Record<string, TargetConfiguration> {
  const { installer, hasPlugin } = tools;
  const { isLockedAbove, port } = choices;
  const python = pythonTarget(tools);
  return {
    serve: {
      ...python(`-m uvicorn main:app --reload --port ${port}`),
      continuous: true,
      // The code is there before the server starts, and generated again after every change of the config.
      dependsOn: ['codegen', 'codegen-watch'],
      metadata: {
        description: `Serve the API on port ${port}; generate and reload it after every change`,
      },
    },
    test: {
      ...python('-m pytest'),
      dependsOn: ['codegen'],
      cache: true,
      inputs: [
        'default',
        '^default',
        'generated',
        ...(isLockedAbove ? ['{workspaceRoot}/uv.lock'] : []),
        ...(installer === 'pip' ? [INSTALLED] : []),
        { env: 'TEST_DATABASE_URL' },
      ],
      metadata: { description: 'Run all tests, including the generated ones' },
    },
    ...askedTargets(tools, choices),
    openapi: { options: { app: 'main:app' } },
    ...(hasPlugin && packageTargets),
  };
}

/** The targets that a project has if they are asked for. */
export function askedTargets(
  tools: PythonTools,
  { migrations, docker }: Asked,
): Record<string, TargetConfiguration> {
  const python = pythonTarget(tools);
  return {
    ...(migrations === 'alembic' && {
      'db-upgrade': {
        ...python('-m alembic upgrade head'),
        metadata: { description: 'Migrate the database of DATABASE_URL' },
      },
      'db-revision': {
        ...python('-m alembic revision --autogenerate'),
        metadata: {
          description: 'Write a migration of what has changed in the models; needs --message',
        },
      },
      'db-check': {
        ...python('-m alembic check'),
        metadata: { description: 'Fail if a model has changed without a migration' },
      },
    }),
    ...(docker && {
      container: {
        executor: '@rowhouse/nx:container',
        dependsOn: ['codegen'],
        metadata: { description: 'Build the container image' },
      },
    }),
  };
}

/** Runs Python in the project. */
function pythonTarget({ installer, hasPlugin }: PythonTools) {
  return (args: string): TargetConfiguration => {
    const command = `${installer === 'uv' ? 'uv run ' : ''}python ${args}`;
    const cwd = '{projectRoot}';
    return hasPlugin
      ? { executor: '@nxlv/python:run-commands', options: { command, cwd } }
      : { command, options: { cwd } };
  };
}

/** Those of the same names that `@nxlv/python` gives its own projects. */
const packageTargets = Object.fromEntries(
  ['lock', 'sync', 'add', 'update', 'remove'].map((name) => [
    name,
    { executor: `@nxlv/python:${name}`, options: {} },
  ]),
);
