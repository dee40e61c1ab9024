import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { pgcraftCost } from './pgcraft.js';

/**
 * What the schema library takes, each run in a fresh process. The bar is that of a quiet machine with
 * two cores: 500 tables with a writable REST view each are defined in under 500 ms of CPU, and in a tenth of the
 * time that pgcraft takes.
 */
interface Cost {
  /** CPU time of defining tables and views, in milliseconds. */
  readonly define: number;
  /** CPU time of writing them as SQL, in milliseconds. */
  readonly render: number;
  readonly statements: number;
}

console.log('tables   define ms   as SQL ms   µs a table   statements   pgcraft ms   ratio');
for (const size of [100, 200, 300, 400, 500]) {
  const runs = Array.from({ length: 5 }, () => metadataCost(size));
  const [{ define, render, statements }] = runs.sort((a, b) => a.define - b.define).slice(2) as [
    Cost,
  ];
  const perTable = ((define + render) / size) * 1000;
  const peer = pgcraftCost(size)?.define;
  const cells = [
    ...[size, define.toFixed(0), render.toFixed(0), perTable.toFixed(0), statements],
    ...(peer === undefined ? [] : [peer.toFixed(0), (define / peer).toFixed(2)]),
  ];
  console.log(
    cells
      .map((cell, column) => String(cell).padStart([6, 12, 12, 13, 13, 13, 8][column]!))
      .join(''),
  );
}

function metadataCost(size: number): Cost {
  const script = join(import.meta.dirname, 'metadata-process.ts');
  const args = ['--conditions=@rowhouse/source', '--import', 'tsx', script, String(size)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost;
}
