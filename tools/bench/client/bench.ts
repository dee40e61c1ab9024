import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { benchConfig } from '../generate/config.js';
import { medianOf, runNode, type Usage } from '../generate/measure.js';

/**
 * The TypeScript client: what generating it takes beside its API, what `tsc` takes for it beside the output of hey-api
 * for the same OpenAPI document, and how large a bundle of one operation is.
 */
const repository = resolve(import.meta.dirname, '../../..');
const codegen = join(repository, 'libs/cli/bin/codegen.cjs');
const tsc = join(repository, 'node_modules/typescript/bin/tsc');
const heyApi = join(repository, 'node_modules/@hey-api/openapi-ts/bin/run.js');
const cache = join(repository, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// In the repository, so that the targets are found from the config.
const directory = mkdtempSync(join(cache, 'bench-client-'));
const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true },
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  ...{ module: 'preserve', verbatimModuleSyntax: true },
};

try {
  writeModels(1000);
  for (const resources of [100, 200, 1000]) {
    const text = benchConfig(resources).replace(
      "version: '1',",
      `version: '1', models: false, package_prefix: 'api_${resources}',`,
    );
    writeFileSync(join(directory, `${resources}.jsonnet`), text);
    generate(resources, 'client');
  }
  const ours = medianOf(3, () => generate(1000, 'client'));
  const api = medianOf(3, () => generate(1000, 'api'));
  const rows: (readonly [string, Usage, string])[] = [
    ['client of 1,000 resources', ours, 'half of the API'],
    ['API of 1,000 resources', api, ''],
    ['tsc, client of 200 resources', compile('client-200'), 'wall under 10 s'],
    ['tsc, client of 1,000 resources', compile('client-1000'), 'wall under 60 s'],
  ];
  // For 1,000 resources hey-api takes a quarter of an hour.
  generateHeyApi(200);
  rows.push(["tsc, hey-api's client of 200 resources", compile('hey-200'), '']);
  for (const [what, { wall, cpu, memory }, bar] of rows) {
    console.log(
      `${what.padEnd(42)} ${seconds(wall)} wall ${seconds(cpu)} CPU ${memory.toFixed(0).padStart(5)} MB  ${bar}`,
    );
  }
  console.log(`
a client takes ${(ours.cpu / api.cpu).toFixed(2)}× the CPU of its API, ${(ours.wall / api.wall).toFixed(2)}× the time   (bar: 0.50×)
one operation of 100 resources is a bundle of ${await bundleSize()} bytes with gzip   (bar: 4,096)`);
} finally {
  rmSync(directory, { recursive: true });
}

/** The models, for the OpenAPI document: the application has to start. */
function writeModels(number: number): void {
  const columns = `    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    title: Mapped[str]
    subtitle: Mapped[str | None]
    email: Mapped[str]
    amount: Mapped[Decimal]
    count: Mapped[int]
    active: Mapped[bool]
    seen_at: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    extra: Mapped[dict[str, Any]] = mapped_column(JSON)
`;
  const classes = Array.from({ length: number }, (_, index) => {
    const name = `Record${String(index + 1).padStart(4, '0')}`;
    return `class ${name}(Base):\n    __tablename__ = "${name.toLowerCase()}"\n${columns}`;
  });
  const start = `import datetime
import uuid
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase): ...
`;
  mkdirSync(join(directory, 'app'));
  writeFileSync(join(directory, 'app/models.py'), [start, ...classes].join('\n\n'));
}

function generate(resources: number, what: 'client' | 'api'): Usage {
  const out = what === 'client' ? `client-${resources}` : `api_${resources}`;
  rmSync(join(directory, out), { recursive: true, force: true });
  const target = what === 'client' ? ['--target', 'client'] : [];
  const args = ['generate', ...target, '-c', `${resources}.jsonnet`, '--out', out, '--no-skip'];
  return runNode([codegen, ...args], directory);
}

function generateHeyApi(resources: number): void {
  generate(resources, 'api');
  const document = execFileSync(
    process.execPath,
    [codegen, 'openapi', '-c', `${resources}.jsonnet`],
    { cwd: directory, maxBuffer: 512 << 20 },
  );
  writeFileSync(join(directory, 'openapi.json'), document);
  runNode([heyApi, '-i', 'openapi.json', '-o', `hey-${resources}`], directory);
}

function compile(folder: string): Usage {
  const include = [`${folder}/**/*.ts`];
  const settings = { compilerOptions, include };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  return runNode([tsc, '-p', '.'], directory);
}

/** The size of a program that searches one of 100 resources. */
async function bundleSize(): Promise<number> {
  const program = `
    import { search } from './client-100/app/record0001-s.js';
    search({ baseUrl: '/api' }, { pageSize: 5 }).then(console.log);`;
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: directory },
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;
}
