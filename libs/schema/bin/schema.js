#!/usr/bin/env node
import { main } from '../dist/cli/main.js';

// An orderly exit stops the embedded PostgreSQL that a command may have started.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => process.exit(code));
}

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv.slice(2));
