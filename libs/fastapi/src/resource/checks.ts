import { didYouMean, text, unquoted, type CheckContext, type ConfigPath } from '@rowhouse/core';

import type { Field } from '../config/field.js';
import { isOrderable } from '../config/field-types.js';
import { unorderable } from '../config/list-options.js';
import { pkTypes, type ResourceConfig } from '../config/resource.js';

/** Reports a key among the fields of a response that is not what the resource says of it. */
export function checkKeyField({
  value: { pk, pk_type: pkType },
  options: { fields },
  report,
}: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>): void {
  const index = fields.findIndex((field) => field.name === pk);
  const field = fields[index];
  if (field === undefined) return;
  // A key's type that is none is reported already.
  if (pkTypes.includes(pkType) && field.type !== pkType) {
    report(['fields', index, 'type'], {
      code: 'key-type-mismatch',
      found: field.type,
      message: text`the resource's primary key is of type ${pkType}`,
      fix: text`Set pk_type: ${field.type} on the resource, or change the field.`,
    });
  } else if (field.nullable) {
    const message = 'the primary key is never null';
    report(['fields', index, 'nullable'], { code: 'nullable-key', message });
  }
}

/** Reports a field that a list is to be ordered by, but cannot. */
export function checkOrderField(
  name: string | undefined,
  path: ConfigPath,
  {
    value: { pk },
    options: { fields },
    report,
    sound,
  }: CheckContext<{ readonly fields: readonly Field[] }, ResourceConfig>,
): void {
  if (name === undefined || !sound(...path) || name === pk) return;
  const field = fields.find((each) => each.name === name);
  if (field === undefined) {
    const guess = didYouMean(name, [...fields.map((each) => each.name), pk]);
    const remedy = "Add it to 'fields', or name another.";
    report(path, {
      code: 'unknown-field',
      message: text`${name} is neither one of the operation's fields nor the primary key, ${pk}`,
      fix: guess === undefined ? remedy : text`${guess} ${unquoted(remedy)}`,
    });
  } else if (!isOrderable(field.type)) {
    report(path, unorderable(name, field.type));
  }
}
