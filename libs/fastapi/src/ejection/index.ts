import type { Ejection } from '@rowhouse/core';

import type { Project } from '../config/project.js';
import { findRoute } from '../find-route.js';
import { testingName, testingPackage } from '../modules.js';
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
  release: (text, project) => {
    const first = [header, sqlHeader].find((line) => text.startsWith(`${line}\n`));
    const own = first === undefined ? text : text.slice(first.length + 1);
    return importingCopy(own, project);
  },
};

/**
 * An edited test would import the installed package while its fixtures import the copy: objects of one are
 * none of the classes of the other.
 */
function importingCopy(text: string, project: Project): string {
  const copy = testingName(project);
  if (copy === testingPackage) return text;
  const parent = copy.slice(0, -testingPackage.length - 1);
  return text
    .replaceAll(fromPackage, (_, start: string) => `${start}from ${copy}`)
    .replaceAll(importOfPackage, (line) => line.replace('import', `from ${parent} import`));
}

const fromPackage = new RegExp(`^([ \\t]*)from ${testingPackage}(?=[. ])`, 'gm');
const importOfPackage = new RegExp(
  `^[ \\t]*import ${testingPackage}(?= as |[ \\t\\r]*(?:#.*)?$)`,
  'gm',
);
