import type { OperationCatalog, OperationEntry } from '@rowhouse/core';
import * as z from 'zod';

import { fieldName } from './field-names.js';
import { snakeCase } from '../python/names.js';
import { rule } from './rule.js';
import { foreignNameHint } from './type-hints.js';
import {
  dottedPath,
  fileName,
  identifierProblem,
  longestPart,
  plainText,
  urlPath,
} from './words.js';

/** The types that a primary key can have. */
export const pkTypes = ['uuid', 'int', 'str'] as const;

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
      name: fileName
        .optional()
        .describe('Names files and handlers. Default: the class name in snake case.'),
      pk: fieldName.default('id').describe('The primary key of the model.'),
      pk_type: z
        .enum(pkTypes)
        .check(foreignNameHint(pkTypes))
        .default('uuid')
        .describe('The type of the primary key.'),
      route_prefix: urlPath('/v1/articles')
        .optional()
        .describe(
          'The path of the resource. Default: the class name in the plural, `/blog-posts`.',
        ),
      tags: z
        .array(plainText)
        .optional()
        .describe('Tags in the API documentation. Default: the route prefix without its slash.'),
      require_auth: z
        .boolean()
        .default(true)
        .describe('Whether its routes need a user, where `auth` is configured.'),
      generate_tests: z.boolean().default(false).describe('Whether tests are generated.'),
      db_key: z
        .string()
        .optional()
        .describe('The database that holds it. Default: the one with `default: true`.'),
      operations: operationList(catalog)
        .optional()
        .describe("What the API offers. Default: the app's or the project's `operations`."),
    })
    .check(
      rule((resource, { report, sound }) => {
        if (!sound('model')) return;
        const model = modelName(resource.model);
        const problem = identifierProblem(model, longestPart);
        if (problem !== undefined) {
          report(['model'], `found '${model}': ${problem}`, 'Import it under a shorter name.');
        } else if (/^_/.test(model)) {
          report(['model'], `found '${model}': a model's name must not begin with _`);
        } else if (resource.name === undefined) {
          const name = snakeCase(model);
          const unusable = identifierProblem(name, longestPart);
          if (unusable !== undefined) {
            report(
              ['model'],
              `'${name}' cannot name a module: ${unusable}`,
              `Add name: '${name.slice(0, 30)}_item', or another that is free.`,
            );
          }
        }
      }),
    );
}

/** A resource as the config writes it, defaults applied. */
export type ResourceConfig = z.output<ReturnType<typeof resourceConfig>>;

/** The class name at the end of a model's dotted path. */
export function modelName(model: string): string {
  return model.slice(model.lastIndexOf('.') + 1);
}
