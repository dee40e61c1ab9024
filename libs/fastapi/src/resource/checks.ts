import { didYouMean, text, unquoted, type CheckContext, type ConfigPath } from '@rowhouse/core';

import type { Field } from '../config/field.js';
import { isOrderable } from '../config/field-types.js';
import { keyColumns, keyTypes } from '../config/key.js';
import { unorderable } from '../config/list-options.js';
import type { ResourceConfig } from '../config/resource.js';

/** Reports a key among the fields of a response that is not what the resource says of it. */
export function checkKeyField({
  value,
  options: { fields },
  report,
}: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>): void {
  for (const { name, type } of keyColumns(value)) {
    const index = fields.findIndex((field) => field.name === name);
    const field = fields[index];
    if (field === undefined) continue;
    // A key's type that is none is reported already.
    if (keyTypes.includes(type) && field.type !== type) {
      report(['fields', index, 'type'], {
        code: 'key-type-mismatch',
        found: field.type,
        message: text`the resource's primary key is of type ${type}`,
        fix: text`Set pk_type: ${field.type} on the resource, or change the field.`,
      });
    } else if (field.nullable) {
      const message = 'the primary key is never null';
      report(['fields', index, 'nullable'], { code: 'nullable-key', message });
    }
  }
}

/** Reports a field that a list is to be ordered by, but cannot. */
export function checkOrderField(
  name: string | undefined,
  path: ConfigPath,
  {
    value,
    options: { fields },
    report,
    sound,
  }: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>,
): void {
  const key = keyColumns(value).map((column) => column.name);
  if (name === undefined || !sound(...path) || key.includes(name)) return;
  const field = fields.find((each) => each.name === name);
  if (field === undefined) {
    const guess = didYouMean(name, [...fields.map((each) => each.name), ...key]);
    const remedy = "Add it to 'fields', or name another.";
    report(path, {
      code: 'unknown-field',
      message: text`${name} is neither one of the operation's fields nor the primary key, ${key.length === 1 ? key[0] : key}`,
      fix: guess === undefined ? remedy : text`${guess} ${unquoted(remedy)}`,
    });
  } else if (!isOrderable(field.type)) {
    report(path, unorderable(name, field.type));
  }
}
