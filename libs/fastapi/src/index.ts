export { fastapi } from './target.js';
export { action } from './operations/action.js';
export { appPackages } from './operations/app-packages.js';
export { auth } from './operations/auth.js';
export { authFiles } from './operations/auth-files.js';
export { create } from './operations/create.js';
export { deleteOperation } from './operations/delete.js';
export { get } from './operations/get.js';
export { list } from './operations/list.js';
export { projectRouter } from './operations/project-router.js';
export { resourceRouter } from './operations/resource-router.js';
export { router } from './operations/router.js';
export { scaffold } from './operations/scaffold.js';
export { testApp } from './operations/test-app.js';
export { testModule } from './operations/test-module.js';
export { update } from './operations/update.js';

// What an operation of another package works with.
export type { App, Auth, Database, Project, Resource } from './config/project.js';
export { entryShape, type EntryOptions } from './operations/entry-options.js';
export { placeOf, type ResourcePlace } from './operations/place.js';
export {
  bodyParameter,
  dbParameter,
  ensureStatement,
  pkParameter,
  route,
  statementOf,
} from './operations/routes.js';
export { requestField, responseField, updateField } from './operations/schema-fields.js';
export {
  requestSchema,
  responseSchema,
  serializer,
  serializerSymbol,
} from './operations/schemas.js';
export { createRow, makeBody, sending, testCase, type TestParts } from './operations/test-cases.js';
export { fieldList, type Field } from './config/field.js';
export type { PythonOutput } from './outputs/output.js';
export type { ErrorStatus, Parameter, Route, RouteBody } from './outputs/route.js';
export type { AppRouter, ResourceRouter } from './outputs/routers.js';
export type { SchemaClass, SchemaField, SortFieldEnum } from './outputs/schema.js';
export { section, type Section, type Use } from './outputs/section.js';
export type { Serializer } from './outputs/serializer.js';
export type { Statement, Statements } from './outputs/statements.js';
export type {
  Fixture,
  TestBody,
  TestCase,
  TestConstant,
  TestRequest,
} from './outputs/test-case.js';
export {
  call,
  member,
  subscript,
  union,
  value,
  verbatim,
  type Expression,
} from './python/expression.js';
export {
  attribute,
  builtin,
  dottedSymbol,
  ownSymbol,
  symbol,
  type PythonSymbol,
} from './python/symbols.js';
