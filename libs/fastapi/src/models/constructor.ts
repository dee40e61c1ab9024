import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ModelFacts, ParameterFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { writesRows } from '../relations/written.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/**
 * Reports what the constructor of a dataclass does not take of a create's fields, or wants beside
 * them: a request would fail with a TypeError.
 *
 * @param fields what the operation takes, complete.
 * @param hasHook whether a function of the user may fill in what the fields lack.
 */
export function checkConstructor(
  fields: readonly unknown[],
  model: Model,
  run: Run,
  path: ConfigPath,
  hasHook: boolean,
): void {
  const { facts } = model;
  const given = fields.filter(isRecord).filter((field) => !writesRows(field));
  const foreign = given.map(({ name }) => String(name)).filter((name) => !isArgument(name, facts));
  if (foreign.length > 0) {
    run.report(path, {
      code: 'constructor',
      message: text`the constructor of the dataclass ${unquoted(facts.name)} does not take ${foreign} (${unquoted(run.source.where(facts.at))})`,
      fix: text`Remove ${foreign} from the fields, or remove ${'init=False'} from the model.`,
    });
  }
  // A field that a request may leave out is not given to the constructor then.
  const always = given
    .filter((field) => field['required'] !== false || 'default' in field)
    .map(({ name }) => name);
  const lacking = hasHook ? [] : argumentsLacking(always, model);
  const [first] = lacking;
  if (first) {
    const names = lacking.map(({ attribute }) => attribute);
    run.report(path, {
      code: 'constructor',
      message: text`the constructor of the dataclass ${unquoted(facts.name)} requires ${names}, which a request may omit (${unquoted(run.source.where(first.at))})`,
      fix: text`In the model, add ${'init=False'} or a ${'default'} to ${names}. The constructor ignores defaults in the database.`,
    });
  }
}

/** Whether a constructor takes an attribute, as far as is known. */
export function isArgument(name: string, facts: ModelFacts): boolean {
  const parameters = known(facts.parameters);
  return !parameters || parameters.some(({ attribute }) => attribute === name);
}

/** What a constructor needs, and is not given. */
export function argumentsLacking(
  given: readonly unknown[],
  { facts, stamped }: Model,
): readonly ParameterFacts[] {
  return (known(facts.parameters) ?? []).filter(
    ({ attribute, required }) => required && !given.includes(attribute) && !stamped?.has(attribute),
  );
}
