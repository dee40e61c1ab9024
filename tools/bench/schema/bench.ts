import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { costText, type Cost } from './cost.js';
import { pgcraftCost } from './pgcraft.js';

/**
 * What the schema library takes, each run in a fresh process: wall-clock time with the CPU time, which counts V8's
 * compiler and collector beside it. The bar is that of a quiet machine with two cores: 500 tables with a writable REST
 * view each are defined in under 500 ms, and in a tenth of the time that pgcraft takes.
 */
interface Costs {
  /** Defining tables and views. */
  readonly define: Cost;
  /** Writing them as SQL. */
  readonly render: Cost;
  readonly statements: number;
}

const TITLES = ['tables', 'define', 'as SQL', 'µs a table', 'statements', 'pgcraft', 'ratio'];
const WIDTHS = [6, 14, 14, 14, 12, 14, 14];
print(TITLES);
for (const size of [100, 200, 300, 400, 500]) {
  const runs = Array.from({ length: 5 }, () => metadataCosts(size));
  const [{ define, render, statements }] = runs
    .sort((a, b) => a.define[0] - b.define[0])
    .slice(2) as [Costs];
  const perTable = (at: 0 | 1) => ((define[at] + render[at]) / size) * 1000;
  const peer = pgcraftCost(size)?.define;
  print([
    ...[
      String(size),
      costText(define),
      costText(render),
      costText([perTable(0), perTable(1)]),
      String(statements),
    ],
    ...(peer ? [costText(peer), costText([define[0] / peer[0], define[1] / peer[1]], 2)] : []),
  ]);
}

function metadataCosts(size: number): Costs {
  const script = join(import.meta.dirname, 'metadata-process.ts');
  const args = ['--import', 'tsx', script, String(size)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Costs;
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => cell.padStart(WIDTHS[column]!)).join(''));
}
