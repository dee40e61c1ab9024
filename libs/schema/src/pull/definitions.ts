import { closes, NAME, NAMES, namesOf, split, unquote } from './definition-text.js';

/** Reads the definitions of constraints and indexes, as PostgreSQL writes them. */

/** The columns of a plain primary key; `undefined` for one with more to it. */
export function primaryKeyColumns(definition: string): string[] | undefined {
  const match = new RegExp(`^PRIMARY KEY \\((${NAMES})\\)$`).exec(definition);
  return match ? namesOf(match[1]!) : undefined;
}

export interface UniqueDefinition {
  readonly columns: readonly string[];
  readonly nullsNotDistinct: boolean;
}

/** A plain unique constraint. */
export function uniqueDefinition(definition: string): UniqueDefinition | undefined {
  const match = new RegExp(`^UNIQUE (NULLS NOT DISTINCT )?\\((${NAMES})\\)$`).exec(definition);
  return match
    ? { columns: namesOf(match[2]!), nullsNotDistinct: match[1] !== undefined }
    : undefined;
}

/** The expression of a plain check. */
export function checkExpression(definition: string): string | undefined {
  if (!definition.startsWith('CHECK (') || !definition.endsWith(')')) return undefined;
  return closes(definition, 'CHECK '.length) === definition.length - 1
    ? withoutParentheses(definition.slice('CHECK '.length))
    : undefined;
}

export interface ForeignKeyDefinition {
  readonly columns: readonly string[];
  readonly schema: string;
  readonly table: string;
  readonly foreignColumns: readonly string[];
  readonly onUpdate: string | undefined;
  readonly onDelete: string | undefined;
}

/** A plain foreign key. */
export function foreignKeyDefinition(definition: string): ForeignKeyDefinition | undefined {
  const action = 'CASCADE|RESTRICT|SET NULL|SET DEFAULT';
  const match = new RegExp(
    `^FOREIGN KEY \\((${NAMES})\\) REFERENCES (${NAME})\\.(${NAME})\\((${NAMES})\\)` +
      `(?: ON UPDATE (${action}))?(?: ON DELETE (${action}))?$`,
  ).exec(definition);
  if (!match) return undefined;
  const [, columns, schema, table, foreignColumns, onUpdate, onDelete] = match;
  return {
    columns: namesOf(columns!),
    schema: unquote(schema!),
    table: unquote(table!),
    foreignColumns: namesOf(foreignColumns!),
    onUpdate: onUpdate?.toLowerCase(),
    onDelete: onDelete?.toLowerCase(),
  };
}

export interface IndexDefinition {
  readonly isUnique: boolean;
  readonly method: string;
  readonly elements: readonly IndexElement[];
  readonly where: string | undefined;
}

/** A column with its order, or an expression. */
export type IndexElement =
  | { readonly expression: string }
  | {
      readonly column: string;
      readonly opClass: string | undefined;
      readonly isDescending: boolean;
      readonly nulls: 'first' | 'last';
    };

/** A plain index. */
export function indexDefinition(definition: string): IndexDefinition | undefined {
  const head = new RegExp(
    `^CREATE (UNIQUE )?INDEX ${NAME} ON (?:ONLY )?${NAME}\\.${NAME} USING ([a-z]+) (?=\\()`,
  ).exec(definition);
  if (!head) return undefined;
  const open = head[0].length;
  const close = closes(definition, open);
  if (close === undefined) return undefined;
  const rest = definition.slice(close + 1);
  if (rest !== '' && !rest.startsWith(' WHERE (')) return undefined;
  const elements = split(definition.slice(open + 1, close)).map(indexElement);
  if (!elements.every((element) => element !== undefined)) return undefined;
  return {
    isUnique: head[1] !== undefined,
    method: head[2]!,
    elements,
    where: rest === '' ? undefined : withoutParentheses(rest.slice(' WHERE '.length)),
  };
}

function indexElement(text: string): IndexElement | undefined {
  const column = new RegExp(
    `^(${NAME})(?: (?!ASC|DESC|NULLS|COLLATE)(${NAME}))?( DESC)?(?: NULLS (FIRST|LAST))?$`,
  ).exec(text);
  if (column) {
    const [, name, opClass, descending, nulls] = column;
    const isDescending = descending !== undefined;
    return {
      column: unquote(name!),
      opClass: opClass === undefined ? undefined : unquote(opClass),
      isDescending,
      nulls:
        (nulls?.toLowerCase() as 'first' | 'last' | undefined) ?? (isDescending ? 'first' : 'last'),
    };
  }
  const call = new RegExp(`^(?:${NAME}(?:\\.${NAME})?)?(?=\\()`).exec(text);
  if (!call || closes(text, call[0].length) !== text.length - 1) return undefined;
  return { expression: withoutParentheses(text) };
}

/** An expression without parentheses around the whole of it. */
export function withoutParentheses(expression: string): string {
  return expression.startsWith('(') && closes(expression, 0) === expression.length - 1
    ? withoutParentheses(expression.slice(1, -1))
    : expression;
}
