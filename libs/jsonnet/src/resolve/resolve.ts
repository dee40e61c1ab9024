import { didYouMean } from '../did-you-mean.js';
import { Fault } from '../errors.js';
import type { SourceFile } from '../source.js';
import type {
  Assertion,
  Bind,
  Binary,
  Call,
  Clause,
  Expression,
  ForClause,
  FunctionLiteral,
  Node,
  ObjectComprehension,
  ObjectLiteral,
} from '../syntax/ast.js';
import type { FrameLayout } from './scope.js';
import { Scope } from './scope.js';

/**
 * Gives every variable of a file its slot at run time and finds what cannot mean anything: unknown
 * variables, names given twice, `self` outside an object. The answers are written into the tree.
 *
 * @returns the size of the file's own frame
 */
export function resolve(file: SourceFile, tree: Expression, faults: Fault[]): number {
  const scope = Scope.file();
  new Resolver(file, faults).visit(tree, scope);
  faults.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return scope.frame.size;
}

class Resolver {
  readonly #file: SourceFile;
  readonly #faults: Fault[];
  readonly #unknown = new Set<string>();

  constructor(file: SourceFile, faults: Fault[]) {
    this.#file = file;
    this.#faults = faults;
  }

  visit(node: Expression, scope: Scope): void {
    switch (node.kind) {
      case 'literal':
      case 'import':
        return;
      case 'variable': {
        const address = scope.find(node.name);
        if (address) node.address = address;
        else if (node.name !== 'std') this.#unknownVariable(node.name, node, scope);
        return;
      }
      case 'self':
        node.hops = this.#hops(node, 'self', scope.self, scope);
        return;
      case 'dollar':
        node.hops = this.#hops(node, '$', scope.outermost, scope);
        return;
      case 'superIndex':
      case 'inSuper':
        node.hops = this.#hops(node, 'super', scope.self, scope);
        return this.visit(node.index, scope);
      case 'array':
        for (const element of node.elements) this.visit(element, scope);
        return;
      case 'arrayComprehension':
        return this.#turns(node.clauses, scope, (turn) => this.visit(node.body, turn));
      case 'object':
        return this.#object(node, scope);
      case 'objectComprehension':
        return this.#objectComprehension(node, scope);
      case 'function':
        return this.#function(node, scope);
      case 'call':
        return this.#call(node, scope);
      case 'index':
        this.visit(node.target, scope);
        return this.visit(node.index, scope);
      case 'slice':
        this.visit(node.target, scope);
        for (const part of [node.from, node.to, node.step]) if (part) this.visit(part, scope);
        return;
      case 'local':
      case 'assert':
        return this.#prelude(node, scope);
      case 'conditional':
        return this.#conditional(node, scope);
      case 'unary':
        return this.visit(node.operand, scope);
      case 'binary':
        return this.#binary(node, scope);
      case 'error':
        return this.visit(node.message, scope);
    }
  }

