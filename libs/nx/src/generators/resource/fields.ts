import { typeRows, type ScalarType } from '@rowhouse/fastapi';
import { isKeyword } from '@rowhouse/python';

/** Attributes that every model has. */
const RESERVED = new Set(['metadata', 'registry']);

/** A column of a model, as the command line names it: `name:type`, or `name:type?` when nullable. */
export interface ModelField {
  readonly name: string;
  readonly type: ScalarType;
  readonly nullable: boolean;
}

/** How a model writes a column of one type. */
export interface PythonType {
  readonly annotation: string;
  /** The standard module that the annotation needs. */
  readonly module: string | undefined;
  /** The name from `typing` that the annotation needs. */
  readonly typing: string | undefined;
  /** The SQLAlchemy type, where the annotation alone does not tell. */
  readonly column: string | undefined;
}

/** The types that a field of a new model can have: those whose values are of Python's own classes. */
export const modelTypes = (Object.keys(typeRows) as ScalarType[]).filter(
  (type) => !typeRows[type].annotation.startsWith('runtime.'),
);

export function pythonType(type: ScalarType): PythonType {
  const { annotation, newColumn } = typeRows[type];
  const [, module, member] = /(\w+)\.(\w+)/.exec(annotation) ?? [];
  return module === 'typing'
    ? {
        annotation: annotation.replace('typing.', ''),
        module: undefined,
        typing: member,
        column: newColumn,
      }
    : { annotation, module, typing: undefined, column: newColumn };
}

/**
 * Reads `number:str total:decimal paid_at:datetime?`, separated by spaces or commas.
 *
 * @throws Error that names every field that cannot be read.
 */
export function parseFields(text: string): readonly ModelField[] {
  const problems: string[] = [];
  const fields = text.split(/[\s,]+/).filter(Boolean);
  const parsed = fields.flatMap((field): ModelField[] => {
    const match = /^(?<name>[a-z][a-z0-9_]*):(?<type>[A-Za-z]+)(?<nullable>\?)?$/.exec(
      field,
    )?.groups;
    if (!match) {
      problems.push(`'${field}' is not of the form name:type, such as title:str`);
      return [];
    }
    const { name = '', type = '', nullable } = match;
    if (name === 'id') problems.push(`'id' is the primary key, which every model has`);
    if (isKeyword(name)) problems.push(`'${name}' is a Python keyword`);
    if (RESERVED.has(name)) problems.push(`'${name}' is reserved by SQLAlchemy`);
    if (!modelTypes.includes(type as ScalarType)) {
      problems.push(
        `'${type}' is not a type; the types are ${modelTypes.join(', ')}. For a relation, add a foreign key to the model`,
      );
    }
    return [{ name, type: type as ScalarType, nullable: nullable !== undefined }];
  });
  const names = parsed.map(({ name }) => name);
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    problems.push(`'${name}' is listed twice`);
  }
  if (parsed.length === 0) problems.push('expected at least one, such as name:str');
  if (problems.length > 0) throw new Error(`fields: ${problems.join('; ')}`);
  return parsed;
}
