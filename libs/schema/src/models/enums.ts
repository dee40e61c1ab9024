import { docstring, literal, symbol, type PythonSymbol } from '@rowhouse/python';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { QualifiedName } from '../sql/identifier.js';
import { enumOf, type EnumType } from '../table/column-ddl.js';
import { ENUM_VALUES, shared } from './home.js';
import { enumName, memberName, takeName } from './names.js';

/** The enum types of columns as classes of a module. */
export class EnumClasses {
  readonly #classes = new Map<string, { readonly type: EnumType; readonly name: string }>();

  /** @param taken Names of the module, to which those of the classes are added. */
  constructor(columns: Iterable<PgColumn>, taken: Set<string>) {
    for (const column of columns) {
      const type = enumOf(column);
      if (!type || this.#classes.has(keyOf(type))) continue;
      const wanted = enumName(type.name);
      const name = takeName(taken, wanted, `${enumName(type.schema)}${wanted}`, `${wanted}Enum`);
      this.#classes.set(keyOf(type), { type, name });
    }
  }

  /** The class of an enum type. */
  symbolOf(type: QualifiedName): PythonSymbol {
    return shared(this.#classes.get(keyOf(type))!.name);
  }

  /** The type of a column with values of an enum. */
  columnType(type: QualifiedName): string {
    const schema = type.schema === 'public' ? '' : `, schema=${literal(type.schema)}`;
    return `${symbol('sqlalchemy', 'Enum')}(${this.symbolOf(type)}, name=${literal(type.name)}${schema}, values_callable=${shared(ENUM_VALUES)})`;
  }

  /** Names of the classes. */
  names(): readonly string[] {
    return [...this.#classes.values()].map(({ name }) => name);
  }

  /** The classes, and the function that tells SQLAlchemy to store their values. */
  *sections(): Generator<string> {
    for (const { type, name } of this.#classes.values()) yield enumClass(name, type);
    if (this.#classes.size > 0) yield values;
  }
}

function keyOf({ schema, name }: QualifiedName): string {
  return JSON.stringify([schema, name]);
}

function enumClass(name: string, { name: type, values }: EnumType): string {
  const taken = new Set<string>();
  const members = values.map(
    (value) => `    ${takeName(taken, memberName(value))} = ${literal(value)}`,
  );
  return [
    `class ${name}(${symbol('enum', 'StrEnum')}):`,
    `    ${docstring(`The values of the type ${type}.`, 4)}`,
    '',
    ...members,
  ].join('\n');
}

const values = `
def ${ENUM_VALUES}(members: type[${symbol('enum', 'StrEnum')}]) -> list[str]:
    """Returns the values of an enum, which the database stores."""
    return [member.value for member in members]
`;
