import { text, type Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

import { SchemaValidationError } from '../errors/errors.js';

import type { GrantDefinition } from './definitions.js';
import { describeTarget } from './describe-target.js';
import type { Metadata } from './metadata.js';

/**
 * Sees that each role that is granted something is registered: it may be missing on a server.
 *
 * @throws SchemaValidationError with every role that is not.
 */
export function refuseUnregisteredRoles(metadata: Metadata): void {
  const registered = new Set(metadata.roles().map(({ name }) => name));
  const granted = new Map<string, GrantDefinition>();
  for (const grant of metadata.grants()) {
    if (!registered.has(grant.to) && !granted.has(grant.to)) granted.set(grant.to, grant);
  }
  if (granted.size === 0) return;
  throw new SchemaValidationError(
    [...granted.values()].map(({ on, to, privileges }): Issue => ({
      subject: `grant of ${privileges.join(', ')} on ${describeTarget(on)}`,
      ...unregistered(to),
    })),
  );
}

/** What is wrong with a grant to a role that nobody registers, and what fixes it. */
export function unregistered(role: string): Problem {
  const name = JSON.stringify(role);
  return {
    code: 'unregistered-role',
    message: text`the role ${role} is not registered`,
    fix: `Add it to new RestExtension({ roles: [${name}] }), or call metadata.registerRole({ name: ${name} }) first.`,
  };
}
