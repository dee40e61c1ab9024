import type { Target } from '@rowhouse/core';

import type { Project } from './config/project.js';
import { operation } from './operation.js';
import { target } from './target.js';

/** The `fastapi` target, and what defines an operation for it: `fastapi.operation({ … })`. */
export const fastapi: Target<Project> & { readonly operation: typeof operation } = {
  ...target,
  operation,
};

export { operations } from './operations/index.js';

// What a target works with that is derived from this one.
export type { Project } from './config/project.js';
export { constraintRows } from './config/constraints.js';
export { endType, typeRows, type ScalarType, type TypeScriptType } from './config/field-types.js';
export * from './contract/index.js';
// What an operation of another package works with.
export { entryShape, rowEntryShape } from './config/entry-options.js';
export { fieldList } from './config/field-list.js';
export type { Field } from './config/field.js';
export type { AppContext, ProjectContext, ResourceContext } from './context.js';
export {
  hasParameter,
  section,
  type Parameter,
  type PythonOutput,
  type Response,
  type Route,
  type RouteStatement,
  type RouteTests,
  type SchemaClass,
  type SchemaField,
  type Section,
} from './outputs/index.js';
export { bodyParameter, keyParameters, keyPath, route } from './resource/route.js';
export {
  plainField,
  requestField,
  requestSchema,
  responseField,
  responseSchema,
  updateField,
} from './resource/schema.js';
export { serializer } from './resource/serializer.js';
export { routeTests } from './resource/tests.js';
export { dottedSymbol, literal, local, symbol, type PythonSymbol } from '@rowhouse/python';
