import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { comparisonsIn } from '../config/conditions.js';
import { isRecord } from '../config/rule.js';
import { columnType } from './column-types.js';
import { isDotted } from './dotted.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** An attribute of the user that `access` names, and the field that it is compared with. */
interface Use {
  readonly attribute: string;
  readonly path: ConfigPath;
  readonly field?: string;
  /** Whether rows get it: then it cannot be null. */
  readonly isStamp?: boolean;
}

/** The Python types of the columns that are compared; others stay unchecked. */
const pythonTypes: Readonly<Record<string, string>> = { int: 'int', str: 'str', uuid: 'uuid.UUID' };

/** Reports what `access` asks of a user whose class does not have it, as far as its source tells. */
export function checkUserAttributes(
  resource: Readonly<Record<string, unknown>>,
  model: Model | undefined,
  path: ConfigPath,
  run: Run,
): void {
  const { source, userType, report } = run;
  const { access } = resource;
  if (!isRecord(access) || userType === undefined || !isDotted(userType)) return;
  const names = source.attributes(userType);
  for (const use of [...stampsIn(access), ...usesInRules(access)]) {
    const { attribute, path: inner } = use;
    const place = [...path, 'access', ...inner];
    if (names === undefined || names.includes(attribute)) {
      checkType(use, userType, model, place, run);
      continue;
    }
    const isRole = inner.at(-1) === 'role';
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
  { attribute, field, isStamp = false }: Use,
  userType: string,
  model: Model | undefined,
  place: ConfigPath,
  { source, report }: Run,
): void {
  const type = source.attributeType(userType, attribute);
  if (type === undefined || field === undefined) return;
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

function* stampsIn(access: Readonly<Record<string, unknown>>): Iterable<Use> {
  for (const key of ['tenant', 'owner']) {
    const stamps = access[key];
    for (const [field, stamp] of Object.entries(isRecord(stamps) ? stamps : {})) {
      const attribute = isRecord(stamp) ? stamp['user'] : undefined;
      if (typeof attribute === 'string') {
        yield { attribute, field, isStamp: true, path: [key, field, 'user'] };
      }
    }
  }
}

function* usesInRules({ rules }: Readonly<Record<string, unknown>>): Iterable<Use> {
  const listed: readonly unknown[] = Array.isArray(rules) ? rules : [];
  for (const [index, rule] of listed.entries()) {
    if (!isRecord(rule)) continue;
    if (isRecord(rule['to']) && 'role' in rule['to']) {
      yield { attribute: 'roles', path: ['rules', index, 'to', 'role'] };
    }
    for (const key of ['where', 'check']) {
      for (const { path, comparison } of comparisonsIn(rule[key] ?? {})) {
        const { field, test } = comparison;
        if (test.kind !== 'user') continue;
        yield { attribute: test.attribute, field, path: ['rules', index, key, ...path] };
      }
    }
  }
}
