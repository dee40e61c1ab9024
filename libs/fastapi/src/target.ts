import { fileURLToPath } from 'node:url';

import { defineTarget, type Target } from '@rowhouse/core';

import type { App, Project } from './config/project.js';
import { configSchema } from './config/schema.js';
import { literal } from './python/literal.js';
import { pythonFile, type PythonFile } from './render/file.js';
import { renderers } from './render/renderers.js';

/** The `fastapi` target: an async Python API of FastAPI, SQLAlchemy and Pydantic. */
export const fastapi: Target<Project, PythonFile> = defineTarget({
  name: 'fastapi',
  language: 'Python',
  configSchema,
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
  file: pythonFile,
  templates: fileURLToPath(new URL('../templates', import.meta.url)),
  literal,
});
