import { budget, tooDeep } from '../runtime/budget.js';
import { Thunk } from '../runtime/thunk.js';
import type { Code, DelayedCode, Slot } from '../runtime/value.js';
import { Body } from '../runtime/value.js';
import type { SourceFile, Span } from '../source.js';
import type { Expression, Node } from '../syntax/ast.js';
import { compileArray, compileArrayComprehension } from './arrays.js';
import { compileBinary, compileUnary } from './operators.js';
import { compileCall } from './calls.js';
import { compileConditional, compileError, compilePrelude } from './control.js';
import { compileFunction } from './functions.js';
import {
  compileIndex,
  compileInSuper,
  delayElement,
  compileSlice,
  compileSuperIndex,
} from './indexing.js';
import { compileObject, compileObjectComprehension } from './objects.js';
import type { Program } from './program.js';
import { compileSelf, compileVariable, delayVariable } from './variables.js';

/** Nested expressions recurse on JavaScript's stack; every so many levels count as one of depth. */
const LEVELS_COUNTED = 12;

/** Turns the resolved tree of a file into closures. */
export class Compiler {
  readonly file: SourceFile;
  readonly program: Program;
  #level = 0;

  constructor(file: SourceFile, program: Program) {
    this.file = file;
    this.program = program;
  }

  /**
   * Compiles an expression.
   *
   * @param isTail whether its value is the value of a function's body: a tail-strict call there is
   * left to the function's caller
   */
  compile(node: Expression, isTail = false): Code {
    this.#level++;
    const code = this.#dispatch(node, isTail);
    this.#level--;
    return this.#level % LEVELS_COUNTED === LEVELS_COUNTED - 1 ? counted(code) : code;
  }

  /** Compiles an expression that starts on a stack level of its own. */
  compileApart(node: Expression, isTail: boolean): Code {
    const level = this.#level;
    this.#level = 0;
    const code = this.compile(node, isTail);
    this.#level = level;
    return code;
  }

  /** The same, on the first run. */
  compileLate(node: Expression, isTail = false): Body {
    return Body.compiledLate(() => this.compileApart(node, isTail));
  }

  /** Compiles an expression whose value may never be needed. */
  delay(node: Expression): DelayedCode {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'variable':
        return node.address ? delayVariable(this, node, node.address) : this.compile(node);
      case 'self':
      case 'dollar':
      case 'function':
      case 'array':
        return this.compile(node);
      case 'object':
        if (node.fields.every(({ name }) => name.kind === 'literal')) return this.compile(node);
        break;
      case 'index':
        if (node.target.kind === 'variable' && node.index.kind === 'variable') {
          const [target, index] = [node.target.address, node.index.address];
          if (target && index) return delayElement(target, index, this.compileLate(node));
        }
        break;
      default:
    }
    const body = this.compileLate(node);
    return (frame): Slot => new Thunk(body, frame);
  }

  span({ start, end }: Node): Span {
    return { file: this.file, start, end };
  }

  #dispatch(node: Expression, isTail: boolean): Code {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'variable':
        return compileVariable(this, node);
      case 'self':
      case 'dollar':
        return compileSelf(node.hops!);
      case 'superIndex':
        return compileSuperIndex(this, node);
      case 'inSuper':
        return compileInSuper(this, node);
      case 'import': {
        const { form, specifier } = node;
        const span = this.span(node);
        return () => this.program.import(form, specifier, this.file, span);
      }
      case 'array':
        return compileArray(this, node);
      case 'arrayComprehension':
        return compileArrayComprehension(this, node);
      case 'object':
        return compileObject(this, node);
      case 'objectComprehension':
        return compileObjectComprehension(this, node);
      case 'function':
        return compileFunction(this, node);
      case 'call':
        return compileCall(this, node, isTail);
      case 'index':
        return compileIndex(this, node);
      case 'slice':
        return compileSlice(this, node);
      case 'local':
      case 'assert':
        return compilePrelude(this, node, isTail);
      case 'conditional':
        return compileConditional(this, node, isTail);
      case 'unary':
        return compileUnary(this, node);
      case 'binary':
        return compileBinary(this, node);
      case 'error':
        return compileError(this, node);
    }
  }
}

function counted(code: Code): Code {
  return (frame) => {
    if (++budget.depth > budget.maxStack) throw tooDeep();
    const value = code(frame);
    budget.depth--;
    return value;
  };
}
