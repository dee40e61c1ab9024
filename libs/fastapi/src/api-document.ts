import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  CommandError,
  text,
  unquoted,
  type ApiDocument,
  type ApiDocumentRequest,
  type Issue,
  type Surroundings,
} from '@rowhouse/core';
import { askPython } from '@rowhouse/sqlalchemy';

import type { Project } from './config/project.js';
import { servingPackages } from './diagnosis/needed-packages.js';
import { pythonOf } from './diagnosis/python.js';
import { foldersAround } from './models/folders.js';

/** What `inspect/openapi.py` answers. */
type Answer =
  | { readonly missing: readonly string[] }
  | { readonly found: string }
  | { readonly failed: Failure }
  | { readonly document: string; readonly files: readonly string[] };

interface Failure {
  /** The exception, in one line. */
  readonly message: string;
  /** Where a module of the project raised it, or called what did. */
  readonly file: string | null;
  readonly line: number | null;
}

const code = 'api-not-imported';
const script = fileURLToPath(new URL('../inspect/openapi.py', import.meta.url));

/** The OpenAPI document of the generated routes, or of the app with them: FastAPI's own, in the project's Python. */
export async function apiDocument({
  project,
  app,
  outputRoot,
  surroundings,
}: ApiDocumentRequest<Project>): Promise<ApiDocument> {
  const { directory, root } = surroundings;
  if (app !== undefined && !/^[A-Za-z_][\w.]*:[A-Za-z_]\w*$/.test(app)) {
    const message = text`app: found ${app}, expected a module and a name, such as main:app`;
    throw new CommandError([{ code, message }]);
  }
  const prefix = project.packagePrefix;
  const depth = prefix === '' ? [] : prefix.split('.').map(() => '..');
  const around = foldersAround(directory, root);
  const folders = [resolve(outputRoot, ...depth), ...around].flatMap((each) => [
    each,
    join(each, 'src'),
  ]);
  const request = {
    app: app ?? null,
    routes: prefix === '' ? 'routes' : `${prefix}.routes`,
    title: project.apps.map(({ module }) => module).join(', '),
    packages: servingPackages(project),
    folders: [...new Set(folders)].filter((folder) => existsSync(folder)),
  };
  const python = pythonOf(surroundings);
  const { output, problem } = await askPython(python, script, request, directory);
  const shown = python.includes('/') ? surroundings.display(python) : python;
  if (problem !== undefined) throw new CommandError([unusable(shown, problem)]);
  const answer = JSON.parse(output) as Answer;
  if ('document' in answer) return { text: answer.document, files: answer.files };
  if ('missing' in answer) throw new CommandError([missing(shown, answer.missing)]);
  throw new CommandError([
    'found' in answer ? noApp(app!, answer.found) : notImported(answer.failed, surroundings),
  ]);
}

function unusable(python: string, problem: string): Issue {
  return {
    code,
    message: text`${unquoted(python)} does not run: ${unquoted(problem)}`,
    fix: 'Create a virtual environment .venv with the packages of the project, or activate one.',
  };
}

function missing(python: string, packages: readonly string[]): Issue {
  const names = packages.join(' ');
  return {
    code,
    message: text`the document is made by the app itself, and ${unquoted(python)} lacks what it imports: ${unquoted(packages.join(', '))}`,
    fix: text`Install the packages of the project (uv sync, or pip install ${unquoted(names)}), in .venv or in the active virtual environment.`,
  };
}

function noApp(app: string, found: string): Issue {
  const message = text`${app} is of the class ${unquoted(found)}, expected FastAPI`;
  return { code, message, fix: text`Name it as uvicorn does: ${'main:app'}.` };
}

function notImported({ message, file, line }: Failure, { display }: Surroundings): Issue {
  const at = file === null ? '' : ` (${display(file)}:${String(line)})`;
  return {
    code,
    message: text`the app cannot be imported: ${unquoted(message)}${unquoted(at)}`,
    fix: /^ModuleNotFoundError/.test(message)
      ? 'Install the packages of the project in its virtual environment.'
      : 'Set what the module needs when it is imported, such as variables of the environment.',
  };
}