  /** Walks a chain of `local` and `assert` without recursion: there may be thousands. */
  #prelude(node: Expression, scope: Scope): void {
    let rest = node;
    let inner = scope;
    for (;;) {
      if (rest.kind === 'local') {
        inner = inner.block();
        this.#binds(rest.binds, inner);
      } else if (rest.kind === 'assert') {
        this.#assertion(rest.assertion, inner);
      } else {
        return this.visit(rest, inner);
      }
      rest = rest.body;
    }
  }

  #binds(binds: readonly Bind[], scope: Scope): void {
    this.#distinct(binds, 'variable', (bind) => [bind.name, bind.nameNode]);
    for (const bind of binds) bind.slot = scope.declare(bind.name);
    for (const bind of binds) this.visit(bind.value, scope);
  }

  #assertion({ condition, message }: Assertion, scope: Scope): void {
    this.visit(condition, scope);
    if (message) this.visit(message, scope);
  }

  #conditional(node: Expression, scope: Scope): void {
    let rest: Expression | undefined = node;
    while (rest?.kind === 'conditional') {
      this.visit(rest.condition, scope);
      this.visit(rest.then, scope);
      rest = rest.else;
    }
    if (rest) this.visit(rest, scope);
  }

  /** Walks the left spine without recursion: a sum may have thousands of terms. */
  #binary(node: Binary, scope: Scope): void {
    let left: Expression = node;
    while (left.kind === 'binary') {
      this.visit(left.right, scope);
      left = left.left;
    }
    this.visit(left, scope);
  }

  /** Visits the clauses of a comprehension, then its body; only then the frames are complete. */
  #turns(clauses: readonly Clause[], scope: Scope, visitBody: (turn: Scope) => void): void {
    let inner = scope;
    const loops: [ForClause, FrameLayout][] = [];
    for (const clause of clauses) {
      if (clause.kind === 'if') {
        this.visit(clause.condition, inner);
        continue;
      }
      this.visit(clause.array, inner);
      inner = inner.inFrame(2);
      inner.declare(clause.name, 1);
      loops.push([clause, inner.frame]);
    }
    visitBody(inner);
    for (const [clause, frame] of loops) clause.frameSize = frame.size;
  }

  #object(node: ObjectLiteral, scope: Scope): void {
    const inside = scope.inObject(node.isReflexive);
    const fixed = node.fields.filter((field) => fixedName(field.name) !== undefined);
    this.#distinct(fixed, 'field', (field) => [fixedName(field.name)!, field.name]);
    for (const field of node.fields) this.visit(field.name, scope);
    this.#binds(node.locals, inside);
    for (const field of node.fields) this.visit(field.value, inside);
    for (const assertion of node.assertions) this.#assertion(assertion, inside);
    node.frameSize = inside.frame.size;
  }

  #objectComprehension(node: ObjectComprehension, scope: Scope): void {
    this.#turns(node.clauses, scope, (turn) => {
      this.visit(node.field.name, turn);
      const inside = turn.inObject(node.isReflexive);
      this.#binds(node.locals, inside);
      this.visit(node.field.value, inside);
      node.frameSize = inside.frame.size;
    });
  }

  #function(node: FunctionLiteral, scope: Scope): void {
    const inner = scope.inFrame(node.parameters.length + 1);
    this.#distinct(node.parameters, 'parameter', (parameter) => [parameter.name, parameter]);
    node.parameters.forEach((parameter, index) => inner.declare(parameter.name, index + 1));
    for (const parameter of node.parameters) {
      if (parameter.default) this.visit(parameter.default, inner);
    }
    this.visit(node.body, inner);
    node.frameSize = inner.frame.size;
  }

  #call(node: Call, scope: Scope): void {
    this.visit(node.callee, scope);
    this.#distinct(node.named, 'argument', (argument) => [argument.name, argument]);
    for (const argument of node.positional) this.visit(argument, scope);
    for (const argument of node.named) this.visit(argument.value, scope);
  }

  #hops(node: Node, word: string, frame: FrameLayout | undefined, scope: Scope): number {
    if (frame) return scope.frame.level - frame.level;
    this.#fault(node, `"${word}" outside of an object`, 'it speaks of the object around it');
    return 0;
  }

  #unknownVariable(name: string, node: Node, scope: Scope): void {
    if (this.#unknown.has(name)) return;
    this.#unknown.add(name);
    const hint = UNKNOWN_HINTS.get(name) ?? didYouMean(name, scope.names());
    this.#fault(node, `unknown variable "${name}"`, hint);
  }

  #distinct<T>(items: readonly T[], what: string, naming: (item: T) => [string, Node]): void {
    if (items.length < 2) return;
    const seen = new Map<string, Node>();
    for (const item of items) {
      const [name, node] = naming(item);
      const first = seen.get(name);
      if (first) {
        const { line } = this.#file.location(first.start, first.end);
        this.#fault(node, `the ${what} "${name}" is given twice`, `the first is on line ${line}`);
      } else {
        seen.set(name, node);
      }
    }
  }

  #fault({ start, end }: Node, problem: string, hint?: string): void {
    this.#faults.push(new Fault('static', problem, { file: this.#file, start, end }, hint));
  }
}

/** The name of a field that does not have to be computed. */
export function fixedName(name: Expression): string | undefined {
  return name.kind === 'literal' && typeof name.value === 'string' ? name.value : undefined;
}

const UNKNOWN_HINTS: ReadonlyMap<string, string> = new Map([
  ['undefined', 'the empty value is null'],
  ['nil', 'the empty value is null'],
  ['None', 'the empty value is null'],
  ['True', 'write true'],
  ['False', 'write false'],
  ['this', 'an object speaks of itself as self'],
  ['not', 'negation is !'],
  ['and', 'conjunction is &&'],
  ['or', 'disjunction is ||'],
]);
