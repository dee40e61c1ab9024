#!/usr/bin/env node
/**
 * The project's commands, runnable from a bare clone: installs what the lock files pin, builds, then
 * runs the task. Plain JavaScript without dependencies, since nothing is installed when it starts.
 *
 *   node tools/run.mjs demo [--serve]    node tools/run.mjs test [vitest filters]
 *   node tools/run.mjs bench [names]     node tools/run.mjs pytest [pytest's arguments]
 *   node tools/run.mjs update [names]   node tools/run.mjs install
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [task = 'help', ...rest] = process.argv.slice(2);

const tasks = {
  install: () => undefined,
  demo: () => runTypeScript('tools/demo/src/main.ts', rest),
  bench: () => runTypeScript('tools/bench/run.ts', rest),
  test: () => runTypeScript('tools/test/run.ts', rest),
  pytest: () => runTypeScript('tools/test/pytest.ts', rest),
  update: () => runTypeScript('tools/update.ts', rest),
};

if (!(task in tasks)) {
  console.error(`error: unknown task '${task}'. Tasks: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
checkNode();
await ensureInstalled();
await node(['tools/build/build.mjs']);
await tasks[task]();

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`error: Node ${process.versions.node} is too old. Install Node 20.19 or newer.`);
  process.exit(1);
}

/** Installs the npm packages when the lock file is not the one they were installed from. */
async function ensureInstalled() {
  const stamp = join(root, 'node_modules/.rowhouse-installed');
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing the npm packages of package-lock.json …');
  // Not `npm ci`: it refuses a lock file without the packages that are for other platforms, and those
  // are locked only where the registry offers them. `install` takes what is locked just the same.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/** Runs a TypeScript file against the workspace's sources. */
function runTypeScript(file, args) {
  return node(['--conditions=@rowhouse/source', '--import', 'tsx', file, ...args]);
}

function node(args) {
  return run(process.execPath, args);
}

/** Runs a command in the project's root; ends this process with the command's exit code if it fails. */
function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    // The child shares the terminal and gets its signals too; it decides when to end.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', (error) => {
      console.error(`error: ${command} could not be started: ${error.message}`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => {
      if (code === 0) return done();
      process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
