import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { usesIn, type UserUse } from '../config/user-uses.js';
import type { WrittenAccess } from '../config/written.js';
import { columnType } from './column-types.js';
import { isDotted } from './dotted.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** The Python types of the columns that are compared; others stay unchecked. */
const pythonTypes: Readonly<Record<string, string>> = { int: 'int', str: 'str', uuid: 'uuid.UUID' };

/** Reports what `access` asks of a user whose class does not have it, as far as its source tells. */
export function checkUserAttributes(
  access: WrittenAccess | undefined,
  model: Model | undefined,
  path: ConfigPath,
  run: Run,
): void {
  const { source, userType, report } = run;
  if (access === undefined || userType === undefined || !isDotted(userType)) return;
  const names = source.attributes(userType);
  for (const use of usesIn(access)) {
    const { attribute, path: inner } = use;
    const place = [...path, 'access', ...inner];
    if (names === undefined || names.includes(attribute)) {
      checkType(use, userType, model, place, run);
      continue;
    }
    const isRole = use.kind === 'roles';
    report(place, {
      code: 'unknown-attribute',
      ...(!isRole && { found: attribute }),
      message: text`${unquoted(userType)} has no attribute ${attribute}${unquoted(isRole ? ', which roles are compared with' : '')}`,
      fix: isRole
        ? 'Add it: a list[str], or a property that returns one.'
        : (didYouMean(attribute, names) ?? text`Its attributes: ${names}.`),
    });
  }
}

/** Reports an attribute that may be null where it must not, or is of another type than its column. */
function checkType(
  { attribute, field, kind }: UserUse,
  userType: string,
  model: Model | undefined,
  place: ConfigPath,
  { source, report }: Run,
): void {
  const type = source.attributeType(userType, attribute);
  if (type === undefined || field === undefined) return;
  const isStamp = kind === 'stamp';
  const plain = withoutNone(type);
  if (/^list\b/.test(plain) || (isStamp && plain !== type)) {
    report(place, {
      code: 'unfit-claim',
      found: attribute,
      message: text`${unquoted(userType)}.${unquoted(attribute)} has type ${type}: expected a single value${unquoted(isStamp ? ' that is never null' : '')}`,
      ...(isStamp && {
        fix: 'Remove None from the annotation, and respond with a 401 if the user has no value.',
      }),
    });
    return;
  }
  const column = model && columnOf(field, model);
  const fact = column && known(column.type);
  const own = fact && columnType(fact, model.path);
  const expected = own && own.enum === undefined ? pythonTypes[own.type] : undefined;
  if (column === undefined || expected === undefined || plain === expected) return;
  if (!Object.values(pythonTypes).includes(plain)) return;
  report(place, {
    code: 'contradicts-model',
    found: attribute,
    message: text`${unquoted(userType)}.${unquoted(attribute)} has type ${type}`,
    but: text`${unquoted(source.where(column.at))} has ${unquoted(column.written)}`,
    fix: text`Change the type of the attribute to ${expected}.`,
  });
}

function withoutNone(type: string): string {
  const optional = /^typing\.Optional\[(.*)\]$/.exec(type)?.[1];
  if (optional !== undefined) return optional;
  const members = type.split(' | ');
  return members.filter((each) => each !== 'None').join(' | ');
}
