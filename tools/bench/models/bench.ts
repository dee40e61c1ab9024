/**
 * What reading models takes: N models of ten columns, in files of ten, each file read and each model
 * asked for once, in a fresh process. Twice the models should take twice the time.
 */
import { ModelReader } from '@rowhouse/sqlalchemy';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moduleNames, writeModels } from './models.js';

const SIZES = [250, 500, 1000, 2000];
const REPEATS = 3;

const [size, folder] = process.argv.slice(2);
if (size && folder) measure(Number(size), folder);
else compare();

function compare(): void {
  const root = mkdtempSync(join(tmpdir(), 'rowhouse-bench-'));
  try {
    console.log('models   columns   milliseconds   CPU ms   CPU µs each');
    for (const count of SIZES) {
      const project = join(root, String(count));
      writeModels(project, count);
      const runs = Array.from({ length: REPEATS }, () => run(count, project));
      const best = Math.min(...runs.map(({ elapsed }) => elapsed));
      const cpu = Math.min(...runs.map((one) => one.cpu));
      const [{ columns }] = runs as [Measured];
      const each = ((cpu * 1000) / count).toFixed(0);
      console.log(
        `${String(count).padEnd(9)}${String(columns).padEnd(10)}${best.toFixed(0).padEnd(15)}${cpu.toFixed(0).padEnd(9)}${each}`,
      );
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

interface Measured {
  readonly elapsed: number;
  readonly cpu: number;
  readonly columns: number;
}

function run(count: number, project: string): Measured {
  const args = [...process.execArgv, import.meta.filename, String(count), project];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

function measure(count: number, project: string): void {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const reader = new ModelReader({ roots: [project], environment: false });
  const names = moduleNames(count);
  reader.load(names);
  const models = names.flatMap((name) => reader.module(name) ?? []);
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(startCpu);
  const cpu = (user + system) / 1000;
  if (models.length !== count) throw new Error(`${String(models.length)} models were read`);
  const columns = models.reduce((sum, model) => sum + model.columns.length, 0);
  console.log(JSON.stringify({ elapsed, cpu, columns }));
}
