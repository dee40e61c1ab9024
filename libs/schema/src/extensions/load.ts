import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as Jiti from 'jiti';
import { text } from '@rowhouse/errors';

import { SchemaValidationError } from '../errors/errors.js';

import type { DiscoveredExtension } from './discover.js';
import { describeExtension, type Extension } from './extension.js';

const HOOKS = [
  'plugins',
  'configureMetadata',
  'configureMigrations',
  'registerCli',
  'validate',
] as const;

/**
 * Loads a discovered extension and makes an instance of it. Synchronous, because table factories
 * are: the module must not await at its top level.
 *
 * @throws SchemaValidationError that names the package, when the module or class is not as declared.
 */
export function loadExtension(found: DiscoveredExtension): Extension {
  const subject = `${describeExtension(found)}, ${found.module}#${found.className} in its package.json`;
  const exported = loadModule(found, subject)[found.className];
  if (typeof exported !== 'function') {
    throw new SchemaValidationError([
      {
        code: 'extension-load-failed',
        subject,
        message: text`the module does not export the class ${found.className}`,
      },
    ]);
  }
  const extension = new (exported as new () => Extension)();
  // Not `instanceof`: the package may carry its own copy of this library.
  const missing = HOOKS.filter((hook) => typeof extension[hook] !== 'function');
  if (missing.length > 0) {
    throw new SchemaValidationError([
      {
        code: 'not-an-extension',
        subject,
        message: `it has no ${missing.join('(), no ')}()`,
        fix: 'It must extend Extension of @rowhouse/schema.',
      },
    ]);
  }
  if (extension.name !== found.name) {
    throw new SchemaValidationError([
      {
        code: 'extension-declaration',
        subject,
        message: text`its name is ${extension.name}`,
        fix: 'Use the same name in package.json and in the class.',
      },
    ]);
  }
  return extension;
}

function loadModule(found: DiscoveredExtension, subject: string): Record<string, unknown> {
  const path = join(found.directory, found.module);
  const require = createRequire(join(found.directory, 'package.json'));
  try {
    if (!/\.[mc]?ts$/.test(path)) return require(path) as Record<string, unknown>;
    const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti;
    return createJiti(path)(path) as Record<string, unknown>;
  } catch (error) {
    throw new SchemaValidationError(
      [
        {
          code: 'extension-load-failed',
          subject,
          message: `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        },
      ],
      { cause: error },
    );
  }
}
