import { findMember, ownMembers } from '../evaluate/members.js';
import { classesOf, classKeyword } from '../evaluate/mro.js';
import { evaluateExpression } from '../evaluate/expressions.js';
import { frameOfCall, parametersOf } from '../evaluate/functions.js';
import type { ClassValue, FunctionValue, Value } from '../evaluate/values.js';
import { unknown } from '../evaluate/values.js';
import { collectBindings } from '../modules/bindings.js';
import { codeOf } from '../python/source.js';

/** What a base sets on the classes that extend it, before they are mapped: `cls.__tablename__ = …`. */
export function setByBase(cls: ClassValue, name: string): Value | undefined {
  for (const base of classesOf(cls)) {
    const hook = base === cls ? undefined : ownMembers(base).get('__init_subclass__')?.value;
    const value = hook?.kind === 'function' ? setByHook(hook, base, cls, name) : undefined;
    if (value) return value;
    const meta = base.node && classKeyword(base, 'metaclass');
    if (meta?.kind === 'class' && isSetByMetaclass(meta, name))
      return unknown(`the metaclass ${meta.name} sets ${name}`, cls.origin);
  }
  return undefined;
}

function setByHook(
  hook: FunctionValue,
  base: ClassValue,
  cls: ClassValue,
  name: string,
): Value | undefined {
  const { node, frame } = hook;
  const code = codeOf(frame.text.slice(node.from, node.to));
  // SQLAlchemy maps the class there; what comes later is too late.
  const [before = ''] = code.split(/\bsuper\(/, 1);
  if (!sets(before, name)) return undefined;
  const lost = unknown(`__init_subclass__ of ${base.name} sets ${name}`, cls.origin);
  const body = node.getChild('Body');
  const parameter = parametersOf(hook)[0]?.name;
  if (!body || parameter === undefined) return lost;
  const { assignments } = collectBindings(body.getChildren('AssignStatement'), frame.text);
  const statement = assignments.find(
    ({ target }) => frame.text.slice(target.from, target.to) === `${parameter}.${name}`,
  );
  if (!statement) return lost;
  return evaluateExpression(statement.value, frameOfCall(hook, new Map([[parameter, cls]])));
}

function isSetByMetaclass(meta: ClassValue, name: string): boolean {
  return ['__new__', '__init__'].some((method) => {
    const value = findMember(meta, method)?.value;
    if (value?.kind !== 'function') return false;
    const { node, frame } = value;
    return sets(codeOf(frame.text.slice(node.from, node.to)), name);
  });
}

/** Whether Python code sets an attribute or an entry by a name. */
function sets(code: string, name: string): boolean {
  return new RegExp(`(?:\\.${name}|\\[["']${name}["']\\])\\s*=[^=]|["']${name}["']\\s*,`).test(
    code,
  );
}
