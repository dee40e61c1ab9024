import { defineTarget } from '@rowhouse/core';
import { literal } from '@rowhouse/python';

import type { App, Project } from './config/project.js';
import { configSchema } from './config/schema.js';
import { compareApis } from './contract/index.js';
import { definitions } from './definitions.js';
import { explain } from './explanation/index.js';
import { hiddenRoutes } from './hidden-routes.js';
import { namedOperations } from './find-route.js';
import { notices } from './notices.js';
import { prepare } from './models/prepare.js';
import { ejection } from './ejection/index.js';
import { templates } from './packages.js';
import { joinSections, renderers } from './render.js';
import { refusals } from './refusals.js';
import { runtimeFiles } from './runtime-files.js';
import { sources } from './sources/index.js';
import { testingFiles } from './testing-files.js';

/** The `fastapi` target: an async Python API of FastAPI, SQLAlchemy and Pydantic. */
export const target = defineTarget<Project>({
  name: 'fastapi',
  language: 'Python',
  configSchema,
  prepare,
  sources,
  ejection,
  operations: namedOperations,
  explain,
  compareApis,
  async apiDocument(request) {
    const { apiDocument } = await import('./api-document.js');
    return apiDocument(request);
  },
  async diagnose(surroundings, project) {
    const { diagnose } = await import('./diagnosis/index.js');
    return diagnose(surroundings, project);
  },
  scopes: [
    {
      name: 'project',
      instances: (project) => [{ value: project, path: [], label: 'project', entries: [] }],
    },
    {
      name: 'app',
      instances: (project) =>
        (project as Project).apps.map((app) => ({
          value: app,
          path: app.path,
          label: `app ${app.module}`,
          entries: [],
        })),
    },
    {
      name: 'resource',
      instances: (app) =>
        (app as App).resources.map((resource) => ({
          value: resource,
          path: resource.path,
          label: `resource ${resource.modelName}`,
          entries: resource.operations,
        })),
    },
  ],
  outputRoot: (project) => project.packagePrefix.replaceAll('.', '/') || '.',
  renderers,
  joinSections,
  definitions,
  refusals,
  conflicts: hiddenRoutes,
  supportFiles: (project, texts) => [
    ...runtimeFiles(project, texts),
    ...testingFiles(project, texts),
  ],
  notices,
  templates,
  literal,
});
