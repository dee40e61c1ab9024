#!/usr/bin/env node
import module from 'node:module';

// Where Node has it (22.8+), later runs load the compiled code from a cache.
module.enableCompileCache?.();
const { main } = await import('../dist/index.js');
process.exitCode = await main(process.argv.slice(2));
