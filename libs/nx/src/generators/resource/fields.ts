import { isKeyword } from '@rowhouse/python';

/** Attributes that every model has. */
const RESERVED = new Set(['metadata', 'registry']);

/** A column of a model, as the command line names it: `name:type`, or `name:type?` when nullable. */
export interface ModelField {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

/** Field types, with what a SQLAlchemy 2 model annotates and imports for each. */
const types = {
  str: { annotation: 'str' },
  email: { annotation: 'str' },
  int: { annotation: 'int' },
  float: { annotation: 'float' },
  bool: { annotation: 'bool' },
  uuid: { annotation: 'uuid.UUID', module: 'uuid' },
  date: { annotation: 'datetime.date', module: 'datetime' },
  datetime: {
    annotation: 'datetime.datetime',
    module: 'datetime',
    column: 'DateTime(timezone=True)',
  },
  time: { annotation: 'datetime.time', module: 'datetime' },
  decimal: { annotation: 'decimal.Decimal', module: 'decimal', column: 'Numeric(20, 4)' },
  json: { annotation: 'dict[str, Any]', typing: 'Any', column: 'JSON' },
} as const satisfies Record<string, PythonType>;

/** How a model writes a column of one type. */
export interface PythonType {
  readonly annotation: string;
  /** The standard module that the annotation needs. */
  readonly module?: string;
  /** The name from `typing` that the annotation needs. */
  readonly typing?: string;
  /** The SQLAlchemy type, where the annotation alone does not tell. */
  readonly column?: string;
}

export type FieldType = keyof typeof types;

/** The types that a field of a new model can have. */
export const modelTypes = Object.keys(types);

export function pythonType(type: FieldType): PythonType {
  return types[type];
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
    const match = /^(?<name>[a-z][a-z0-9_]*):(?<type>[a-z]+)(?<nullable>\?)?$/.exec(field)?.groups;
    if (!match) {
      problems.push(`'${field}' is not of the form name:type`);
      return [];
    }
    const { name = '', type = '', nullable } = match;
    if (name === 'id') problems.push(`'id' is the primary key, which every model has`);
    if (isKeyword(name)) problems.push(`'${name}' is a Python keyword`);
    if (RESERVED.has(name)) problems.push(`'${name}' is reserved by SQLAlchemy`);
    if (!(type in types)) {
      problems.push(`'${type}' is not a type; the types are ${modelTypes.join(', ')}`);
    }
    return [{ name, type: type as FieldType, nullable: nullable !== undefined }];
  });
  const names = parsed.map(({ name }) => name);
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    problems.push(`'${name}' is listed twice`);
  }
  if (parsed.length === 0) problems.push('expected at least one, such as name:str');
  if (problems.length > 0) throw new Error(`fields: ${problems.join('; ')}`);
  return parsed;
}
