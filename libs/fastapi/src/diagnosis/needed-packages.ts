import { hasTokenRoute, isIssued, isOwn } from '../auth-kind.js';
import { typeRows } from '../config/field-types.js';
import type { Project } from '../config/project.js';

/** The Python packages that a config needs besides those of every generated API. */
export function packagesOf(project: Project): readonly string[] {
  const resources = project.apps.flatMap((app) => app.resources);
  const isTested = resources.some(({ generateTests }) => generateTests);
  return [
    ...ownPackages(project),
    ...(isTested ? ['pytest', 'httpx2'] : []),
    // Of the package it is a dependency.
    ...(isTested ? [project.testing === 'package' ? 'rowhouse-testing' : 'hypothesis'] : []),
  ];
}

/** Those without which the API of a config is not imported. */
export function servingPackages(project: Project): readonly string[] {
  return ['fastapi', 'pydantic', 'SQLAlchemy', ...ownPackages(project)];
}

function ownPackages({ apps, auths, docs }: Project): readonly string[] {
  const resources = apps.flatMap((app) => app.resources);
  const operations = resources.map((resource) => resource.operations);
  return [
    ...Object.entries(typeRows).flatMap(([type, { packages }]) =>
      packages !== undefined && hasType(operations, type) ? packages : [],
    ),
    ...(auths.some((auth) => !isOwn(auth)) ? ['PyJWT'] : []),
    ...(auths.some(isIssued) ? ['cryptography'] : []),
    ...(auths.some(hasTokenRoute) ? ['python-multipart'] : []),
    ...(docs === 'offline' ? ['fastapi-swagger'] : []),
  ];
}

/** Whether a field in the options of operations has a type, or is a list of it. */
function hasType(options: unknown, type: string): boolean {
  if (Array.isArray(options)) return options.some((each) => hasType(each, type));
  if (typeof options !== 'object' || options === null) return false;
  return Object.entries(options).some(
    ([key, value]) =>
      (key === 'type' && (value === type || value === `list[${type}]`)) || hasType(value, type),
  );
}
