import { desiredState } from '@rowhouse/schema';

import type { Cost } from './pgcraft.js';
import { wideSchema } from './wide-schema.js';

/** Builds the metadata of as many tables as the argument says, in a process of its own, and prints what that takes. */
const [{ metadata, config }, define] = cost(() => wideSchema(Number(process.argv[2])));
const [{ statements }, render] = cost(() => desiredState(metadata, config));
console.log(JSON.stringify({ define, render, statements: statements.length }));

function cost<T>(work: () => T): [T, Cost] {
  const start = performance.now();
  const used = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(used);
  return [result, [performance.now() - start, (user + system) / 1000]];
}
