import { didYouMean, text, unquoted, type ConfigPath, type Problem } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { referringAs, withReference } from './parameter-reference.js';
import { isDotted, memberIn, moduleIn } from './dotted.js';
import { attributesOf, columnOf, filled } from './field.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/**
 * Completes a parameter of an action that says which column it is like, or to which row it refers.
 *
 * @param own the path of the resource's own model.
 */
export function completeParameter(
  parameter: unknown,
  own: string,
  run: Run,
  path: ConfigPath,
): unknown {
  if (!isRecord(parameter)) return parameter;
  const referring = withReference(parameter, run, path);
  return typeof referring['like'] === 'string'
    ? withColumn(referring, referring['like'], own, run, path)
    : referring;
}

function withColumn(
  parameter: Raw,
  like: string,
  own: string,
  run: Run,
  path: ConfigPath,
): unknown {
  // What is refused has some type, so that the schema does not ask for one.
  const refused = { type: 'str', ...parameter };
  const report = (problem: Problem): unknown => {
    run.report([...path, 'like'], { found: like, ...problem });
    return refused;
  };
  if (!isDotted(like)) return refused;
  const paths = pathsOf(moduleIn(like), own, run);
  if (paths.length === 0) return report(unknownClass(moduleIn(like), run));
  if (paths.length > 1) {
    const code = 'unknown-model';
    return report({ code, message: text`it may be of ${paths}`, fix: 'Write the whole path.' });
  }
  const model = run.source.find(paths[0]!);
  if (!('facts' in model)) {
    // Of its own model the resource tells by itself.
    return paths[0] === own ? parameter : report({ code: 'unknown-model', ...model.why() });
  }
  const column = columnOf(memberIn(like), model);
  return column
    ? filled(referringAs(column, parameter, run, path), column, 'parameters', model, run, path)
    : report(unknownColumn(memberIn(like), model, run));
}

type Raw = Readonly<Record<string, unknown>>;

/** The models that a path, or the name of a class of the config, may mean; the resource's own first of all. */
function pathsOf(name: string, own: string, { source }: Run): readonly string[] {
  if (name.includes('.')) return [name];
  const paths = source.named(name);
  return paths.includes(own) ? [own] : paths;
}

function unknownClass(name: string, { source }: Run): Problem {
  const names = [...new Set(source.models.map(memberIn))];
  return {
    code: 'unknown-model',
    message: text`no resource of this config has a model ${name}`,
    fix: didYouMean(name, names) ?? text`Its models: ${names}. Any other by its whole path.`,
  };
}

export function unknownColumn(name: string, model: Model, { source }: Run): Problem {
  const { facts } = model;
  const where = unquoted(source.where(facts.at));
  return {
    code: 'unknown-attribute',
    message: text`${unquoted(facts.name)} has no column ${name} (${where})`,
    fix: didYouMean(name, attributesOf(model)) ?? text`Its columns: ${attributesOf(model)}.`,
  };
}
