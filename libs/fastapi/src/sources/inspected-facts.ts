import { existsSync } from 'node:fs';
import { relative } from 'node:path';

import {
  CommandError,
  text,
  unquoted,
  type Account,
  type Issue,
  type Surroundings,
} from '@rowhouse/core';
import { inspectModels, type FailedModule, type NotInspected } from '@rowhouse/sqlalchemy';

import { moduleFolders } from '../models/folders.js';
import { ProjectModels } from './project-models.js';

/** What SQLAlchemy itself says of all models, or of those in a module, once the project's Python has imported them. */
export async function inspectedFacts(
  subject: string | undefined,
  surroundings: Surroundings,
): Promise<Account> {
  const { directory, root } = surroundings;
  const project = new ProjectModels(surroundings);
  const modules = project.modulesOf(subject);
  const folders = moduleFolders(directory, root).filter(existsSync);
  const python = pythonOf(project);
  const found = await inspectModels({ python, directory, folders, modules });
  if ('reason' in found) throw new CommandError(issuesOf(found, python, surroundings));
  const json = { ...found, problems: [], leftOut: [] };
  return { text: `${JSON.stringify(json, undefined, 2)}\n`, json };
}

/** That of the virtual environment, else the one on the PATH. */
function pythonOf({ pythons }: ProjectModels): string {
  const onPath = process.platform === 'win32' ? 'python' : 'python3';
  return pythons === undefined ? onPath : (pythons.find((path) => existsSync(path)) ?? pythons[0]!);
}

function issuesOf(
  { reason, message, failed }: NotInspected,
  python: string,
  surroundings: Surroundings,
): readonly Issue[] {
  const code = 'models-not-imported';
  switch (reason) {
    case 'import':
      return failed.map((each) => importIssue(each, surroundings));
    case 'mappers':
      return [
        {
          code,
          message: `SQLAlchemy refuses the models: ${message}`,
          fix: 'Correct the models: the API would fail in the same way.',
        },
      ];
    case 'python': {
      const shown = python.includes('/') ? surroundings.display(python) : python;
      return [
        {
          code,
          message: text`${unquoted(shown)} cannot import the models: ${unquoted(message)}`,
          fix: 'Create a virtual environment .venv with the packages of the project, or activate one.',
        },
      ];
    }
  }
}

function importIssue(
  { module, message, file, line }: FailedModule,
  { directory, display }: Surroundings,
): Issue {
  const isOwn = file !== null && !relative(directory, file).startsWith('..');
  const at = isOwn ? ` (${display(file)}:${String(line)})` : '';
  return {
    code: 'models-not-imported',
    message: text`${module} cannot be imported: ${unquoted(message)}${unquoted(at)}`,
    fix: /^ModuleNotFoundError/.test(message)
      ? 'Install the packages of the project in its virtual environment.'
      : 'Set what the module needs when it is imported, such as variables of the environment.',
  };
}
