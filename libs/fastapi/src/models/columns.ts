import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { attributesOf, columnOf } from './field.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Reports names that a list filters or sorts by and that are no columns, though the class has them. */
export function checkColumns(
  options: Readonly<Record<string, unknown>>,
  model: Model,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): void {
  const { filters, ordering, pagination } = options;
  const named: (readonly [unknown, ConfigPath])[] = [];
  for (const [key, block] of [['filters', filters] as const, ['ordering', ordering] as const]) {
    if (!isRecord(block) || !Array.isArray(block['fields'])) continue;
    block['fields'].forEach((name, index) => named.push([name, [key, 'fields', index]]));
  }
  if (isRecord(ordering)) named.push([ordering['default'], ['ordering', 'default']]);
  if (isRecord(pagination))
    named.push([pagination['cursor_field'], ['pagination', 'cursor_field']]);
  for (const [name, path] of named) {
    if (typeof name !== 'string' || columnOf(name, model)) continue;
    const { relationships, properties, name: cls } = model.facts;
    const isMapped = [...relationships, ...properties].some(({ attribute }) => attribute === name);
    if (!isMapped && !run.source.hasAttribute(model, name)) continue;
    run.report(pathOf(...path), {
      code: 'not-a-column',
      found: name,
      message: text`${unquoted(cls)} has no column of that name, and only columns filter and sort`,
      fix: text`Its columns: ${attributesOf(model)}.`,
    });
  }
}
