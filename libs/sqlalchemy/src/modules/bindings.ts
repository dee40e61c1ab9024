import { append } from '../append.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children, split } from '../python/syntax.js';

/** What must hold for a statement to run. */
export type Guard =
  | { readonly kind: 'if'; readonly condition: SyntaxNode; readonly holds: boolean }
  /** Runs when a module is there: it is behind its import in a `try`. */
  | { readonly kind: 'import'; readonly module: string }
  /** Runs when the body of a `try` fails. */
  | { readonly kind: 'except' }
  /** Runs any number of times, or perhaps. */
  | { readonly kind: 'loop' };

/** An expression, or several that commas join to a tuple. */
export interface Expression {
  readonly nodes: readonly SyntaxNode[];
  readonly tuple: boolean;
}

/** One statement that gives a name a value. */
export interface Binding {
  readonly name: string;
  readonly kind:
    | 'assign'
    | 'update'
    | 'annotation'
    | 'class'
    | 'function'
    | 'import'
    | 'type'
    | 'deleted'
    | 'opaque';
  readonly from: number;
  readonly node: SyntaxNode;
  readonly guards: readonly Guard[];
  readonly value?: Expression;
  readonly annotation?: SyntaxNode;
  /** Where in a tuple the value is: `a, b = pair`. */
  readonly index?: number;
  readonly decorators?: readonly SyntaxNode[];
  /** Of an import: the module (dots in front for a relative one), and the name in it. */
  readonly imported?: { readonly module: string; readonly name: string | undefined };
}

/** `target = value` where the target is no name: `Article.title = …`. */
export interface OutsideAssignment {
  readonly target: SyntaxNode;
  readonly value: Expression;
  readonly guards: readonly Guard[];
}

export interface StarImport {
  readonly module: string;
  readonly from: number;
  readonly guards: readonly Guard[];
}

/** What the statements of a module, class or function bind, in order. */
export interface Bindings {
  readonly names: Map<string, Binding[]>;
  readonly stars: StarImport[];
  readonly assignments: OutsideAssignment[];
  /** Calls as statements: `setattr(Article, …)`. */
  readonly calls: SyntaxNode[];
}

/** Blocks inside of blocks are followed this far; Python itself allows 100. */
const MAX_NESTING = 100;

