import type { Metadata } from '../metadata/metadata.js';
import { derivedName } from '../sql/identifier.js';
import { triggerFunction, triggerOn } from '../metadata/trigger.js';
import type { RestGrant } from './grants.js';
import { deleteBody, insertBody, updateBody, type WriteTarget } from './write-triggers.js';

const WRITES = [
  { grant: 'insert', event: 'INSERT', body: insertBody },
  { grant: 'update', event: 'UPDATE', body: updateBody },
  { grant: 'delete', event: 'DELETE', body: deleteBody },
] as const;

/**
 * Registers an INSTEAD OF trigger for each write that is granted. Its function runs with the rights
 * of its owner, so the writer needs none on the table; it stands in a schema of its own, beside the
 * API schema, that no REST server exposes.
 */
export function registerTriggers(
  metadata: Metadata,
  target: WriteTarget,
  granted: ReadonlySet<RestGrant>,
): void {
  const { view } = target;
  const schema = derivedName(view.schema, 'triggers');
  for (const { grant, event, body } of WRITES) {
    if (!granted.has(grant)) continue;
    const callee = { schema, name: derivedName(view.name, grant) };
    metadata.registerObject(
      triggerFunction({ ...callee, body: () => body(target), securityDefiner: true }),
    );
    metadata.registerObject(
      triggerOn({
        table: view,
        name: derivedName(view.name, grant),
        timing: 'INSTEAD OF',
        events: [event],
        function: callee,
      }),
    );
  }
}
