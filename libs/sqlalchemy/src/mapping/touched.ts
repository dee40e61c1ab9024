import { classesOf } from '../evaluate/mro.js';
import { lookupIn } from '../evaluate/names.js';
import type { ClassValue, Scope } from '../evaluate/values.js';
import type { Unknown } from '../facts.js';
import type { Modules, PythonModule } from '../modules/modules.js';
import { codeOf, wordsIn } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import { unknownAt } from './known.js';

/*
 * Code that may add attributes to classes in a way that is not followed: it makes the classes incomplete
 * that it names, by their words.
 */

/** What gives a class an attribute, where code says it. */
const MADE =
  '(?:\\w+\\.)*(?:Column|mapped_column|relationship|column_property|deferred|synonym|composite|query_expression)\\(';
const IS_MADE = new RegExp(`\\b${MADE}`);
/** `Article.total = column_property(…)`, `setattr(Article, …)`, `Article.__mapper__.add_property(…)` */
const TARGETS = new RegExp(
  `(?<![\\w.])(\\w+)\\.(?!_)\\w+\\s*=\\s*${MADE}|\\bsetattr\\(\\s*(\\w+)\\s*,|\\b(\\w+)(?:\\.\\w+)*\\.(?:add_property|append_column)\\(`,
  'g',
);
/** Most modules and functions do nothing of it. */
const MAY_ADD = new RegExp(`backref|setattr|add_property|append_column|\\.\\w+\\s*=\\s*${MADE}`);
/** The events of SQLAlchemy that come while classes are mapped. */
const MAPPING_EVENT =
  /["'](?:instrument_class|class_instrument|attribute_instrument|(?:before|after)_mapper_con\w+|mapper_con\w+|(?:before|after)_configured|(?:before|after)_parent_attach)["']/;

/** Statements that may change a class. */
const BLOCKS = /^(?:Assign|For|While|If|With|Try)Statement$/;

/** Some code that may add attributes. */
export interface Touch {
  readonly reason: Unknown;
  readonly words: ReadonlySet<string>;
  /** Whether it may be any class if it names none. */
  readonly anyClass: boolean;
  /** Whether it makes a backref: on the classes themselves, rather than on all that extend them. */
  readonly isBackref?: boolean;
}

interface Touched {
  /** How many modules were looked through. */
  done: number;
  readonly touches: Touch[];
  /** Functions that add attributes to what they are called with. */
  readonly functions: Set<string>;
  readonly calls: Touch[];
}

const all = new WeakMap<Modules, Touched>();

function touchedBy(session: Modules): Touched {
  let found = all.get(session);
  if (!found) {
    found = { done: 0, touches: [], functions: new Set(), calls: [] };
    all.set(session, found);
  }
  while (found.done < session.read.length) scan(session.read[found.done++]!, found);
  return found;
}

/** Why other code may add attributes to a class: it names the class, or one that this extends. */
export function touchesOf(
  cls: ClassValue,
  more: readonly Touch[],
  models: ReadonlySet<string>,
): Unknown[] {
  const { touches, functions, calls } = touchedBy(cls.module.all);
  const names = [...classesOf(cls).map(({ name }) => name), ...tableNames(cls)];
  const called = calls.filter(({ words }) => [...functions].some((name) => words.has(name)));
  const every = [...touches, ...more, ...called];
  const named = every.filter(({ words, isBackref }) =>
    isBackref ? words.has(cls.name) : names.some((name) => words.has(name)),
  );
  const general = every.filter(
    ({ words, anyClass }) => anyClass && ![...words].some((word) => models.has(word)),
  );
  return [...new Set(named.map(({ reason }) => reason)), ...inOne(general)];
}

/** One reason for all that name no class: there may be as many of these as there are classes. */
function inOne([first, ...others]: readonly Touch[]): Unknown[] {
  if (!first) return [];
  if (others.length === 0) return [first.reason];
  const more = others.length === 1 ? 'one other' : `${String(others.length)} others`;
  return [{ ...first.reason, unknown: `${first.reason.unknown}, and so may ${more}` }];
}

/** `__table__ = articles` */
function tableNames({ scope }: ClassValue): string[] {
  const [node] = scope.bindings?.names.get('__table__')?.at(-1)?.value?.nodes ?? [];
  return node?.name === 'VariableName' ? [scope.source.text.slice(node.from, node.to)] : [];
}

function scan(module: PythonModule, found: Touched): void {
  const { tree, source } = module;
  const { text } = source;
  const mayAdd = MAY_ADD.test(text);
  for (const statement of children(tree)) {
    const definition =
      statement.getChild('FunctionDefinition') ??
      statement.getChild('ClassDefinition') ??
      statement;
    if (definition.name === 'ClassDefinition') {
      const methods = mayAdd
        ? (definition.getChild('Body')?.getChildren('FunctionDefinition') ?? [])
        : [];
      for (const method of methods) ofFunction(method, method, module, found, true);
    } else if (definition.name === 'FunctionDefinition') {
      if (mayAdd) ofFunction(definition, statement, module, found, false);
    } else if (definition.firstChild?.name === 'CallExpression') {
      ofStatement(statement, module, found);
    } else if (mayAdd && BLOCKS.test(definition.name)) {
      ofStatement(statement, module, found);
    }
  }
}

/** The words in some code that may be a class: in texts and functions, too. */
function namesIn(code: string, scope: Scope): Set<string> {
  const words = [...wordsIn(code)].filter((word) => {
    const kind = scope.bindings?.names.has(word) ? lookupIn(scope, word)?.kind : undefined;
    return kind === undefined || kind === 'class' || kind === 'call';
  });
  return new Set(words);
}

/** What a statement outside of classes and functions does to something that is not simply a class. */
function ofStatement(node: SyntaxNode, { scope, source }: PythonModule, found: Touched): void {
  const code = codeOf(source.text.slice(node.from, node.to));
  const words = namesIn(code, scope);
  const touch = (isBackref: boolean, anyClass = false): Touch => {
    const origin = { source, offset: node.from };
    return {
      reason: unknownAt('code outside of the class may add attributes', origin),
      words,
      anyClass,
      isBackref,
    };
  };
  if (node.name === 'ExpressionStatement')
    found.calls.push({ ...touch(false), words: wordsIn(code) });
  const isAnything = (target: string | undefined) =>
    target !== undefined && lookupIn(scope, target)?.kind !== 'call';
  const isBackref = node.name === 'ExpressionStatement' && /\bbackref\b/.test(code);
  const changes = [...code.matchAll(TARGETS)].filter(([shown, set, given]) => {
    const target = lookupIn(scope, set ?? given ?? '')?.kind;
    // Attributes that are set on a class are read.
    if (set !== undefined) return target !== 'class';
    return !shown.startsWith('setattr') || target === 'class' || IS_MADE.test(code);
  });
  if (changes.length > 0)
    found.touches.push(
      touch(
        false,
        changes.some(([, , given, changed]) => isAnything(given ?? changed)),
      ),
    );
  else if (isBackref) found.touches.push(touch(true));
}

/** What a function does to classes that it names, or to all that an event or a loop gives it. */
function ofFunction(
  node: SyntaxNode,
  whole: SyntaxNode,
  { scope, source }: PythonModule,
  found: Touched,
  isMethod: boolean,
): void {
  const { text } = source;
  const code = codeOf(text.slice(whole.from, whole.to));
  if (!MAY_ADD.test(code)) return;
  const read = (child: SyntaxNode | null) => (child ? text.slice(child.from, child.to) : '');
  const name = read(node.getChild('VariableName'));
  const reason = unknownAt(`${name}() may add attributes`, { source, offset: node.from });
  const words = namesIn(code, scope);
  const parameters = wordsIn(read(node.getChild('ParamList')));
  const listens = text.matchAll(new RegExp(`\\blisten\\([^()]*\\b${name}\\b[^()]*\\)`, 'g'));
  const said = [code, ...[...listens].map(([call]) => call)].join('\n');
  for (const [, set, given, changed] of code.matchAll(TARGETS)) {
    const target = set ?? given ?? changed ?? '';
    const known = lookupIn(scope, target);
    if (parameters.has(target)) {
      if (isMethod) continue;
      if (IS_MADE.test(code) || changed !== undefined || given !== undefined)
        found.functions.add(name);
      if (MAPPING_EVENT.test(said))
        found.touches.push({ reason, words: namesIn(said, scope), anyClass: true });
    } else if (known?.kind === 'class') {
      found.touches.push({ reason, words: new Set([target]), anyClass: false });
    } else if (known === undefined && IS_MADE.test(code)) {
      // A local name: a class of a loop, perhaps, or a row that gets values.
      found.touches.push({ reason, words, anyClass: false });
    }
  }
  // A class inside of the function, or one that is mapped otherwise.
  if (
    /\bbackref\b/.test(code) &&
    /^\s*class\s|\btype\(|\bmap_imperatively\(|\badd_property\(/m.test(code)
  )
    found.touches.push({ reason, words, anyClass: true, isBackref: true });
}
