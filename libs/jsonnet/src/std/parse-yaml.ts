import { tick } from '../runtime/machine.js';
import { objectOf } from '../runtime/native-object.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { builtin, string } from './builtin.js';
import { nested } from './walk.js';
import type { YamlData } from './yaml/document.js';
import { parseDocument } from './yaml/document.js';

/** Values from YAML text. */
export const parseYaml = [
  builtin('parseYaml', [string('str')], (text) => {
    tick(text.length);
    const { documents, isStream } = splitStream(text.replaceAll('\r\n', '\n'));
    const values = documents.map(({ text: document, line }) =>
      fromYaml(parseDocument(document, line)),
    );
    return isStream ? new ArrayValue(values) : values[0]!;
  }),
];

interface SplitDocument {
  readonly text: string;
  readonly line: number;
}

/** Cuts a stream at its `---` lines; with one of them, it is a stream and its value an array. */
function splitStream(text: string): { documents: SplitDocument[]; isStream: boolean } {
  const documents: SplitDocument[] = [];
  let lines: string[] = [];
  let start = 1;
  let isStream = false;
  const finish = (next: number): void => {
    documents.push({ text: lines.join('\n'), line: start });
    lines = [];
    start = next;
  };
  text.split('\n').forEach((line, index) => {
    if (/^---(?:\s|$)/.test(line)) {
      const isPrologue = !isStream && lines.every((before) => /^\s*(?:#.*)?$|^%/.test(before));
      if (isPrologue) lines = [];
      else finish(index + 1);
      isStream = true;
      lines.push(`   ${line.slice(3)}`);
    } else if (!/^\.\.\.(?:\s|$)/.test(line)) {
      lines.push(line);
    }
  });
  finish(0);
  return { documents, isStream };
}

function fromYaml(data: YamlData): Value {
  if (Array.isArray(data)) return nested(() => new ArrayValue(data.map(fromYaml)));
  if (data instanceof Map) {
    return nested(() => objectOf(Array.from(data, ([name, item]) => [name, fromYaml(item)])));
  }
  return data;
}
