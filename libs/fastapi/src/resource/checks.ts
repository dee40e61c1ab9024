import { text, type CheckContext } from '@rowhouse/core';

import type { Field } from '../config/field.js';
import { keyTypes } from '../config/field-types.js';
import { checkKeyExample, keyColumns, wholeKey, type KeyExample } from '../config/key.js';
import type { ResourceConfig } from '../config/resource.js';

/** Reports an example of an operation on one row that is none of the resource's keys. */
export function checkRowEntry({
  value,
  options,
  report,
  sound,
}: CheckContext<{ readonly pk_example?: KeyExample }, ResourceConfig>): void {
  if (sound('pk_example')) checkKeyExample(options.pk_example, keyColumns(value), report);
}

/** Reports a key among the fields of a response that is not what the resource says of it. */
export function checkKeyField({
  value,
  options: { fields },
  report,
}: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>): void {
  for (const { name, type } of wholeKey(value)) {
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
