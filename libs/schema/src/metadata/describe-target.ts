import { readableName, readableObject } from '../sql/identifier.js';
import type { GrantTarget } from './definitions.js';

/** What a grant is on, as messages name it: `table blog.articles`. */
export function describeTarget(on: GrantTarget): string {
  return `${on.kind} ${on.kind === 'schema' ? readableName(on.name) : readableObject(on)}`;
}
