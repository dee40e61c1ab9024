import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { pkTypes } from '../config/resource.js';
import { columnType } from './column-types.js';
import { attributesOf, columnOf } from './field.js';
import type { Run } from './prepare.js';
import { known, listed, type Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** Completes the key of a resource: its name and its type. */
export function completeKey(resource: Raw, model: Model, path: ConfigPath, run: Run): Raw {
  const { facts } = model;
  const key = known(facts.primaryKey);
  const said = resource['pk'] ?? undefined;
  if (said === undefined && key && key.length > 1) {
    run.report([...path, 'model'], {
      code: 'composite-key',
      message: text`the key of ${unquoted(facts.name)} is ${unquoted(listed(key))} together (${unquoted(run.source.where(facts.at))}), and a resource has a key of one column`,
      fix: 'Name a unique column: pk.',
    });
    return resource;
  }
  const name = said ?? key?.[0];
  if (typeof name !== 'string') return resource;
  const column = columnOf(name, model);
  if (!column) {
    if (facts.incomplete.length > 0 || said === undefined) return resource;
    run.report([...path, 'pk'], {
      code: 'unknown-attribute',
      found: name,
      message: text`${unquoted(facts.name)} has no such column (${unquoted(run.source.where(facts.at))})`,
      fix: didYouMean(name, attributesOf(model)) ?? text`Its key: ${key ?? []}.`,
    });
    return resource;
  }
  const type = known(column.type);
  const own = type && columnType(type, model.path)?.type;
  if (said !== undefined && key && !(key.length === 1 && key[0] === name)) {
    const isUnique = known(column.unique) !== false;
    if (!isUnique || known(column.nullable) === true) {
      const together = text`${unquoted(listed(key))} together (${unquoted(run.source.where(facts.at))})`;
      const place = unquoted(run.source.where(column.at));
      const problem = key.includes(name)
        ? {
            code: 'partial-key',
            message: text`it is only a part of the key, which is ${together}: several rows may share it`,
          }
        : {
            code: 'not-a-key',
            message: text`it is neither the key nor unique and without NULL (${place})`,
          };
      run.report([...path, 'pk'], { ...problem, found: name, fix: 'Name a unique column.' });
      return { ...resource, pk_type: own };
    }
  }
  const saidType = resource['pk_type'] ?? undefined;
  if (own === undefined) return { ...resource, pk: name };
  if (!pkTypes.includes(own as never)) {
    run.report([...path, said === undefined ? 'model' : 'pk'], {
      code: 'contradicts-model',
      found: name,
      message: text`a key is of type ${unquoted(listed(pkTypes))}`,
      but: text`${unquoted(run.source.where(column.at))} says ${unquoted(column.written)}`,
    });
    return resource;
  }
  if (pkTypes.includes(saidType as never) && saidType !== own) {
    run.report([...path, 'pk_type'], {
      code: 'contradicts-model',
      found: saidType,
      but: text`${unquoted(run.source.where(column.at))} says ${unquoted(column.written)}`,
      fix: text`Write pk_type: ${own}, or leave it out.`,
    });
    return resource;
  }
  return { ...resource, pk: name, pk_type: own };
}
