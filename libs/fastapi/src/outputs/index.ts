import type { Route } from './route.js';
import type { AppRouter, ResourceRouter } from './routers.js';
import type { SchemaClass } from './schema.js';
import type { Section } from './section.js';
import type { RouteTests } from './test.js';

/** The outputs of the target by kind. */
export interface PythonOutputs {
  readonly schema: SchemaClass;
  readonly route: Route;
  readonly test: RouteTests;
  readonly section: Section;
  readonly 'resource-router': ResourceRouter;
  readonly 'app-router': AppRouter;
}

export { endpointsOf, EndpointTree, shapeOf, withoutNames } from './endpoints.js';
export type { PythonOutput } from './output.js';
export {
  askingParts,
  endpointText,
  hasParameter,
  isAboutOneRow,
  isHooked,
  parameterType,
  requestOf,
  type AskedRule,
  type Endpoint,
  type Handler,
  type Parameter,
  type Response,
  type Route,
  type RouteHooks,
  type RouteStatement,
} from './route.js';
export type { AppRouter, ResourceRouter, Tag } from './routers.js';
export { rowKinds, type RowKind } from './row-kinds.js';
export {
  isRequired,
  jsonName,
  referredSchemas,
  schemasOf,
  type SchemaClass,
  type SchemaField,
  type Schemas,
} from './schema.js';
export { section, type Section } from './section.js';
export type { RouteTests } from './test.js';
