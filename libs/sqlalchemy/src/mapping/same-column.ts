import { append } from '../append.js';
import type { Call } from '../evaluate/values.js';
import { unknown } from '../evaluate/values.js';
import type { ColumnDefinition, Definition } from './members.js';

/**
 * `one = two = Column()` in the body of a class is one column: the first attribute names it in the table, and the
 * class has the last one only. What is set after the class is another attribute. SQLAlchemy copies the columns of a
 * mixin for each attribute, so these are not joined.
 */
export function joinNames(
  definitions: ReadonlyMap<string, Definition>,
  body: ReadonlyMap<string, unknown>,
): Map<string, Definition> {
  const byCall = new Map<Call, ColumnDefinition[]>();
  for (const one of definitions.values()) {
    if (one.kind === 'column' && one.call) append(byCall, one.call, one);
  }
  const joined = new Map<string, Definition>();
  for (const [name, one] of definitions) {
    const all = (one.kind === 'column' && one.call && byCall.get(one.call)) || [];
    const first = all[0];
    if (one.kind !== 'column' || all.length < 2 || !first) joined.set(name, one);
    else if (!body.has(name)) joined.set(name, { ...one, namedAfter: first.attribute });
    else if (one === first) {
      const found = join(all.filter(({ attribute }) => body.has(attribute)));
      joined.set(found.attribute, found);
    }
  }
  return joined;
}

/** Several names of one column as one attribute. */
function join(all: readonly ColumnDefinition[]): Definition {
  const first = all[0]!;
  const last = all.at(-1)!;
  const [annotated = last, another] = all.filter(({ annotation }) => annotation);
  const { annotation, written, wrapper } = annotated;
  if (another !== undefined || wrapper !== last.wrapper) {
    const names = `'${first.attribute}' and '${last.attribute}'`;
    const reason = unknown(`${names} are one column, of which both say something`, last.origin);
    return { ...last, kind: 'unclear', reason };
  }
  return { ...last, annotation, written, namedAfter: first.attribute };
}
