import { enumMembers, isOpenEnum } from '../classes/enums.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import { evaluate } from './evaluate.js';
import { originOf } from './names.js';
import type { Frame, Scope } from './scope.js';
import { truth } from './truth.js';
import type { Sequence, Value } from './values.js';
import { sequence, unknown } from './values.js';

/** Longer lists are not followed. */
const MAX_ITEMS = 10_000;

/** `[member.value for member in Status if …]`, and the like with other brackets. */
export function comprehension(node: SyntaxNode, frame: Frame): Value {
  const origin = originOf(frame, node);
  const cannot = unknown('this kind of comprehension is not evaluated', origin);
  const parts = children(node).filter(({ name }) => !/^[()[\]{}]$/.test(name));
  const at = parts.findIndex(({ name }) => name === 'for');
  const inside = parts.findIndex(({ name }) => name === 'in');
  const result = parts.slice(0, at);
  const targets = parts.slice(at + 1, inside).flatMap(targetNames);
  const [over, ...rest] = parts.slice(inside + 1);
  if (at < 1 || !over || rest.some(({ name }) => name === 'for')) return cannot;
  const list = iterate(evaluate(over, frame));
  if (!list || list.open || list.items.length > MAX_ITEMS) return cannot;
  const condition = rest[0]?.name === 'if' ? rest[1] : undefined;
  const rows: Value[][] = [];
  for (const item of list.items) {
    const inner = innerFrame(frame, targets, item);
    if (!inner) return cannot;
    const kept = condition ? truth(evaluate(condition, inner)) : true;
    if (kept === undefined) return cannot;
    if (kept)
      rows.push(result.filter(({ name }) => name !== ':').map((part) => evaluate(part, inner)));
  }
  if (node.name === 'DictionaryComprehensionExpression') {
    return {
      kind: 'dict',
      entries: rows.map(([key, value]) => [key!, value!] as const),
      open: false,
    };
  }
  return sequence(
    rows.map(([value]) => value!),
    node.name.startsWith('Set') ? 'set' : 'list',
  );

  function targetNames(target: SyntaxNode): string[] {
    if (target.name === 'VariableName') return [frame.text.slice(target.from, target.to)];
    return target.name === 'TupleExpression' ? children(target).flatMap(targetNames) : [];
  }
}

function innerFrame(frame: Frame, targets: readonly string[], item: Value): Frame | undefined {
  let values: readonly Value[] = [item];
  if (targets.length > 1) {
    if (item.kind !== 'sequence' || item.items.length !== targets.length) return undefined;
    values = item.items;
  }
  const locals = new Map(targets.map((name, index) => [name, values[index]!] as const));
  const scope: Scope = {
    ...frame.scope,
    kind: 'function',
    parent: frame.scope,
    bindings: undefined,
    locals,
  };
  return { ...frame, scope };
}

/** What a `for` runs over. */
export function iterate(value: Value): Sequence | undefined {
  switch (value.kind) {
    case 'sequence':
      return value;
    case 'dict':
      return { ...sequence(value.entries.map(([key]) => key)), open: value.open };
    case 'constant':
      return typeof value.value === 'string'
        ? sequence([...value.value].map((letter) => ({ kind: 'constant', value: letter })))
        : undefined;
    case 'class': {
      const members = enumMembers(value);
      return members.length > 0 ? { ...sequence(members), open: isOpenEnum(value) } : undefined;
    }
    default:
      return undefined;
  }
}
