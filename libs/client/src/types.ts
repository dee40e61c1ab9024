import {
  endType,
  typeRows,
  type ApiType,
  type ContractFilter,
  type ScalarType,
  type TypeScriptType,
} from '@rowhouse/fastapi';

import { literal } from './source.js';

/** Which way a value goes: what is sent may be written in more than one way. */
export type Direction = 'request' | 'response';

/** Writes types, and notes which of them have to be imported or declared. */
export class Types {
  /** The types of the runtime that are used. */
  readonly imported = new Set<string>();
  /** The enums that have a name, and their values. */
  readonly enums = new Map<string, readonly (string | number)[]>();
  /** The unions of bodies by their names, and their members. */
  readonly unions = new Map<string, readonly string[]>();

  /**
   * @param isBranded whether dates have types of their own.
   * @param taken names that no enum can have.
   */
  constructor(
    private readonly isBranded: boolean,
    private readonly taken: ReadonlySet<string>,
  ) {}

  /** The members of the union that a type is. */
  membersOf(type: ApiType, direction: Direction): readonly string[] {
    switch (type.kind) {
      case 'unknown':
        return ['unknown'];
      case 'schema':
        return [type.name];
      case 'nullable':
        return [...this.membersOf(type.type, direction), 'null'];
      case 'union':
        this.unions.set(
          type.name,
          type.of.flatMap((each) => this.membersOf(each, direction)),
        );
        return [type.name];
      case 'list':
        return [this.listOf(this.membersOf(type.items, direction))];
      case 'enum':
        return this.#enum(type.values, type.name);
      case 'scalar':
        return this.#scalar(type.type, direction).split(' | ');
    }
  }

  nameOf(type: ApiType, direction: Direction): string {
    return this.membersOf(type, direction).join(' | ');
  }

  /** The type of the operators of a field. */
  operatorsOf({ type, operators }: ContractFilter): string {
    if (operators.has('exists')) return this.#import('Existence');
    const value = this.nameOf(type, 'request');
    if (operators.has('icontains')) return this.#import('Texts');
    const name = operators.has('gt')
      ? 'Ordered'
      : operators.has('overlaps')
        ? 'Containers'
        : 'Equality';
    return `${this.#import(name)}<${value}>`;
  }

  private listOf(items: readonly string[]): string {
    return items.length === 1 ? `readonly ${items[0]}[]` : `readonly (${items.join(' | ')})[]`;
  }

  #enum(values: readonly (string | number)[], name: string | undefined): readonly string[] {
    if (name !== undefined && !this.taken.has(name)) {
      const declared = this.enums.get(name);
      if (declared === undefined || String(declared) === String(values)) {
        this.enums.set(name, values);
        return [name];
      }
    }
    return values.map(literal);
  }

  #scalar(type: ScalarType, direction: Direction): string {
    const end = endType(type);
    if (end !== undefined) {
      const range = this.#import(direction === 'request' ? 'RangeInput' : 'Range');
      return `${range}<${this.#scalar(end, direction)}>`;
    }
    const row: TypeScriptType = typeRows[type].typescript ?? { type: 'string' };
    if (this.isBranded && row.branded !== undefined) return this.#import(row.branded);
    if (row.isImported) return this.#import(row.type);
    return direction === 'request' ? (row.request ?? row.type) : row.type;
  }

  #import(name: string): string {
    this.imported.add(name);
    return name;
  }
}
