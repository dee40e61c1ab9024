import { builtin, dottedSymbol, literal, moduleSymbol, symbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { itemType, typeRows, type FieldType, type ScalarType } from '../config/field-types.js';
import type { Project } from '../config/project.js';
import { runtimeSymbol, type Prefixed } from '../modules.js';

/**
 * Which side of the API a value is on: what comes in is checked, what a row holds is shown, and what an
 * action returns is its result.
 */
export type Side = 'request' | 'response' | 'result';

/** The Python type of a field's values, null included. */
export function annotationOf(field: Field, side: Side, project: Project): string {
  const type = valueAnnotation(field, side, project);
  const wider = side === 'response' ? widerType(field) : undefined;
  const shown = wider === undefined ? type : `${runtimeSymbol(project, 'schemas', wider)}[${type}]`;
  return field.nullable ? `${shown} | None` : shown;
}

/** What lets a response show a row whose column holds more than the type: another program wrote it. */
function widerType({ type, json, enum: values, class: cls }: Field): string | undefined {
  if (type === 'json') return 'StoredJson';
  if (json) return 'InJson';
  return (values ?? cls ?? itemType(type)) ? 'Stored' : undefined;
}

function valueAnnotation(field: Field, side: Side, project: Project): string {
  if (field.class !== undefined) return String(dottedSymbol(field.class));
  if (field.enum === undefined) {
    const type = typeAnnotation(field.type, side, project);
    if (field.timezone !== false) return type;
    return type.replace(
      everywhere.get(typeRows.datetime.annotation)!,
      String(symbol('pydantic', 'NaiveDatetime')),
    );
  }
  return `${symbol('typing', 'Literal')}[${field.enum.map(literal).join(', ')}]`;
}

/** The Python type of a field's values, without what its config says of them. */
export function typeAnnotation(type: FieldType, side: Side, project: Project): string {
  const item = itemType(type);
  if (item !== undefined) return `${builtin('list')}[${typeAnnotation(item, side, project)}]`;
  const row = typeRows[type as ScalarType];
  const source = (side === 'request' && row.requestAnnotation) || row.annotation;
  return everywhere.get(source) ?? resolveNames(source, project);
}

/**
 * Puts symbols in place of the names of a table: `str` is a builtin, `uuid.UUID` a member of a module, and
 * `runtime.schemas.Date` one of the runtime.
 */
export function resolveNames(source: string, project: Prefixed): string {
  return source.replace(/[\w.]+/g, (name) => {
    const [module, ...members] = name.split('.');
    if (members.length === 0) return String(builtin(name));
    if (module === 'runtime') return String(runtimeSymbol(project, members[0]!, members[1]!));
    if (module === 'typing' || module === 'pydantic') return String(symbol(module, members[0]!));
    return `${moduleSymbol(module!)}.${members.join('.')}`;
  });
}

/** The annotations of the table that are the same in every project: all but those of the runtime. */
const everywhere = new Map(
  Object.values(typeRows)
    .flatMap((row) => [row.annotation, row.requestAnnotation])
    .filter((source) => source !== undefined && !source.includes('runtime.'))
    .map((source) => [source, resolveNames(source!, { packagePrefix: '' })]),
);
