import { text, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import { identifierProblem } from './identifiers.js';
import { refuse } from './rule.js';

/** What Pydantic's base class keeps for itself. */
const pydanticNames = new Set(
  (
    'construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json ' +
    'update_forward_refs validate model_computed_fields model_config model_construct model_copy ' +
    'model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema ' +
    'model_parametrized_name model_post_init model_rebuild model_validate model_validate_json ' +
    'model_validate_strings'
  ).split(' '),
);

/** What SQLAlchemy's declarative base keeps for itself. */
const sqlalchemyNames = new Set(['metadata', 'registry']);

/** The name of a field: a Python name that neither Pydantic nor SQLAlchemy uses itself. */
export const fieldName = z.string().check(refuse(fieldNameProblem));

/** What is wrong with the name of a field. */
export function fieldNameProblem(name: string): Problem | undefined {
  const problem = identifierProblem(name);
  if (problem !== undefined) {
    return {
      ...problem,
      fix: "If the JSON key is not a Python name, put it into the field's 'alias'.",
    };
  }
  if (name.startsWith('_')) {
    const meant = name.replace(/^_+/, '') || 'value';
    return {
      code: 'reserved-name',
      message: 'Pydantic treats a name with a leading underscore as a private attribute',
      fix: text`Name the model's attribute ${meant}; to keep the JSON key, add alias: ${name}.`,
    };
  }
  if (pydanticNames.has(name)) return reserved(name, 'every Pydantic model has an attribute');
  if (sqlalchemyNames.has(name)) return reserved(name, 'every SQLAlchemy model has an attribute');
  // It would be given twice: the columns are keyword arguments.
  if (name === 'self') return reserved(name, "every model's constructor has a parameter");
  return undefined;
}

function reserved(name: string, what: string): Problem {
  const renamed = `${name}_`;
  return {
    code: 'reserved-name',
    message: `${what} of that name`,
    fix: text`Name the model's attribute ${renamed} and write {name: ${renamed}, alias: ${name}, ...}.`,
  };
}
