import type { Operation } from './client-operations.js';
import { union, type Shape } from './shape.js';

/** A part of an OpenAPI document that is read here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: Content;
            readonly responses: Readonly<Record<string, Content>>;
            readonly 'x-query'?: boolean;
          }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** The operations of an OpenAPI document by method and path, without the names of variables. */
export function operationsOf(document: Document): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const body = operation.requestBody?.content?.['application/json']?.schema;
      const statuses = Object.keys(operation.responses).map(Number);
      const success = statuses.find((status) => status < 400)!;
      const answer = operation.responses[success]!.content?.['application/json']?.schema;
      const isSearch = operation['x-query'] === true;
      found.set(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`, {
        parameters: (operation.parameters ?? [])
          .filter((each) => each.in === 'path')
          .map(({ schema }) => shapeOf(schema)),
        body: body && !isSearch ? shapeOf(body) : undefined,
        response: answer && shapeOf(answer),
        headers: (operation.parameters ?? [])
          .filter((each) => each.in === 'header')
          .map(({ name }) => name.toLowerCase())
          // Browsers send the first by themselves; the other is that of a project's own code.
          .filter((name) => name !== 'if-none-match' && name !== 'x-user')
          .sort(),
        errors: statuses.filter((status) => status >= 400).sort((a, b) => a - b),
        search: isSearch ? searchOf(body ? resolve(body) : {}) : undefined,
      });
    }
  }
  return found;

  function resolve(schema: Schema): Schema {
    if (schema.allOf?.length === 1) return resolve(schema.allOf[0]!);
    if (schema.$ref === undefined) return schema;
    return resolve(document.components!.schemas![schema.$ref.split('/').at(-1)!]!);
  }

  function shapeOf(schema: Schema): Shape {
    const found = resolve(schema);
    const { type, items, properties, required = [], anyOf, oneOf, enum: values } = found;
    if (values !== undefined) return union(values.map((each) => JSON.stringify(each)));
    if ('const' in found) return JSON.stringify(found.const);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return union(choices.map(shapeOf));
    if (type === 'array') return { list: items ? shapeOf(items) : 'unknown' };
    if (type === 'object' && properties !== undefined) {
      const keys = Object.entries(properties).map(([key, each]) => [
        required.includes(key) ? key : `${key}?`,
        shapeOf(each),
      ]);
      return { of: Object.fromEntries(keys) as Record<string, Shape> };
    }
    if (type === 'integer') return 'number';
    return type ?? 'any';
  }

  function searchOf({ properties = {} }: Schema): Operation['search'] {
    const { filter, sort } = properties;
    const filters: Record<string, Record<string, Shape>> = {};
    const conditions = filter && withoutNull(filter);
    for (const each of conditions?.anyOf ?? []) {
      const { field, op, value } = each.properties ?? {};
      for (const name of (field?.enum ?? []) as string[]) {
        filters[name] ??= {};
        for (const operator of op!.enum as string[]) filters[name][operator] = shapeOf(value!);
      }
    }
    const clause = sort && resolve(withoutNull(sort).items!);
    const sorts = (clause && (resolve(clause.properties!['field']!).enum as string[])) ?? [];
    const others = Object.keys(properties).filter((key) => key !== 'filter' && key !== 'sort');
    return { filters, sorts: [...sorts].sort(), paging: others.sort() };
  }

  function withoutNull(schema: Schema): Schema {
    const choices = schema.anyOf?.filter((each) => each.type !== 'null');
    return resolve(choices?.length === 1 ? choices[0]! : schema);
  }
}
