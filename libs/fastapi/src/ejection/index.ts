import type { Ejection } from '@rowhouse/core';

import type { Project } from '../config/project.js';
import { findRoute } from '../find-route.js';
import { header, sqlHeader } from '../packages.js';
import { checkEjectable } from './check-ejectable.js';
import { handlerOf } from './handler.js';
import { placeOf } from './place.js';

/** How generated Python becomes the project's own: the work of a route, or all of it. */
export const ejection: Ejection<Project> = {
  piece({ name, to, project, outputs, surroundings }) {
    const found = findRoute(name, project, outputs, 'cannot-eject');
    checkEjectable(name, found);
    const { made, route, app, resource } = found;
    const { folder, file, module } = placeOf(to, resource, route, surroundings);
    return {
      output: handlerOf(route, { file, module }, project, app),
      folder,
      of: made,
      keys: { handler: `${module}.${route.handler}` },
    };
  },
  whole: (project) => ({ ...project, testing: 'copy' }),
  release: (text) => {
    const first = [header, sqlHeader].find((line) => text.startsWith(`${line}\n`));
    return first === undefined ? text : text.slice(first.length + 1);
  },
};
