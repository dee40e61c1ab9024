#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

import { watchOutput } from '@rowhouse/errors';

import { main } from '../dist/cli/main.js';

// An orderly exit stops the embedded PostgreSQL that a command may have started.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => process.exit(code));
}

// As in Node 21 and newer. Without it, pg makes a Response to see where it runs, for which Node loads all of fetch().
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node}` };
// Optimizing the parser, which is WebAssembly, would take longer than all that a command parses.
setFlagsFromString('--liftoff-only');

watchOutput();
const code = await main(process.argv.slice(2));
process.exitCode ||= code;
