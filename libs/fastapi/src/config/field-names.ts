import { describeValue } from '@rowhouse/core';
import * as z from 'zod';

import { identifierProblem } from './words.js';

/** What Pydantic's and SQLAlchemy's base classes keep for themselves. */
const taken: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json ' +
      'update_forward_refs validate model_computed_fields model_config model_construct model_copy ' +
      'model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema ' +
      'model_parametrized_name model_post_init model_rebuild model_validate model_validate_json ' +
      'model_validate_strings'
    )
      .split(' ')
      .map((name) => [name, 'every Pydantic model has an attribute of that name']),
  ),
  metadata: 'every SQLAlchemy model has an attribute of that name',
  registry: 'every SQLAlchemy model has an attribute of that name',
};

/** The name of a field: a Python name that neither Pydantic nor SQLAlchemy keeps for itself. */
export const fieldName = z.string().superRefine((name, context) => {
  const report = (message: string, hint: string) => {
    context.addIssue({
      code: 'custom',
      message: `found ${describeValue(name)}: ${message}`,
      params: { hint },
    });
  };
  const problem = identifierProblem(name);
  if (problem !== undefined) {
    report(problem, "A JSON key that is no Python name goes into the field's 'alias'.");
  } else if (name.startsWith('_')) {
    report(
      'Pydantic takes a leading underscore for a private attribute',
      `Name the model's attribute '${name.replace(/^_+/, '') || 'value'}'; to keep the JSON key, add alias: '${name}'.`,
    );
  } else if (Object.hasOwn(taken, name)) {
    report(
      `${taken[name]!}`,
      `Name the model's attribute '${name}_' and write {name: '${name}_', alias: '${name}', ...}.`,
    );
  }
});
