import type { AnyRenderer } from '@rowhouse/core';

import type { Section } from '../outputs/section.js';
import type { PythonFile } from './file.js';
import { resourceRouterRenderer } from './resource-router.js';
import { routeRenderer } from './route.js';
import { schemaRenderer, sortFieldRenderer } from './schema.js';
import { serializerRenderer } from './serializer.js';
import { statementsRenderer } from './statements.js';
import { testRenderer } from './test-case.js';

const sectionRenderer = {
  template: (output: Pick<Section, 'template'>) => output.template,
  view: (output: Pick<Section, 'view'>, { use }: PythonFile) => output.view(use),
};

/** How each kind of output becomes text. */
export const renderers: Readonly<Record<string, AnyRenderer>> = {
  schema: schemaRenderer,
  'sort-field': sortFieldRenderer,
  serializer: serializerRenderer,
  statements: statementsRenderer,
  route: routeRenderer,
  'resource-router': resourceRouterRenderer,
  'app-router': sectionRenderer,
  test: testRenderer,
  section: sectionRenderer,
};
