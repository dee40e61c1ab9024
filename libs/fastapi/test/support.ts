import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  formatMessage,
  formatPath,
  formatText,
  generateTree,
  isUserError,
  validate,
  type Issue,
  type Plugin,
} from '@rowhouse/core';

import { fastapi, operations } from '../src/index.js';

/** This package, as discovery would find it. */
export const plugin: Plugin = {
  package: '@rowhouse/fastapi',
  targets: [fastapi],
  operations,
};

/** A config of one resource, with what a test changes. */
export function blog(resource: object = {}, project: object = {}): object {
  return {
    version: '1',
    module: 'blog',
    resources: [
      { model: 'blog.models.Article', operations: [{ name: 'get', fields: [id] }], ...resource },
    ],
    ...project,
  };
}

/** The field of a primary key. */
export const id = { name: 'id', type: 'uuid' };

/** A text field. */
export const title = { name: 'title', type: 'str' };

/** The generated files of a config, by path; the config is data, or a program. */
export async function generated(
  config: object | string,
  plugins: readonly Plugin[] = [plugin],
): Promise<Record<string, string>> {
  return withFile(config, async (path) => {
    const { tree } = await generateTree({ config: path, plugins });
    const files = Object.entries(tree.toJSON()).filter(([, text]) => text !== null);
    return Object.fromEntries(files.map(([file, text]) => [file.slice(1), text!]));
  });
}

/** One generated file of a config. */
export async function generatedFile(config: object, file: string): Promise<string> {
  const files = await generated(config);
  const text = files[file];
  if (text === undefined)
    throw new Error(`There is no ${file}, but ${Object.keys(files).join(', ')}`);
  return text;
}

/** The problems of a config, each as `place: message (hint)`; the config is data, or a program. */
export async function problems(config: object | string): Promise<string[]> {
  return withFile(config, async (path) => {
    try {
      await validate({ config: path, plugins: [plugin] });
      return [];
    } catch (error) {
      if (!isUserError(error)) throw error;
      return error.issues.map(show);
    }
  });
}

function show(issue: Issue): string {
  const { path = [], fix } = issue;
  const sentence = [formatPath(path), formatMessage(issue)].filter(Boolean).join(': ');
  return fix === undefined ? sentence : `${sentence} (${formatText(fix)})`;
}

/** Does something with the file of a config, which is data or a program. */
export async function withFile<Result>(
  config: object | string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-'));
  try {
    const program = typeof config === 'string';
    const path = join(directory, program ? 'codegen.config.jsonnet' : 'codegen.config.json');
    writeFileSync(path, program ? config : JSON.stringify(config));
    return await use(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
