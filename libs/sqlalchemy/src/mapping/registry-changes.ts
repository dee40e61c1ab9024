import { evaluate } from '../evaluate/expressions.js';
import { stateOf } from '../evaluate/names.js';
import { frameOf } from '../evaluate/values.js';
import type { Origin, Value } from '../evaluate/values.js';
import type { PythonModule } from '../modules/module.js';
import type { Modules } from '../modules/modules.js';
import { children } from '../python/syntax.js';

/** What statements of modules change in registries and what they hold. */
export interface RegistryChanges {
  /** `reg.update_type_annotation_map({…})`; the target is a registry, or the class that has it. */
  readonly maps: { readonly target: Value; readonly map: Value; readonly origin: Origin }[];
  /** `metadata.schema = …` */
  readonly schemas: { readonly metadata: Value; readonly origin: Origin }[];
}

interface Index extends RegistryChanges {
  /** How many modules were looked through. */
  done: number;
}

const indexes = new WeakMap<Modules, Index>();

/** Looks through the modules that have been read so far. */
export function registryChanges(session: Modules): RegistryChanges {
  let index = indexes.get(session);
  if (!index) {
    index = { done: 0, maps: [], schemas: [] };
    indexes.set(session, index);
  }
  while (index.done < session.read.length) scan(session.read[index.done++]!, index);
  return index;
}

function scan(module: PythonModule, { maps, schemas }: Index): void {
  const { scope, source } = module;
  const frame = frameOf(scope);
  const { text } = source;
  for (const node of scope.bindings?.calls ?? []) {
    const callee = node.firstChild;
    if (!callee || !text.slice(callee.from, callee.to).endsWith('.update_type_annotation_map'))
      continue;
    const made = evaluate(node, frame);
    if (made.kind !== 'call' || made.callee.kind !== 'attribute' || !made.args[0]) continue;
    const { base } = made.callee;
    // `Base.registry`, which SQLAlchemy makes
    const target = base.kind === 'attribute' && base.name === 'registry' ? base.base : base;
    maps.push({ target, map: made.args[0], origin: { source, offset: node.from } });
  }
  for (const { target, guards } of scope.bindings?.assignments ?? []) {
    const [base, dot, name] = children(target);
    if (!base || dot?.name !== '.' || !name || text.slice(name.from, name.to) !== 'schema')
      continue;
    if (stateOf(guards, scope) === 'no') continue;
    schemas.push({ metadata: evaluate(base, frame), origin: { source, offset: target.from } });
  }
}
