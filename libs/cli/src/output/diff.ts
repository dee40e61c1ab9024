import { createTwoFilesPatch } from 'diff';

import type { Change } from '@rowhouse/core';

/** A change as a unified diff, line by line, in the form that `git apply` reads. */
export function unifiedDiff(change: Exclude<Change, { kind: 'unchanged' }>): readonly string[] {
  const { path } = change;
  if (change.kind === 'delete') return [`--- a/${path}`, '+++ /dev/null'];
  const isNew = change.kind === 'create';
  const patch = createTwoFilesPatch(
    isNew ? '/dev/null' : `a/${path}`,
    `b/${path}`,
    isNew ? '' : change.before,
    change.after,
    undefined,
    undefined,
    { context: 3 },
  );
  return patch.split('\n').slice(1, -1);
}
