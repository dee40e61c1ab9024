import type pg from 'pg';

/** An error of PostgreSQL, or of another kind. */
type Refusal = Error &
  Partial<
    Pick<pg.DatabaseError, 'detail' | 'hint' | 'position' | 'internalPosition' | 'internalQuery'>
  >;

/** What PostgreSQL adds to the message of an error: what it found, and what may help. */
export function notesOf({ detail, hint }: Refusal): string[] {
  return [detail, hint].filter((note) => note !== undefined).filter((note) => note !== '');
}

/** A statement that PostgreSQL refuses, with a caret below the place that it names, if it names one. */
export function refusedFrame(statement: string, error: Refusal): string {
  const at = placeIn(statement, error);
  if (at === undefined) return statement;
  const end = statement.indexOf('\n', at);
  const caret = caretBelow(statement, at);
  if (end < 0) return `${statement}\n${caret}`;
  return `${statement.slice(0, end)}\n${caret}${statement.slice(end)}`;
}

/** A line with a caret, to stand below the line of a place. */
export function caretBelow(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return `${before.replaceAll(/[^\t]/g, ' ')}^`;
}

/** PostgreSQL names a place in the statement, or in the body of the function that the statement creates. */
function placeIn(
  statement: string,
  { position, internalPosition, internalQuery }: Refusal,
): number | undefined {
  if (position !== undefined) return offsetOf(statement, Number(position));
  if (internalQuery === undefined) return undefined;
  const body = statement.indexOf(internalQuery);
  return body < 0 ? undefined : body + offsetOf(internalQuery, Number(internalPosition));
}

/** PostgreSQL counts characters from 1, JavaScript counts UTF-16 units from 0. */
export function offsetOf(text: string, position: number): number {
  return [...text].slice(0, position - 1).join('').length;
}
