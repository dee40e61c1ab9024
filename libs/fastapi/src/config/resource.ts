import { text, type OperationCatalog, type OperationEntry } from '@rowhouse/core';
import { isKeyword, snakeCase } from '@rowhouse/python';
import * as z from 'zod';

import { accessConfig } from './access.js';
import { dottedPath, fileName, plainText, urlPath } from './identifiers.js';
import { checkKey, checkKeyExample, keyColumns, keyShape } from './key.js';
import { rule } from './rule.js';
import { versionConfig } from './version.js';

/** The schema of an `operations` list at the project, an app or a resource. */
export function operationList(catalog: OperationCatalog): z.ZodType<readonly OperationEntry[]> {
  return catalog.entries('resource');
}

/** The schema of one resource. */
export function resourceConfig(catalog: OperationCatalog) {
  return z
    .strictObject({
      model: dottedPath('blog.models.Article').describe(
        'The model class, such as `blog.models.Article`.',
      ),
      name: fileName.optional().meta({
        description:
          'The name used for files and functions. Default: the class name in snake case.',
        examples: ['article'],
      }),
      ...keyShape,
      route_prefix: urlPath('/v1/articles')
        .optional()
        .describe(
          'The path of the resource. Default: the class name in the plural, `/blog-posts`.',
        ),
      tags: z
        .array(plainText)
        .optional()
        .meta({
          description:
            'The tags in the API documentation. Default: the route prefix without the slash.',
          examples: [['articles']],
        }),
      description: plainText.optional().meta({
        description:
          'The description of the tags in the API documentation. Default: the docstring of the model.',
        examples: ['What the blog publishes.'],
      }),
      require_auth: z
        .boolean()
        .default(true)
        .describe('Whether the routes require a user, if `auth` is configured.'),
      generate_tests: z.boolean().default(false).describe('Whether to generate tests.'),
      test_row_fn: dottedPath('shop.testing.make_shift')
        .optional()
        .describe(
          'A function that takes a number and returns a dict with values of a row, for generated tests. Default: values that fit the fields.',
        ),
      db_key: z
        .string()
        .optional()
        .meta({
          description:
            'The database with the rows, by its `key`. Default: the one with `default: true`.',
          examples: ['main'],
        }),
      version: versionConfig
        .optional()
        .describe(
          'The column that counts the versions of a row, for `ETag` and `If-Match`: its name, or an object. Default: the `version_id_col` of the model.',
        ),
      access: accessConfig
        .optional()
        .describe(
          "Who can see the rows: `'open'`, or an object. Default: everyone who can use the routes, unless `access.required` is set.",
        ),
      operations: operationList(catalog)
        .optional()
        .describe('The operations of the API. Default: the `operations` of the app or the config.'),
    })
    .check(
      rule((resource, findings) => {
        checkKey(resource, findings);
        if (findings.sound('pk') && findings.sound('pk_type') && findings.sound('pk_example')) {
          checkKeyExample(resource.pk_example, keyColumns(resource), findings.report);
        }
        if (!findings.sound('model')) return;
        const problem = modelProblem(resource);
        if (problem !== undefined) findings.report(['model'], problem);
      }),
    );
}

/** What is wrong with the name of a model's class, or with that of the module that follows from it. */
function modelProblem(resource: { readonly model: string; readonly name?: string | undefined }) {
  const model = modelName(resource.model);
  if (model.startsWith('_')) {
    const message = "a model's name must not begin with _";
    return { code: 'invalid-name', found: model, message };
  }
  const name = snakeCase(model);
  if (resource.name !== undefined || !isKeyword(name)) return undefined;
  return {
    code: 'invalid-name',
    message: text`${name} cannot name a module: a Python keyword cannot be a name`,
    fix: text`Add name: ${`${name}_item`}, or another that is free.`,
  };
}

/** A resource as the config writes it, defaults applied. */
export type ResourceConfig = z.output<ReturnType<typeof resourceConfig>>;

/** The class name at the end of a model's dotted path. */
export function modelName(model: string): string {
  return model.slice(model.lastIndexOf('.') + 1);
}
