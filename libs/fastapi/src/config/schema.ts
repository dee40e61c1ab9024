import type { OperationCatalog } from '@rowhouse/core';
import * as z from 'zod';

import { authConfig } from './auth.js';
import { clientConfig } from './client.js';
import { databaseList } from './database.js';
import { dottedPath, fileName, optionalUrlPath, packagePath } from './identifiers.js';
import { idempotencyConfig } from './idempotency.js';
import { inherit } from './inherit.js';
import type { Project } from './project.js';
import { operationList, resourceConfig } from './resource.js';
import { rule } from './rule.js';
import { checkProject } from './rules/project.js';

const version = z.literal('1').describe('The version of the config format, always `1`.');
const moduleName = fileName.meta({
  description:
    'The package of the app inside `package_prefix`, such as `shop`: the folder of its files.',
  examples: ['shop'],
});
const packagePrefix = packagePath.meta({
  description:
    "The Python package of the generated code. Its path is the output directory. Use `''` for no package.",
  examples: ['_generated', 'shop.generated'],
});

function blocks(catalog: OperationCatalog) {
  return {
    auth: authConfig
      .nullable()
      .optional()
      .describe(
        'Authentication. Default: none, or in an app that of the config. Use `null` for none.',
      ),
    databases: databaseList
      .optional()
      .describe('The databases. Default: one, with its URL in `DATABASE_URL`.'),
    operations: operationList(catalog)
      .optional()
      .describe('The operations of resources that do not set `operations`.'),
  };
}

const routerPath = dottedPath('shop.extra.router');
const routerObject = z.strictObject({
  router: routerPath.describe('The router.'),
  auth: z
    .boolean()
    .default(true)
    .describe('Whether its routes require a user, if the app has `auth`.'),
});

/** The form of a router as an object, for the reference. */
export const routerForm = routerObject;

const routers = z
  .array(z.union([routerPath, routerObject]))
  .optional()
  .meta({
    description:
      'Your own routers. They are included before the generated ones, with the prefix of the app. If the app has `auth`, they require a user, unless an object says `auth: false`.',
    examples: [['shop.extra.router']],
  });

function appConfig(catalog: OperationCatalog) {
  return z.strictObject({
    version: version.optional(),
    module: moduleName,
    package_prefix: packagePrefix.optional(),
    ...blocks(catalog),
    resources: z.array(resourceConfig(catalog)).describe('The resources of the app.'),
    routers,
  });
}

/** The shape of a whole config, before inheritance. The config reference is written from it. */
export function configShape(catalog: OperationCatalog) {
  return z.strictObject({
    version,
    module: moduleName.optional(),
    package_prefix: packagePrefix.default('_generated'),
    models: z
      .union([z.literal(false), z.string(), z.array(z.string())])
      .optional()
      .describe(
        'The files with the models: one or more paths relative to the config; `*` and `**` are supported. Or the one file of facts that `codegen facts --python` wrote, which is read instead. Default: the modules named by `model`, searched next to the config, in its parent folders and in the virtual environment. Use `false` to read no models.',
      ),
    docs: z
      .enum(['online', 'offline'])
      .default('online')
      .describe(
        'Where `/docs` loads its scripts from. `online` is the page of FastAPI. With `offline`, the router serves the page and its scripts from the package `fastapi-swagger`.',
      ),
    errors: z
      .enum(['detail', 'problem'])
      .default('detail')
      .describe(
        'What the bodies of errors are: the `detail` of FastAPI with more beside it, or with `problem`, `application/problem+json` (RFC 9457).',
      ),
    testing: z
      .enum(['package', 'copy'])
      .default('package')
      .describe(
        'Where the generated tests import their checks from: the installed package `rowhouse-testing`, or a `copy` of it in the output.',
      ),
    access: z
      .strictObject({
        required: z
          .boolean()
          .default(true)
          .describe("Whether every resource must set `access`, possibly to `'open'`."),
        rls: z
          .boolean()
          .default(false)
          .describe(
            'Whether to also write the rules as database policies, to `access/policies.sql`.',
          ),
      })
      .optional()
      .describe('Settings for the `access` of all resources.'),
    idempotency: idempotencyConfig
      .optional()
      .describe(
        'Requests that can be sent again: a `create`, a `bulk` or an action with the same `Idempotency-Key` is done once, and answered alike.',
      ),
    client: clientConfig
      .prefault({})
      .describe('The TypeScript client, which `codegen generate --target client` writes.'),
    ...blocks(catalog),
    resources: appConfig(catalog).shape.resources.optional(),
    routers,
    apps: z
      .array(
        z.strictObject({
          config: appConfig(catalog).describe('The config of the app.'),
          prefix: optionalUrlPath.default('').describe('The path prefix of the routes of the app.'),
        }),
      )
      .min(1)
      .optional()
      .describe('Several apps, instead of `module` and `resources`.'),
  });
}

/** A config as it is written, defaults applied. */
export type Config = z.output<ReturnType<typeof configShape>>;

/** An app's part of a config. */
export type AppConfig = z.output<ReturnType<typeof appConfig>>;

/** The schema of a whole config: parses it and hands down what apps and resources inherit. */
export function configSchema(catalog: OperationCatalog): z.ZodType<Project> {
  return configShape(catalog)
    .check(
      rule((config, findings) => {
        checkProject(config, catalog, findings);
      }),
    )
    .transform((config) => inherit(config));
}
