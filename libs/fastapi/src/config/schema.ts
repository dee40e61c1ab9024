import type { OperationCatalog } from '@rowhouse/core';
import * as z from 'zod';

import { authConfig } from './auth.js';
import { databaseList } from './database.js';
import { dottedPath, fileName, optionalUrlPath, packagePath } from './identifiers.js';
import { inherit } from './inherit.js';
import type { Project } from './project.js';
import { operationList, resourceConfig } from './resource.js';
import { rule } from './rule.js';
import { checkProject } from './rules/project.js';

const version = z.literal('1').describe('The version of the config format; `1` is the only one.');
const moduleName = fileName.describe("The app's module: the folder of its files.");
const packagePrefix = packagePath.describe(
  'The package of the generated code; its path is the output directory. Empty for none.',
);

function blocks(catalog: OperationCatalog) {
  return {
    auth: authConfig
      .nullable()
      .optional()
      .describe('Authentication. Default: none; in an app, that of the config. `null`: none.'),
    databases: databaseList
      .optional()
      .describe('The databases. Default: one, whose URL is in `DATABASE_URL`.'),
    operations: operationList(catalog)
      .optional()
      .describe('What resources offer that have no `operations` of their own.'),
  };
}

const routers = z
  .array(dottedPath('shop.extra.router'))
  .optional()
  .describe('Routers of your own, mounted at the prefix of the app, before the generated ones.');

function appConfig(catalog: OperationCatalog) {
  return z.strictObject({
    version: version.optional(),
    module: moduleName,
    package_prefix: packagePrefix.optional(),
    ...blocks(catalog),
    resources: z.array(resourceConfig(catalog)).describe('The resources that the app serves.'),
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
        'The files of the models: a path or several from the config, with * and **. Default: the modules that `model` names, beside the config, in the folders around it and in the virtual environment. `false`: none is read.',
      ),
    docs: z
      .enum(['online', 'offline'])
      .default('online')
      .describe(
        "Where `/docs` loads its scripts from: `online` is FastAPI's own page; with `offline`, the router serves the page and its scripts, from the package `fastapi-swagger`.",
      ),
    access: z
      .strictObject({
        required: z
          .boolean()
          .default(true)
          .describe("Whether every resource must say `access`, be it `'open'`."),
        rls: z
          .boolean()
          .default(false)
          .describe(
            'Whether the rules are also written as policies of the database, to `access/policies.sql`.',
          ),
      })
      .optional()
      .describe('What resources must say of who sees their rows.'),
    ...blocks(catalog),
    resources: appConfig(catalog).shape.resources.optional(),
    routers,
    apps: z
      .array(
        z.strictObject({
          config: appConfig(catalog).describe('The app: a config of its own.'),
          prefix: optionalUrlPath.default('').describe("The path of the app's routes."),
        }),
      )
      .min(1)
      .optional()
      .describe('The apps, in place of `module` and `resources`.'),
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
