import fc from 'fast-check';
import { expect, test } from 'vitest';

import { desiredState } from '../../src/index.js';
import { projectOf } from '../migrations/build-schema.js';
import { schemaAndChange } from '../migrations/random-schema.js';
import { openPullProject } from './pull-project.js';

test('random tables are pulled', async () => {
  await fc.assert(
    fc.asyncProperty(schemaAndChange, async ([schema]) => {
      const { metadata, config } = projectOf(schema);
      await using project = await openPullProject();
      await project.run(desiredState(metadata, config).statements.join(';\n'));
      expect(await project.pull()).toMatchObject({ code: 0, err: '' });
    }),
    { numRuns: 40 },
  );
});
