import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { text, unquoted } from '@rowhouse/errors';
import { manifestName } from '@rowhouse/disk';

import { displayPath } from '../config/index.js';
import { CommandError } from '../errors/errors.js';
import type { ApiDocument } from '../target/api-document.js';
import { openOutput } from './output-root.js';
import { surroundingsOf, type ProjectOptions } from './project.js';

/** What {@link apiDocument} is told. */
export interface ApiDocumentOptions extends ProjectOptions {
  /** The app that the project serves, as the target names such things. Default: what was generated, alone. */
  readonly app?: string;
  /** The directory of the generated code, relative to `cwd`. Default: the target decides. */
  readonly out?: string;
}

/**
 * The document of an API that was generated, such as one of OpenAPI: made by its own code, without a server.
 *
 * @throws ConfigError, GenerationError, CommandError; the last also when nothing was generated, or the code does not
 *   load.
 */
export async function apiDocument(options: ApiDocumentOptions): Promise<ApiDocument> {
  const { opened, outputRoot } = await openOutput(options);
  const { target, catalog, project, config, cwd } = opened;
  if (!target.apiDocument) {
    const message = text`target ${target.name} generates no API that a document describes`;
    throw new CommandError([{ code: 'no-api-document', message }]);
  }
  const root = options.displayRoot ?? cwd;
  if (!existsSync(join(outputRoot, manifestName))) {
    const message = text`${unquoted(displayPath(outputRoot, root))} has no generated code`;
    const fix = 'Generate it first: codegen generate, or nx run …:codegen.';
    throw new CommandError([{ code: 'not-generated', message, fix }]);
  }
  const surroundings = surroundingsOf(dirname(config.path), catalog, cwd, root);
  return target.apiDocument({ project, app: options.app, outputRoot, surroundings });
}
