import { formatPath, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

const writing = new Set(['create', 'update', 'delete']);

/** Whether an operation writes. */
export function isWriting(name: string): boolean {
  return writing.has(name);
}

/** Whether a model is mapped to a view, which most likely only reads. */
export function isView({ facts }: Pick<Model, 'facts'>): boolean {
  return known(facts.view) === true;
}

/**
 * Reports an operation that would write to a view though nothing says that somebody means it. One that says
 * its fields, or is an object, stands with a note: PostgreSQL writes through some views, and triggers do.
 */
export function checkView(
  entry: unknown,
  { name, isPlain }: { readonly name: string; readonly isPlain: boolean },
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  if (!isWriting(name) || !isView(model)) return;
  const { facts } = model;
  const where = run.source.where(facts.at);
  if (isPlain) {
    run.report(path, {
      code: 'write-to-view',
      found: isRecord(entry) ? entry['name'] : entry,
      message: text`${unquoted(facts.name)} is a view: ${unquoted(where)} says so`,
      fix: text`Give it the operations ${['get', 'list']}; where PostgreSQL can write through the view, say ${unquoted(name === 'delete' ? "{ name: 'delete' }" : `the fields of its ${name}`)}.`,
    });
    return;
  }
  run.source.note(
    `${formatPath(path)}: ${facts.name} is a view (${where}): '${name}' works where PostgreSQL, or a trigger, writes through it`,
  );
}
