import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { EffectiveEntry } from '../config/effective.js';
import type { Field } from '../config/field.js';
import type { Findings } from '../config/rule.js';
import { relationsIn, writtenIn, type RelationField } from './config.js';
import { innerSuffix, memberName, nestedSuffix, readerName } from './names.js';

type At = EffectiveEntry['at'];

/** Finds relations of one resource that differ and whose schema, or function, would have one name. */
export class NameCheck {
  readonly #seen = new Map<string, string>();

  readonly #shared: ReadonlySet<string>;

  /**
   * @param models the models with resources.
   * @param schemas the schemas of related rows of all resources, each with the model that shows it.
   * @param shared the fields of `get`, whose schemas other answers share where they show the same.
   */
  constructor(
    private readonly modelName: string,
    private readonly models: ReadonlySet<string>,
    private readonly schemas: Map<string, string>,
    shared: readonly unknown[],
    private readonly findings: Findings,
  ) {
    this.#shared = new Set(shared.map((each) => JSON.stringify(each)));
  }

  /** Adds the relations of an answer. */
  check(prefix: string, fields: readonly Field[], at: At): void {
    for (const field of relationsIn(fields)) {
      const isShared = this.#shared.has(JSON.stringify(field));
      const index = fields.indexOf(field);
      this.#checkField(field, isShared ? '' : prefix, (...below) => at(index, ...below));
    }
  }

  /** Adds the schemas of rows that a request makes. */
  checkWritten(fields: readonly Field[], at: At): void {
    for (const field of writtenIn(fields)) {
      if (field.writes.kind === 'link') continue;
      const name = this.modelName + nestedSuffix(field.name);
      if (this.#isTaken(name, field)) this.#tell(field, name, at(fields.indexOf(field)));
    }
  }

  #checkField(field: RelationField, outer: string, at: At): void {
    const { name, relation } = field;
    const isEmbed = relation.kind === 'embed';
    const suffix = outer + memberName(name, relation.many && isEmbed);
    const made = [
      readerName(this.modelName + outer, name, relation.kind),
      ...(isEmbed ? [this.modelName + suffix] : []),
    ];
    const taken = made.find((each) => this.#isTaken(each, [outer, field]));
    if (taken !== undefined) {
      this.#tell(field, taken, at());
      return;
    }
    if (!isEmbed) return;
    const schema = this.modelName + suffix;
    const other = this.schemas.get(schema) ?? this.modelName;
    this.schemas.set(schema, other);
    if (other !== this.modelName) {
      this.findings.report(at(), {
        code: 'definition-conflict',
        name,
        message: text`a relation of ${unquoted(other)} defines ${schema}, too`,
        fix: 'Rename one of the two.',
      });
    }
    const around = innerSuffix(this.modelName, suffix, this.models);
    for (const inner of relationsIn(relation.fields)) {
      const index = relation.fields.indexOf(inner);
      this.#checkField(inner, around, (...below) => at('fields', index, ...below));
    }
  }

  #tell({ name }: Field, taken: string, path: ConfigPath): void {
    this.findings.report(path, {
      code: 'definition-conflict',
      name,
      message: text`another relation of the resource defines ${taken}, too`,
      fix: 'Rename one of the two.',
    });
  }

  #isTaken(name: string, by: unknown): boolean {
    const told = JSON.stringify(by);
    const first = this.#seen.get(name);
    this.#seen.set(name, first ?? told);
    return first !== undefined && first !== told;
  }
}
