#!/usr/bin/env node
import module from 'node:module';
import v8 from 'node:v8';

// Where Node has it (22.8+), later runs load the compiled code from a cache.
module.enableCompileCache?.();
// A process of a second or two never earns back what optimising its code early costs: let V8 wait four
// times as long as it does by itself. A quarter of the CPU time of a thousand resources. Node 22 and
// later have a cheaper compiler in between, and say that they do not know this flag.
if (process.versions.v8.startsWith('11.')) v8.setFlagsFromString('--interrupt-budget=500000');
const { main } = await import('../dist/index.js');
process.exitCode = await main(process.argv.slice(2));
