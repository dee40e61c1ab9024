import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import type { TargetConfiguration } from '../devkit.js';
import type { ProjectDefinition } from './project-definition.js';
import type { Input } from './toolchain.js';

/** What the checks of a Python project are made of. */
interface Checked {
  readonly workspaceRoot: string;
  /** POSIX, relative to the workspace root. */
  readonly root: string;
  readonly definition: ProjectDefinition;
  readonly codegen: string;
  /** Where the generated code is, relative to the workspace root, as far as that is known. */
  readonly output: string | undefined;
  /** Whether the generated code is an output of a cached task. */
  readonly isCached: boolean;
  /** What is installed for the project. */
  readonly installed: Input;
}

/**
 * The targets `lint`, `format` and `typecheck` of a project whose `pyproject.toml`, or that of the workspace, names ruff, and mypy
 * or pyright. A target that the project has of such a name stays alone.
 */
export function pythonChecks(checked: Checked): Record<string, TargetConfiguration> {
  const { workspaceRoot, root, definition, codegen, output, isCached, installed } = checked;
  const own = read(workspaceRoot, root, 'pyproject.toml');
  if (own === undefined) return {};
  const manifests = `${own}\n${read(workspaceRoot, '.', 'pyproject.toml') ?? ''}`;
  const usesUv =
    /^\[tool\.uv\b/m.test(manifests) ||
    [root, '.'].some((folder) => existsSync(join(workspaceRoot, folder, 'uv.lock')));
  const python = usesUv ? 'uv run python -m' : 'python -m';
  const inside = output === undefined ? undefined : posix.relative(root, output);
  const exclude =
    inside === undefined || inside.startsWith('..') ? '' : ` --extend-exclude ${inside}`;
  const config = ['pyproject.toml', 'ruff.toml', 'mypy.ini', 'pyrightconfig.json'];
  const inputs: readonly Input[] = [
    '{projectRoot}/**/*',
    ...config.map((name) => `{workspaceRoot}/${name}`),
    installed,
  ];
  const check = (command: string, description: string): TargetConfiguration => ({
    command: `${python} ${command}`,
    options: { cwd: '{projectRoot}' },
    cache: true,
    inputs: [...inputs],
    metadata: { technologies: ['python'], description },
  });
  const checker = ['mypy', 'pyright'].find((tool) => isNamed(manifests, tool));
  const targets: Record<string, TargetConfiguration> = {
    ...(isNamed(manifests, 'ruff') && {
      lint: check(`ruff check .${exclude}`, 'Lint the Python code with ruff'),
      format: check(
        `ruff format --check .${exclude}`,
        'Check the format of the Python code with ruff',
      ),
    }),
    ...(checker !== undefined && {
      typecheck: {
        ...check(
          `${checker} .`,
          `Check the types of the Python code, generated code included, with ${checker}`,
        ),
        dependsOn: [codegen],
        cache: isCached,
        inputs: [
          ...inputs,
          '^default',
          { dependentTasksOutputFiles: '**/*', transitive: true } as const,
        ],
      },
    }),
  };
  const missing = Object.entries(targets).filter(([name]) => !(name in definition.targets));
  return Object.fromEntries(missing);
}

/** Whether a requirement is that tool, or a table is its settings. */
function isNamed(manifests: string, tool: string): boolean {
  return new RegExp(`["']${tool}["'\\s<>=~!;\\[]|^${tool}\\s*=|^\\[tool\\.${tool}\\b`, 'm').test(
    manifests,
  );
}

function read(workspaceRoot: string, folder: string, name: string): string | undefined {
  const file = join(workspaceRoot, folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