/** Collects what statements bind. */
export function collectBindings(statements: readonly SyntaxNode[], text: string): Bindings {
  const found: Bindings = { names: new Map(), stars: [], assignments: [], calls: [] };
  for (const node of statements) visit(node, [], 0);
  return found;

  function walk(block: SyntaxNode, guards: readonly Guard[], depth: number): void {
    if (depth > MAX_NESTING) return;
    for (let node = block.firstChild; node; node = node.nextSibling) visit(node, guards, depth);
  }

  function visit(node: SyntaxNode, guards: readonly Guard[], depth: number): void {
    switch (node.name) {
      case 'AssignStatement':
        return assign(node, guards);
      case 'UpdateStatement': {
        const [target, , value] = children(node);
        if (target?.name === 'VariableName' && value) {
          add(target, 'update', node, guards, { value: one(value) });
        }
        return;
      }
      case 'DecoratedStatement': {
        const decorators = node.getChildren('Decorator');
        const definition = node.getChild('ClassDefinition') ?? node.getChild('FunctionDefinition');
        if (definition) define(definition, guards, decorators);
        return;
      }
      case 'ClassDefinition':
      case 'FunctionDefinition':
        return define(node, guards, []);
      case 'ImportStatement':
        return readImport(node, guards);
      case 'TypeDefinition': {
        const name = node.getChild('VariableName');
        const value = node.lastChild;
        if (name && value) {
          add(name, 'type', node, guards, { value: one(value) });
        }
        return;
      }
      case 'DeleteStatement':
        for (const target of node.getChildren('VariableName')) {
          add(target, 'deleted', node, guards);
        }
        return;
      case 'ExpressionStatement':
        if (node.firstChild?.name === 'CallExpression') found.calls.push(node.firstChild);
        return;
      case 'IfStatement':
        return branches(node, guards, depth);
      case 'TryStatement':
        return attempts(node, guards, depth);
      case 'WithStatement': {
        bindTargets(node, 'as', guards);
        const block = node.getChild('Body');
        if (block) walk(block, guards, depth + 1);
        return;
      }
      case 'ForStatement':
      case 'WhileStatement':
      case 'MatchStatement': {
        const inner: readonly Guard[] = [...guards, { kind: 'loop' }];
        if (node.name === 'ForStatement') bindTargets(node, 'for', inner);
        for (const block of [...node.getChildren('Body'), ...matchBodies(node)]) {
          walk(block, inner, depth + 1);
        }
        return;
      }
      case 'StatementGroup':
        return walk(node, guards, depth + 1);
      default:
    }
  }

  function add(
    target: SyntaxNode,
    kind: Binding['kind'],
    node: SyntaxNode,
    guards: readonly Guard[],
    more: Partial<Binding> = {},
  ): void {
    const name = read(target);
    append(found.names, name, { name, kind, from: node.from, node, guards, ...more });
  }

  function read(node: SyntaxNode): string {
    return text.slice(node.from, node.to);
  }

  function define(
    node: SyntaxNode,
    guards: readonly Guard[],
    decorators: readonly SyntaxNode[],
  ): void {
    const name = node.getChild('VariableName');
    if (!name) return;
    const kind = node.name === 'ClassDefinition' ? 'class' : 'function';
    add(name, kind, node, guards, { decorators });
  }

  function assign(node: SyntaxNode, guards: readonly Guard[]): void {
    const parts = children(node);
    const annotation = parts.find(({ name }) => name === 'TypeDef');
    const sides = split(
      parts.filter(({ name }) => name !== 'TypeDef'),
      'AssignOp',
    );
    if (annotation && sides.length === 1) {
      const target = sides[0]?.[0];
      if (target?.name !== 'VariableName') return;
      const type = annotation.lastChild ?? annotation;
      add(target, 'annotation', node, guards, { annotation: type });
      return;
    }
    const value = expression(sides.at(-1) ?? []);
    if (!value) return;
    for (const side of sides.slice(0, -1)) {
      const targets = side.filter(({ name }) => name !== ',');
      const unpacked = side.some(({ name }) => name === ',') || isList(targets[0]);
      if (unpacked) unpack(targets, value, node, guards);
      else if (targets[0])
        bind(targets[0], value, node, guards, annotation?.lastChild ?? undefined);
    }
  }

  function bind(
    target: SyntaxNode,
    value: Expression,
    node: SyntaxNode,
    guards: readonly Guard[],
    annotation?: SyntaxNode,
  ): void {
    if (target.name === 'VariableName') {
      add(target, 'assign', node, guards, annotation ? { value, annotation } : { value });
    } else if (target.name === 'MemberExpression') {
      found.assignments.push({ target, value, guards });
    }
  }

  function unpack(
    targets: readonly SyntaxNode[],
    value: Expression,
    node: SyntaxNode,
    guards: readonly Guard[],
  ): void {
    const flat = isList(targets[0]) ? names(targets[0]!) : targets;
    const starred = flat.some(({ name }) => name === '*');
    flat.forEach((target, index) => {
      if (target.name !== 'VariableName') return;
      if (starred) add(target, 'opaque', node, guards);
      else add(target, 'assign', node, guards, { value, index });
    });
  }

  function names(node: SyntaxNode): SyntaxNode[] {
    return children(node).filter(({ name }) => !/^[()[\],]$/.test(name));
  }

  function isList(node: SyntaxNode | undefined): boolean {
    return node?.name === 'TupleExpression' || node?.name === 'ArrayExpression';
  }

  function branches(node: SyntaxNode, guards: readonly Guard[], depth: number): void {
    const passed: Guard[] = [];
    let condition: SyntaxNode | undefined;
    for (const child of children(node)) {
      if (child.name === 'Body') {
        const own: Guard[] = condition ? [{ kind: 'if', condition, holds: true }] : [];
        walk(child, [...guards, ...passed, ...own], depth + 1);
        if (condition) passed.push({ kind: 'if', condition, holds: false });
        condition = undefined;
      } else if (!['if', 'elif', 'else'].includes(child.name)) {
        condition = child;
      }
    }
  }

  function attempts(node: SyntaxNode, guards: readonly Guard[], depth: number): void {
    const imported: Guard[] = [];
    let part = 'try';
    for (const child of children(node)) {
      if (['try', 'except', 'else', 'finally'].includes(child.name)) part = child.name;
      if (child.name !== 'Body') continue;
      if (part === 'except') walk(child, [...guards, { kind: 'except' }], depth + 1);
      else if (part === 'finally') walk(child, guards, depth + 1);
      else if (part === 'else') walk(child, [...guards, ...imported], depth + 1);
      else if (depth < MAX_NESTING) {
        for (let one = child.firstChild; one; one = one.nextSibling) {
          visit(one, [...guards, ...imported], depth + 1);
          const module = one.name === 'ImportStatement' ? importedModule(one) : undefined;
          if (module) imported.push({ kind: 'import', module });
        }
      }
    }
  }

  /** The module of `import a.b` or `from a.b import c`, by its first part; none for a relative import. */
  function importedModule(node: SyntaxNode): string | undefined {
    return /^(?:import|from)\s+(\w+)/.exec(read(node))?.[1];
  }

  function matchBodies(node: SyntaxNode): SyntaxNode[] {
    const clauses = node.getChild('MatchBody')?.getChildren('MatchClause') ?? [];
    return clauses.flatMap((clause) => clause.getChildren('Body'));
  }

  /** The names after `as` or between `for` and `in`: what they hold is not followed. */
  function bindTargets(node: SyntaxNode, after: 'as' | 'for', guards: readonly Guard[]): void {
    let open = false;
    for (const child of children(node)) {
      if (child.name === 'Body') return;
      if (child.name === after) open = true;
      else if (child.name === 'in') return;
      else if (open) {
        const targets = isList(child) ? names(child) : [child];
        for (const target of targets) {
          if (target.name !== 'VariableName') continue;
          add(target, 'opaque', node, guards);
        }
        if (after === 'as') open = false;
      }
    }
  }

  function readImport(node: SyntaxNode, guards: readonly Guard[]): void {
    const parts = children(node).filter(({ name }) => name !== '(' && name !== ')');
    const at = parts.findIndex(({ name }) => name === 'import');
    if (at < 0) return;
    const module = parts.slice(1, at).map(read).join('');
    const bindImport = (name: string, imported: NonNullable<Binding['imported']>) => {
      const base = { name, kind: 'import', from: node.from, node, guards } as const;
      append(found.names, name, { ...base, imported });
    };
    for (const part of split(parts.slice(at + 1), ',')) {
      const alias = part.findIndex(({ name }) => name === 'as');
      const path = (alias < 0 ? part : part.slice(0, alias)).map(read).join('');
      const name = alias < 0 ? undefined : part[alias + 1] && read(part[alias + 1]!);
      if (!path) continue;
      if (parts[0]?.name === 'from') {
        if (path === '*') found.stars.push({ module, from: node.from, guards });
        else bindImport(name ?? path, { module, name: path });
      } else if (name) {
        bindImport(name, { module: path, name: undefined });
      } else {
        // `import a.b` binds `a`; that `a.b` is there then, too, needs no binding.
        const top = path.split('.', 1)[0]!;
        bindImport(top, { module: top, name: undefined });
      }
    }
  }
}

function one(node: SyntaxNode): Expression {
  return { nodes: [node], tuple: false };
}

/** The expression that the nodes of one side make. */
export function expression(nodes: readonly SyntaxNode[]): Expression | undefined {
  const items = nodes.filter(({ name }) => name !== ',');
  if (items.length === 0) return undefined;
  return { nodes: items, tuple: items.length < nodes.length };
}
