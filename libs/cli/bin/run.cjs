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
  // A process of a second or two never earns back what optimizing its code early costs: let V8 wait eight
  // times as long as it does by itself. A quarter of the CPU time of a thousand resources. Not before the
  // import: with other flags, V8 compiles anew what Node has of its own modules. Node 22 and later have a
  // cheaper compiler in between, and say that they do not know this flag.
  if (process.versions.v8.startsWith('11.')) {
    process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');
  }
  process.exitCode = await main(process.argv.slice(2), name);
};
