import { SchemaValidationError } from '../errors.js';
import type { GrantDefinition } from './definitions.js';
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
    [...granted.values()].map(
      ({ on, to, privileges }) =>
        `The grant of ${privileges.join(', ')} on ${describe(on)} names ${unregistered(to)}`,
    ),
  );
}

/** How messages name a role that nobody registers, with what mends it. */
export function unregistered(role: string): string {
  const name = JSON.stringify(role);
  return `the role ${name}, which nobody registers. Name it in new RestExtension({ roles: [${name}] }), or register it before, with metadata.registerRole({ name: ${name} }).`;
}

function describe(on: GrantDefinition['on']): string {
  return on.kind === 'schema' ? `schema "${on.name}"` : `${on.kind} "${on.schema}"."${on.name}"`;
}
