import type { Metadata } from '../metadata/metadata.js';
import { readableObject } from '../sql/identifier.js';
import { printNote, type Output } from './output.js';

const TABLES = ['table', 'foreign table'];
const VIEWS = ['view', 'materialized view'];

/** Enough to see which they are. */
const mostNamed = 10;

/** Names the tables, and for models the views, that are not in a result: the code has only SQL for them. */
export function noteLeftOut(result: 'diagram' | 'models', metadata: Metadata, output: Output) {
  const kinds = result === 'models' ? [...TABLES, ...VIEWS] : TABLES;
  const names = metadata
    .objects()
    .filter(({ kind, table, view, isPartition }) => {
      return kinds.includes(kind) && !table && !view && !isPartition;
    })
    .map((object) => `${object.kind} ${readableObject(object)}`);
  if (names.length === 0) return;
  const subject =
    result === 'models'
      ? 'the models do not contain tables and views'
      : 'the diagram does not contain tables';
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  const named = names.slice(0, mostNamed).join(', ');
  printNote(
    output,
    `${subject} that only SQL defines, because their columns are unknown: ${named}${more}`,
  );
}
