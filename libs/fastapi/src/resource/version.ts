import type { CheckContext } from '@rowhouse/core';

import type { Field } from '../config/field.js';
import type { ResourceConfig } from '../config/resource.js';
import { versionOf } from '../config/version.js';
import type { ResourceContext } from '../context.js';
import type { Parameter } from '../outputs/index.js';

/** What a route has for the versions of its rows; nothing where they have none. */
interface VersionParts {
  readonly parameters: readonly Parameter[];
  readonly errors: readonly number[];
  /** The statuses of answers that have the tag of the row. */
  readonly tagged: readonly number[];
}

/** The headers of a request, and whether its answer is about a row. */
interface Versioned {
  readonly header?: 'if_match' | 'if_none_match';
  /** The status of the answer, where it has the tag of the row. */
  readonly tagged?: number;
}

/** Where rows have no versions. */
export const noVersions: VersionParts = { parameters: [], errors: [], tagged: [] };

/** What a route has for the versions of its rows. */
export function versionParts(
  { resource: { version }, runtime }: ResourceContext,
  { header, tagged }: Versioned,
): VersionParts {
  if (version === undefined) return noVersions;
  const type = header === 'if_match' ? 'IfMatch' : 'IfNoneMatch';
  return {
    parameters: [
      ...(header === undefined
        ? []
        : [{ name: header, annotation: String(runtime('versions', type)), default: 'None' }]),
      ...(tagged === undefined ? [] : [{ name: 'response', annotation: 'Response' }]),
    ],
    errors: header === 'if_match' ? [412, ...(version.required ? [428] : [])] : [],
    tagged: [
      ...(tagged === undefined ? [] : [tagged]),
      ...(header === 'if_none_match' ? [304] : []),
    ],
  };
}

/** Reports the version among the fields of a request: it counts writes, and no client sets it. */
export function checkNoVersion({
  value,
  options: { fields },
  report,
}: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>): void {
  const version = versionOf(value.version);
  const index = fields.findIndex(({ name }) => name === version?.field);
  if (index < 0) return;
  report(['fields', index], {
    code: 'version-field',
    found: fields[index]!.name,
    message: 'it counts the versions of the row, so requests cannot set it',
    fix: 'Remove it from the fields. Clients send the version in the header If-Match.',
  });
}
