'use strict';

const modules = process.getBuiltinModule('node:module');

// Where Node has it (22.8+), later runs load the compiled code from a cache.
modules.enableCompileCache?.();

// Files are made to last many at a time: a disk takes them together in the time of a few. It has to be
// said before Node reads a file in the background, which an ES module as entry point would have done.
process.env['UV_THREADPOOL_SIZE'] ??= '32';

/** Runs the command with the arguments of this process; `name` is another than `codegen`. */
exports.run = async function run(name) {
  const { main } = await import('../dist/index.js');
  process.exitCode = await main(process.argv.slice(2), name);
};
