import { builtin, dottedSymbol, floatLiteral, literal, symbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import {
  endType,
  itemType,
  typeRows,
  type Ends,
  type FieldType,
  type ScalarType,
} from '../config/field-types.js';
import type { Project } from '../config/project.js';
import { resolveNames } from './annotations.js';

/** How a request model takes a default: as a value, or from a factory where values are mutable. */
export interface Default {
  readonly value?: string;
  readonly factory?: string;
}

/** The default of a field that has one. It is of the field's Python type: Pydantic does not check it. */
export function defaultOf(field: Field, project: Project): Default {
  if (field.default === null) return { value: 'None' };
  if (field.class !== undefined && field.type !== 'json') {
    return { value: `${dottedSymbol(field.class)}(${literal(field.default)})` };
  }
  if (itemType(field.type) === undefined && field.type !== 'json') {
    return { value: valueOf(field.type, field.default, project) };
  }
  if (Object.keys(field.default as object).length === 0) {
    return { factory: String(builtin(field.type === 'json' ? 'dict' : 'list')) };
  }
  return { factory: `lambda: ${valueOf(field.type, field.default, project)}` };
}

function valueOf(type: FieldType, given: unknown, project: Project): string {
  const item = itemType(type);
  if (item !== undefined) {
    const elements = (given as unknown[]).map((element) => valueOf(item, element, project));
    return `[${elements.join(', ')}]`;
  }
  const end = endType(type);
  if (end !== undefined) return rangeValue(end, given as Ends, project);
  const { python } = typeRows[type as ScalarType];
  if (python === undefined) return literal(given);
  if ('literal' in python) {
    return python.literal === 'float' ? floatLiteral(given as number) : `b${literal(given)}`;
  }
  const argument = literal(python.asText ? String(given) : given);
  const keyword = python.keyword === undefined ? '' : `${python.keyword}=`;
  return `${resolveNames(python.call, project)}(${keyword}${argument})`;
}

function rangeValue(end: FieldType, { lower, upper }: Ends, project: Project): string {
  const [from, to] = [lower, upper].map((each) =>
    (each ?? null) === null ? 'None' : valueOf(end, each, project),
  );
  const postgresql = symbol('sqlalchemy.dialects', 'postgresql');
  return `${postgresql}.Range(${from}, ${to}${from === 'None' ? ', bounds="()"' : ''})`;
}
