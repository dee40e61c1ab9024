import type { Output } from '@rowhouse/core';
import { symbol, symbolsIn } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { PythonOutput } from './output.js';

/** A Pydantic model: the body of a request or a response. */
export interface SchemaClass extends PythonOutput {
  readonly kind: 'schema';
  readonly name: string;
  /** The base class. */
  readonly base: string;
  /** Its docstring. */
  readonly summary: string;
  /** What a later operation may add to. */
  readonly fields: SchemaField[];
}

/** One field of a Pydantic model. Types and values are Python source. */
export interface SchemaField {
  readonly name: string;
  /** What it is called in JSON, where that is not its name. */
  readonly alias?: string | undefined;
  /** Its type; with `arguments`, the type inside `Annotated`. */
  readonly annotation: string;
  /** Keyword arguments of Pydantic's `Field`. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly default: string | undefined;
  /** The field of the config that it is made of; undefined for one of the target's own, such as `page_size`. */
  readonly source?: Field;
  /** The model whose rows it shows, or counts: its dotted path. */
  readonly shows?: string;
}

/** Whether a body must have a field. */
export function isRequired(field: SchemaField): boolean {
  return field.default === undefined && field.arguments['default_factory'] === undefined;
}

/** What a field is called in JSON. */
export function jsonName({ name, alias = name }: SchemaField): string {
  return alias;
}

/** Schema classes by the references to them. */
export type Schemas = ReadonlyMap<string, SchemaClass>;

/** The schema classes among all outputs. */
export function schemasOf(outputs: readonly Output[]): Schemas {
  const schemas = outputs.filter((each): each is SchemaClass => each.kind === 'schema');
  return new Map(schemas.map((each) => [String(symbol(each.module, each.name)), each]));
}

/** The schema classes that an annotation refers to, and those that their fields refer to. */
export function referredSchemas(annotation: string, schemas: Schemas): readonly SchemaClass[] {
  const found = new Set<SchemaClass>();
  const visit = (source: string) => {
    for (const each of symbolsIn(source)) {
      const schema = schemas.get(String(each));
      if (schema === undefined || found.has(schema)) continue;
      found.add(schema);
      for (const field of schema.fields) visit(field.annotation);
    }
  };
  visit(annotation);
  return [...found];
}
