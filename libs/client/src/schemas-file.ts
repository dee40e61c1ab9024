import {
  constraintRows,
  endType,
  typeRows,
  type ApiType,
  type ContractField,
  type ContractSchema,
  type ScalarType,
} from '@rowhouse/fastapi';

import { chainMember, type Chain } from './chain.js';
import type { NamedResource } from './naming.js';
import { regularExpression } from './regular-expression.js';
import { docComment, header, importOf, keyOf, lineWidth, literal } from './source.js';

/** The schemas of the requests of one resource, for zod; undefined where no request has a body. */
export function schemasFile({ contract, module }: NamedResource): string | undefined {
  const requests = innerFirst(contract.schemas.filter(({ isRequest }) => isRequest));
  if (requests.length === 0) return undefined;
  const used = new Set(['requestSchema']);
  const schemas = requests.map((each) => requestSchema(each, used));
  const hasZod = used.delete('z');
  return [
    header,
    hasZod ? 'import { z } from "zod";\n\n' : '',
    importOf(used, '../runtime/schemas.js'),
    importOf(['RequestSchema'], '../runtime/schemas.js', 'import type'),
    importOf(
      requests.map(({ name }) => name),
      `./${module}.js`,
      'import type',
    ),
    `\n${schemas.join('\n')}`,
  ].join('');
}

/** Each schema behind those that it consists of, as a constant is there once it is made. */
function innerFirst(schemas: readonly ContractSchema[]): readonly ContractSchema[] {
  const withParts = (schema: ContractSchema): readonly ContractSchema[] => [
    ...schema.fields.flatMap(({ type }) => {
      const names = new Set(namesIn(type));
      return schemas.filter(({ name }) => names.has(name)).flatMap(withParts);
    }),
    schema,
  ];
  return [...new Set(schemas.flatMap(withParts))];
}

/** The bodies that a type consists of. */
function namesIn(type: ApiType): readonly string[] {
  if (type.kind === 'list') return namesIn(type.items);
  if (type.kind === 'union') return type.of.flatMap(namesIn);
  return type.kind === 'schema' ? [type.name] : [];
}

function requestSchema({ name, summary, fields }: ContractSchema, used: Set<string>): string {
  const start = `export const ${schemaName(name)}: RequestSchema<${name}> =`;
  const isLong = `${start} requestSchema({`.length > lineWidth;
  const indent = isLong ? '  ' : '';
  const members = fields.map((each) => {
    return chainMember(keyOf(each.name), fieldSchema(each, used), `${indent}  `);
  });
  const body = members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
  return `${docComment('', summary)}${start}${isLong ? '\n  ' : ' '}requestSchema(${body});\n`;
}

/** `ArticleCreateRequest` is the type, `articleCreateRequest` its schema. */
function schemaName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function fieldSchema(field: ContractField, used: Set<string>): Chain {
  const { name, calls } = typeSchema(field.type, field, used);
  if (field.type.kind !== 'schema') used.add(name);
  return {
    name,
    calls: [
      ...calls,
      ...(field.isNullable ? [['nullable'] as const] : []),
      ...(field.isRequired ? [] : [['optional'] as const]),
    ],
  };
}

function typeSchema(type: ApiType, field: ContractField, used: Set<string>): Chain {
  switch (type.kind) {
    case 'unknown':
      return zod(['unknown']);
    case 'schema':
      return { name: schemaName(type.name), calls: [] };
    case 'union':
      return zod(['union', { list: namesIn(type).map(schemaName) }]);
    case 'nullable': {
      const { name, calls } = typeSchema(type.type, field, used);
      return { name, calls: [...calls, ['nullable']] };
    }
    case 'list': {
      const items = typeSchema(type.items, { ...field, constraints: {} }, used);
      if (type.items.kind !== 'schema') used.add(items.name);
      return zod(['array', items], ...limits(field.constraints));
    }
    case 'enum': {
      const isText = type.values.every((value) => typeof value === 'string');
      return zod([isText ? 'enum' : 'literal', { list: type.values.map(literal) }]);
    }
    case 'scalar':
      return scalarSchema(type.type, field, used);
  }
}

function scalarSchema(type: ScalarType, field: ContractField, used: Set<string>): Chain {
  const { constraints, isLocalTime } = field;
  const end = endType(type);
  if (end !== undefined) {
    const ends = scalarSchema(end, field, used);
    used.add(ends.name);
    return { name: 'range', calls: [['', ends]] };
  }
  if (type === 'int' || type === 'float') {
    return zod([type === 'int' ? 'int' : 'number'], ...limits(constraints));
  }
  if (type === 'decimal') {
    const object = constraintRows.flatMap(([name, { ofDecimals }]) =>
      ofDecimals && constraints[name] !== undefined
        ? [`${name}: ${String(constraints[name])}`]
        : [],
    );
    return { name: 'decimal', calls: [object.length === 0 ? [''] : ['', { object }]] };
  }
  if (type === 'datetime') return { name: isLocalTime ? 'localDateTime' : 'dateTime', calls: [] };
  const { zod: own } = typeRows[type];
  return own ? zod(own) : textSchema(type, constraints);
}

/** A text. What the API reads in many ways, such as an address of a network, is left to it. */
function textSchema(type: ScalarType, constraints: ContractField['constraints']): Chain {
  const { name, calls } = type === 'email' ? { name: 'email', calls: [] } : zod(['string']);
  return { name, calls: [...calls, ...limits(constraints)] };
}

function zod(...calls: Chain['calls']): Chain {
  return { name: 'z', calls };
}

/** The checks of what constrains a value. A pattern that JavaScript has not is left to the API. */
function limits(found: ContractField['constraints']): Chain['calls'] {
  return constraintRows.flatMap(([name, { zod: method }]): Chain['calls'] => {
    const value = found[name];
    if (method === undefined || value === undefined) return [];
    const argument = limitSource(name, value);
    return argument === undefined ? [] : [[method, argument]];
  });
}

/** A limit as the argument of a check. */
function limitSource(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return String(value);
  return name === 'pattern' ? regularExpression(value) : literal(value);
}
