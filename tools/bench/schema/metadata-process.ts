import { desiredState } from '@rowhouse/schema';

import { stopwatch } from './cost.js';
import { wideSchema } from './wide-schema.js';

/** Builds the metadata of as many tables as the argument says, in a process of its own, and prints what that takes. */
const defining = stopwatch();
const { metadata, config } = wideSchema(Number(process.argv[2]));
const define = defining();
const rendering = stopwatch();
const { statements } = desiredState(metadata, config);
const render = rendering();
console.log(JSON.stringify({ define, render, statements: statements.length }));
