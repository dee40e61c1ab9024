import { operation } from './operation.js';
import { target } from './target.js';

/** The `fastapi` target, and what defines an operation for it: `fastapi.operation({ … })`. */
export const fastapi = { ...target, operation };

export { operations } from './operations/index.js';
export { action } from './operations/action.js';
export { appPackages } from './operations/app-packages.js';
export { access, accessIndex, accessTests } from './operations/access.js';
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
export { entryShape } from './config/entry-options.js';
export { fieldList, type Field } from './config/field.js';
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
