import { text, unquoted, type ConfigPath, type Problem } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { isClassPath } from '../config/identifiers.js';
import { attributeOf } from '../relations/foreign-keys.js';
import { columnType } from './column-types.js';
import { isDotted, memberIn, moduleIn } from './dotted.js';
import { columnOf, filled } from './field.js';
import { known } from './known.js';
import { unknownColumn } from './parameter.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** A parameter with the attribute of the row that its `references` names, and with the type of that. */
export function withReference(parameter: Raw, run: Run, path: ConfigPath): Raw {
  const { references, type: said } = parameter;
  if (typeof references !== 'string' || !isDotted(references)) return parameter;
  const report = (problem: Problem): Raw => {
    run.report([...path, 'references'], { found: references, ...problem });
    // What is refused has some type, so that the schema does not ask for one.
    return { type: 'str', ...parameter, references: undefined };
  };
  const isModel = isClassPath(references) || !isDotted(moduleIn(references));
  const model = run.source.find(isModel ? references : moduleIn(references));
  if (!('facts' in model)) return report({ code: 'unknown-model', ...model.why() });
  const key = isModel ? known(model.facts.primaryKey) : [memberIn(references)];
  if (key?.length !== 1) return report(severalColumns(model, run));
  const column = columnOf(key[0]!, model);
  if (column === undefined) return report(unknownColumn(key[0]!, model, run));
  const type = known(column.type);
  const own = type && columnType(type, model.path)?.type;
  if (said !== undefined && own !== undefined && said !== own) {
    const where = unquoted(run.source.where(column.at));
    return report({
      code: 'key-type-mismatch',
      message: text`the key is of type ${own} (${where}), and the parameter of type ${said}`,
      fix: 'Remove the type.',
    });
  }
  const completed = { ...parameter, references: attributePath(column, model, run) };
  return 'like' in parameter
    ? completed
    : filled(completed, column, 'parameters', model, run, path);
}

/** A parameter that is like a column refers to the row that the column's foreign key leads to. */
export function referringAs(column: ColumnFacts, parameter: Raw, run: Run, path: ConfigPath): Raw {
  const keys = known(column.foreignKeys) ?? [];
  if (keys.length === 0 || 'references' in parameter) return parameter;
  const targets = [...new Set(keys.map(({ target }) => known(target)))];
  const [references, ...others] = targets.map((target) => referred(target, run));
  if (references !== undefined && others.length === 0) return { ...parameter, references };
  const where = unquoted(run.source.where(column.at));
  run.report([...path, 'like'], {
    code: 'unknown-reference',
    found: parameter['like'],
    message:
      others.length > 0
        ? text`the column has several foreign keys (${where})`
        : text`the model that the foreign key refers to is not in the modules of this config's models (${where})`,
    fix: text`Write which model the parameter refers to, such as references: ${'shop.models.Customer'}, or a type instead of ${'like'}.`,
  });
  return parameter;
}

/** The attribute of the column that a foreign key names: of the model whose table it is in. */
function referred(target: string | undefined, run: Run): string | undefined {
  const table = target?.split('.').slice(0, -1).join('.') ?? '';
  for (const facts of run.source.ofTable(table)) {
    // The rows of a table are those of the class that its subclasses share it with.
    const attribute = facts.inheritance?.kind === 'single' ? undefined : attributeOf(target, facts);
    const model = { path: facts.model, facts };
    if (attribute !== undefined) return `${run.source.configPath(model)}.${attribute}`;
  }
  return undefined;
}

function attributePath({ attribute }: ColumnFacts, model: Model, run: Run): string {
  return `${run.source.configPath(model)}.${attribute}`;
}

function severalColumns({ facts }: Model, run: Run): Problem {
  const where = unquoted(run.source.where(facts.at));
  return {
    code: 'unknown-reference',
    message: text`the primary key of ${unquoted(facts.name)} is not one column (${where})`,
    fix: text`Name one of its attributes: ${`${facts.model}.number`}, if that says which row it is.`,
  };
}
