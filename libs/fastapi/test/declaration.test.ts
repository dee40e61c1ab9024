import { expect, test } from 'vitest';

import manifest from '../package.json' with { type: 'json' };
import * as exported from '../src/index.js';

test('package.json declares every operation by its name, in the order of the list', () => {
  const members = exported as unknown as Readonly<Record<string, unknown>>;
  const declared = Object.entries(manifest.codegen.operations).map(([name, place]) => [
    name,
    members[place.slice('./dist/index.js#'.length)],
  ]);
  expect(declared).toEqual(exported.operations.map((operation) => [operation.name, operation]));
});
