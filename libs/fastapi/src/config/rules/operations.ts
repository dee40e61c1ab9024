import { describeValue } from '@rowhouse/core';
import type { ConfigPath, OperationEntry } from '@rowhouse/core';

import type { ActionOptions } from '../action-options.js';
import type { Field } from '../field.js';
import { isOrderable } from '../field-types.js';
import type { ListOptions } from '../list-options.js';
import { modelName, pkTypes, type ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';
import { schemaNames } from '../schema-names.js';
import { identifierProblem } from '../words.js';

/** What a resource's operations must be to fit the resource and each other. */
export function checkOperations(
  resource: ResourceConfig,
  entries: readonly OperationEntry[],
  path: ConfigPath,
  findings: Findings,
): void {
  if (!Array.isArray(entries)) return;
  const own = resource.operations !== undefined;
  const placed = entries.map((entry, index) => ({
    entry,
    // An inherited list is told of at the resource that it does not fit.
    place: (...rest: ConfigPath) => (own ? [...path, 'operations', index, ...rest] : path),
  }));
  const sound = placed.filter((_, index) => !own || findings.sound(...path, 'operations', index));
  for (const { entry, place } of sound) {
    if (entry.operation === 'list')
      checkList(resource, entry.options as ListOptions, place, findings);
    if (entry.operation === 'get' || entry.operation === 'list') {
      checkKeyType(resource, entry, place, findings);
    }
    if (entry.operation === 'action') checkActionName(entry, place, findings);
  }
  checkSchemaNames(resource, sound, findings);
  checkActionPaths(sound, findings);
}

/** An entry of a resource's operations, and how to name a place inside it. */
interface Placed {
  readonly entry: OperationEntry;
  readonly place: Place;
}

type Place = (...rest: ConfigPath) => ConfigPath;

/** An action's name and a resource's make one name, that of the handler. */
const longestAction = 30;

/** The longest name of a schema class that every line it stands on has room for. */
const longestSchemaName = 60;

function checkActionName({ name }: OperationEntry, place: Place, { report }: Findings): void {
  const problem = name.startsWith('_')
    ? 'an action names a path and a function, and begins with a letter'
    : identifierProblem(name, longestAction);
  if (problem !== undefined) report(place('name'), `found ${describeValue(name)}: ${problem}`);
}

function checkList(
  resource: ResourceConfig,
  options: ListOptions,
  place: Place,
  { report, sound }: Findings,
): void {
  const check = (name: string | undefined, key: ConfigPath) => {
    if (name === undefined || !sound(...place(...key)) || name === resource.pk) return;
    const field = options.fields.find((each) => each.name === name);
    if (field === undefined) {
      report(
        place(...key),
        `'${name}' is neither one of the operation's fields nor the primary key, '${resource.pk}'`,
        "Add it to 'fields', or name another.",
      );
    } else if (!isOrderable(field.type)) {
      report(place(...key), `'${name}' is a ${field.type}, which has no order`);
    }
  };
  check(options.ordering?.default, ['ordering', 'default']);
  check(options.pagination?.cursor_field, ['pagination', 'cursor_field']);
}

function checkKeyType(
  resource: ResourceConfig,
  entry: OperationEntry,
  place: Place,
  { report }: Findings,
): void {
  const { fields } = entry.options as { fields: readonly Field[] };
  const index = fields.findIndex((field) => field.name === resource.pk);
  const field = fields[index];
  if (field === undefined) return;
  // A key's type that is none is reported already.
  if (pkTypes.includes(resource.pk_type) && field.type !== resource.pk_type) {
    report(
      place('fields', index, 'type'),
      `found '${field.type}', but the resource's primary key is of type '${resource.pk_type}'`,
      `Set pk_type: '${field.type}' on the resource, or change the field.`,
    );
  } else if (field.nullable) {
    report(place('fields', index, 'nullable'), 'the primary key is never null');
  }
}

function checkSchemaNames(
  resource: ResourceConfig,
  placed: readonly Placed[],
  { report }: Findings,
): void {
  const entries = placed.map(({ entry }) => entry);
  const seen = new Map<string, OperationEntry>();
  for (const { entry, place } of placed) {
    for (const name of schemaNames(modelName(resource.model), entry, entries)) {
      const first = seen.get(name);
      if (name.length > longestSchemaName) {
        report(
          place('name'),
          `the schema '${name}' would have a name of ${name.length} characters, expected at most ${longestSchemaName}`,
          'Shorten the name of the action or of the model.',
        );
        break;
      }
      if (first === undefined) seen.set(name, entry);
      else if (first.name !== entry.name || first.operation !== entry.operation) {
        report(
          place('name'),
          `${describe(first)} and ${describe(entry)} would both define the schema '${name}'`,
          'Rename the action.',
        );
        break;
      }
    }
  }
}

function checkActionPaths(placed: readonly Placed[], { report }: Findings): void {
  if (!placed.some(({ entry }) => entry.operation === 'list')) return;
  for (const { entry, place } of placed) {
    if (entry.operation !== 'action' || entry.name !== 'search') continue;
    if ((entry.options as ActionOptions).on !== 'collection') continue;
    report(
      place('name'),
      "collection action 'search' and operation 'list' would both answer POST /search",
      'Rename the action.',
    );
  }
}

function describe(entry: OperationEntry): string {
  return entry.operation === 'action' ? `action '${entry.name}'` : `operation '${entry.name}'`;
}
