import { CommandError, defineTarget, text, type Target } from '@rowhouse/core';
import { fastapi, type Project } from '@rowhouse/fastapi';

import { clientFiles } from './files.js';
import { withoutTests } from './without-tests.js';

/** The `client` target: a TypeScript client of the API that `fastapi` generates from the same config. */
export const client: Target<Project> = defineTarget<Project>({
  ...fastapi,
  name: 'client',
  language: 'TypeScript',
  derived: { from: fastapi.name, files: clientFiles },
  async prepare(value, surroundings) {
    const prepared = await fastapi.prepare!(value, surroundings);
    return { ...prepared, value: withoutTests(prepared.value) };
  },
  outputRoot({ client: { out } }) {
    if (out !== undefined) return out;
    const message = text`the config does not say where the client goes`;
    const fix = text`Add ${"client: { out: '../client/src/generated' }"} to the config, or use --out.`;
    throw new CommandError([{ code: 'no-output', message, fix }]);
  },
});
