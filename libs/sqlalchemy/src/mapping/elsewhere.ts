import { evaluate } from '../evaluate/expressions.js';
import { lookupIn } from '../evaluate/names.js';
import { frameOf } from '../evaluate/values.js';
import type { Value } from '../evaluate/values.js';
import type { PythonModule } from '../modules/module.js';
import type { Modules } from '../modules/modules.js';
import { codeOf } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import { unknownAt } from './known.js';
import type { Suspect } from './suspects.js';
import { namesIn, onlyClass, suspectsOf } from './suspects.js';

/** What gives a class an attribute, where code says it. */
const MADE =
  '(?:\\w+\\.)*(?:Column|mapped_column|relationship|relation|dynamic_loader|column_property|deferred|synonym|composite|query_expression)\\(';
const IS_MADE = new RegExp(`\\b${MADE}`);
/** `Article.total = column_property(…)` */
const SETS = new RegExp(`(?<![\\w.])(\\w+)\\.(?!_)\\w+\\s*=\\s*${MADE}`, 'g');
/** `setattr(Article, …)`, `Article.__mapper__.add_property(…)` */
const CHANGES = /\bsetattr\(\s*(\w+)|\b(\w+)(?:\.\w+)*\.(?:add_property|append_column)\(/g;
const ADDS = new RegExp(`${SETS.source}|\\b(?:add_property|append_column)\\(`);
/** Most modules and functions do nothing of it. */
const MAY_ADD = new RegExp(`backref|setattr|add_property|append_column|\\.\\w+\\s*=\\s*${MADE}`);
/** The events of SQLAlchemy that come while classes are mapped. */
const MAPPING_EVENT =
  /["'](?:instrument_class|class_instrument|attribute_instrument|(?:before|after)_mapper_con\w+|mapper_con\w+|(?:before|after)_configured|(?:before|after)_parent_attach)["']/;

/** How many modules were looked through. */
const looked = new WeakMap<Modules, number>();

/** Notes code of the modules that have been read which may add attributes to classes that it does not name as its target. */
export function noteAdditions(session: Modules): void {
  for (;;) {
    const count = looked.get(session) ?? 0;
    const module = session.read[count];
    if (!module) return;
    looked.set(session, count + 1);
    for (const suspect of suspectsIn(module)) suspectsOf(session).add(suspect);
  }
}

function suspectsIn(module: PythonModule): Suspect[] {
  const found = ofStatements(module);
  if (!MAY_ADD.test(module.source.text)) return found;
  return [...found, ...functionsIn(module).flatMap((one) => ofFunction(one, module))];
}

/** What statements outside of classes and functions do to something that is not simply a class. */
function ofStatements(module: PythonModule): Suspect[] {
  const { scope, source } = module;
  const { text } = source;
  const frame = frameOf(scope);
  const found: Suspect[] = [];
  const add = (node: SyntaxNode, isBackref: boolean) => {
    const whole = outermost(node);
    const reason = unknownAt('code outside of the class may add attributes', {
      source,
      offset: node.from,
    });
    const named = namesIn(text.slice(whole.from, whole.to), scope);
    found.push({ reason, named, anyClass: !isBackref, family: !isBackref });
  };
  for (const { target, value } of scope.bindings?.assignments ?? []) {
    const [base, dot] = children(target);
    const [first] = value.nodes;
    if (!base || dot?.name !== '.' || !first) continue;
    if (!IS_MADE.test(text.slice(first.from, first.to))) continue;
    if (base.name !== 'VariableName' || evaluate(base, frame).kind !== 'class') add(target, true);
  }
  for (const node of scope.bindings?.calls ?? []) {
    const code = codeOf(text.slice(node.from, node.to));
    const callee = node.firstChild;
    if (/^setattr\(/.test(code)) {
      const target = /^setattr\(\s*(\w+)\s*,/.exec(code)?.[1];
      const known = target === undefined ? undefined : lookupIn(scope, target);
      if (known?.kind !== 'class' && IS_MADE.test(code)) add(node, false);
    } else if (
      /\.(?:add_property|append_column)$/.test(text.slice(callee?.from ?? 0, callee?.to))
    ) {
      const target = lookupIn(scope, /^\w+/.exec(code)?.[0] ?? '');
      if (target?.kind !== 'class' && target?.kind !== 'call') add(node, false);
      else if (/\bbackref\b/.test(code)) add(node, true);
    } else if (/\bbackref\b/.test(code)) add(node, true);
    else if (callee && changesArguments(evaluate(callee, frame), code)) add(node, false);
  }
  return found;
}

/** Whether a function gives attributes to the classes that it is called with. */
function changesArguments(called: Value, call: string): boolean {
  if (called.kind !== 'function') return false;
  const { node, frame } = called;
  const code = codeOfFunction(node, frame.text);
  const parameters = parametersIn(node, frame.text);
  if (!targetsIn(code).some((target) => parameters.has(target))) return false;
  return ADDS.test(code) || IS_MADE.test(code + call);
}

/** A function of a module, or a method of a class there. */
interface Code {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly decorators: string;
  readonly inClass: boolean;
}

function functionsIn(module: PythonModule): Code[] {
  const { text } = module.source;
  const found: Code[] = [];
  const collect = (scope: PythonModule['scope'], inClass: boolean) => {
    for (const bindings of scope.bindings?.names.values() ?? []) {
      for (const { kind, name, node, decorators = [] } of bindings) {
        if (kind === 'function') {
          const said = decorators.map(({ from, to }) => text.slice(from, to)).join('\n');
          found.push({ name, node, decorators: said, inClass });
        } else if (kind === 'class' && !inClass) {
          const cls = lookupIn(module.scope, name);
          if (cls?.kind === 'class' && cls.module === module) collect(cls.scope, true);
        }
      }
    }
  };
  collect(module.scope, false);
  return found;
}

/** What a function does to classes that it names, or to all that an event or a loop gives it. */
function ofFunction({ name, node, decorators, inClass }: Code, module: PythonModule): Suspect[] {
  const { scope, source } = module;
  const code = codeOfFunction(node, source.text);
  if (!MAY_ADD.test(code)) return [];
  const found: Suspect[] = [];
  const reason = unknownAt(`${name}() may add attributes`, { source, offset: node.from });
  const all = namesIn(code, scope);
  const parameters = parametersIn(node, source.text);
  for (const target of targetsIn(code)) {
    const known = lookupIn(scope, target);
    if (parameters.has(target)) {
      const listened = inClass ? undefined : listenersOf(name, `${decorators}\n${code}`, module);
      if (listened !== undefined)
        found.push({ reason, named: namesIn(listened, scope), anyClass: true, family: true });
    } else if (known?.kind === 'class') {
      found.push({ reason, named: onlyClass(known), anyClass: false, family: true });
    } else if (known === undefined && IS_MADE.test(code)) {
      // A local name: a class of a loop, perhaps, or a row that gets values.
      found.push({ reason, named: all, anyClass: false, family: true });
    }
  }
  // A class inside of the function, or one that is mapped otherwise.
  if (
    /\bbackref\b/.test(code) &&
    /^\s*class\s|\btype\(|\bmap_imperatively\(|\bmapper\(|\badd_property\(/m.test(code)
  )
    found.push({ reason, named: all, anyClass: true, family: false });
  return found;
}

/** What `code` or `event.listen(Mapper, 'mapper_configured', grow)` says of the event that calls a function, if one of mapping does. */
function listenersOf(name: string, code: string, { source }: PythonModule): string | undefined {
  const calls = source.text.matchAll(new RegExp(`\\blisten\\([^()]*\\b${name}\\b[^()]*\\)`, 'g'));
  const said = [code, ...[...calls].map(([call]) => call)].filter((one) => MAPPING_EVENT.test(one));
  return said.length > 0 ? said.join('\n') : undefined;
}

/** The names of what gets attributes in some code. */
function targetsIn(code: string): string[] {
  const matches = [...code.matchAll(SETS), ...code.matchAll(CHANGES)];
  return [...new Set(matches.map(([, first, second]) => first ?? second ?? ''))];
}

function parametersIn(node: SyntaxNode, text: string): ReadonlySet<string> {
  const list = node.getChild('ParamList');
  return new Set(list ? text.slice(list.from, list.to).match(/\w+/g) : []);
}

function codeOfFunction(node: SyntaxNode, text: string): string {
  return codeOf(text.slice(node.from, node.to));
}

/** The statement of the module that something is in. */
function outermost(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.parent?.parent) at = at.parent;
  return at;
}
