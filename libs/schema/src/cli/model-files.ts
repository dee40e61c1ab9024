import { basename, extname } from 'node:path';

import { UserError } from '../errors/errors.js';
import type { ExpectedFiles } from '../files/compare.js';
import type { Metadata } from '../metadata/metadata.js';
import { noteLeftOut } from './left-out.js';
import type { Output } from './output.js';

/**
 * The models of tables and views, as a module or the modules of a package.
 *
 * @throws {UserError} for a path that can be neither.
 */
export async function modelFiles(
  metadata: Metadata,
  out: string,
  output: Output,
): Promise<ExpectedFiles> {
  if (!/^(?:\.py)?$/.test(extname(out)) || basename(out, '.py') === '') {
    throw new UserError([
      {
        code: 'invalid-path',
        subject: '--out',
        found: out,
        expected: ['a module such as blog/models.py, or the folder of a package'],
      },
    ]);
  }
  const { modelsModule, modelsPackage, packageFiles } = await import('../models/index.js');
  noteLeftOut('models', metadata, output);
  if (out.endsWith('.py')) return new Map([[out, modelsModule(metadata)]]);
  return packageFiles(out, modelsPackage(metadata));
}
