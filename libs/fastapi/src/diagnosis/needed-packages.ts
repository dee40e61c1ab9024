import { hasTokenRoute, isIssued, isOwn } from '../auth-kind.js';
import type { Project } from '../config/project.js';

/** The Python packages that a config needs besides those of every generated API. */
export function packagesOf(project: Project): readonly string[] {
  const { apps, auths } = project;
  const resources = apps.flatMap((app) => app.resources);
  const isTested = resources.some(({ generateTests }) => generateTests);
  const hasEmails = resources.some(({ operations }) => hasType(operations, 'email'));
  return [
    ...(hasEmails ? ['email-validator'] : []),
    ...(auths.some((auth) => !isOwn(auth)) ? ['PyJWT'] : []),
    ...(auths.some(isIssued) ? ['cryptography'] : []),
    ...(auths.some(hasTokenRoute) ? ['python-multipart'] : []),
    ...(project.docs === 'offline' ? ['fastapi-swagger'] : []),
    ...(isTested ? ['pytest', 'httpx2'] : []),
    ...(isTested && project.testing === 'package' ? ['rowhouse-testing'] : []),
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
