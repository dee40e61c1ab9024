import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { nested } from '../runtime/budget.js';
import { escapeJson } from '../runtime/escape-json.js';
import { numberText } from '../runtime/number-text.js';
import { ObjectValue } from '../runtime/object.js';
import { toText } from '../runtime/to-text.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import { any, array, builtin, object } from './builtin.js';
import { entriesOf, valuesOf } from './walk.js';

/** INI, Python and XML text. */
export const manifestText = [
  builtin('manifestIni', [object('ini')], (ini) => {
    const main = ini.shape.index.has('main') ? pairs(ini.get('main')!) : [];
    const sections = entriesOf(section(ini.get('sections') ?? null)).flatMap(([name, body]) => [
      `[${name}]`,
      ...pairs(body),
    ]);
    return [...main, ...sections, ''].join('\n');
  }),
  builtin('manifestPython', [any('v')], toPython),
  builtin('manifestPythonVars', [object('conf')], (conf) =>
    [...entriesOf(conf).map(([name, value]) => `${name} = ${toPython(value)}`), ''].join('\n'),
  ),
  builtin('manifestXmlJsonml', [array('value')], toXml),
];

function section(value: Value): ObjectValue {
  if (value instanceof ObjectValue) return value;
  const found = article(typeOf(value));
  throw new Fault('type', `std.manifestIni: "sections" and "main" are objects, got ${found}`);
}

function pairs(body: Value): string[] {
  return entriesOf(section(body)).flatMap(([name, value]) =>
    (value instanceof ArrayValue ? valuesOf(value) : [value]).map(
      (item) => `${name} = ${toText(item)}`,
    ),
  );
}

function toPython(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return escapeJson(value);
  if (value instanceof ArrayValue) {
    return nested(() => `[${valuesOf(value).map(toPython).join(', ')}]`);
  }
  if (value instanceof ObjectValue) {
    const items = nested(() =>
      entriesOf(value).map(([name, item]) => `${escapeJson(name)}: ${toPython(item)}`),
    );
    return `{${items.join(', ')}}`;
  }
  throw new Fault('output', 'a function has no Python form');
}

/** JsonML: `[tag, {attributes}, ...children]`, the attributes optional, or a string. */
function toXml(value: Value): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof ArrayValue) || value.length === 0) {
    const found = article(typeOf(value));
    throw new Fault('type', `a JsonML element is a string or a non-empty array, got ${found}`);
  }
  return nested(() => {
    const [tag, ...rest] = valuesOf(value);
    const attributes = rest[0] instanceof ObjectValue ? rest.shift() : undefined;
    const written =
      attributes instanceof ObjectValue
        ? entriesOf(attributes).map(([name, item]) => ` ${name}="${toText(item)}"`)
        : [];
    const name = toText(tag!);
    return `<${name}${written.join('')}>${rest.map(toXml).join('')}</${name}>`;
  });
}
