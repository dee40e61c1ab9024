import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { reserveArray } from '../runtime/limits.js';
import { budget, checkLimits } from '../runtime/budget.js';
import type { Code, Frame, Slot } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import type { ArrayComprehension, ArrayLiteral, Clause } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';
import { notBoolean } from './control.js';

export function compileArray(compiler: Compiler, node: ArrayLiteral): Code {
  const elements = node.elements.map((element) => compiler.delay(element));
  const { length } = elements;
  const origins = [{ length, spans: (index: number) => compiler.span(node.elements[index]!) }];
  return (frame) => {
    const items = new Array<Slot>(length);
    for (let index = 0; index < length; index++) items[index] = elements[index]!(frame);
    return new ArrayValue(items, origins);
  };
}

export function compileArrayComprehension(compiler: Compiler, node: ArrayComprehension): Code {
  const body = compiler.delay(node.body);
  const turns = compileClauses(compiler, node.clauses);
  return (frame) => {
    const items: Slot[] = [];
    turns(frame, (turn) => {
      items.push(body(turn));
    });
    reserveArray(items.length);
    return new ArrayValue(items);
  };
}

/** Runs `visit` for each turn of a comprehension, with the frame of the turn. */
export type Turns = (frame: Frame, visit: (turn: Frame) => void) => void;

/** Compiles the `for` and `if` clauses of a comprehension. */
export function compileClauses(compiler: Compiler, clauses: readonly Clause[]): Turns {
  return clauses.reduceRight<Turns | undefined>(
    (rest, clause) =>
      clause.kind === 'for'
        ? compileFor(compiler, clause, rest)
        : compileIf(compiler, clause, rest),
    undefined,
  )!;
}

function compileFor(
  compiler: Compiler,
  clause: Clause & { kind: 'for' },
  rest: Turns | undefined,
): Turns {
  const array = compiler.compile(clause.array);
  const span = compiler.span(clause.array);
  const size = clause.frameSize!;
  return (frame, visit) => {
    const over = array(frame);
    if (!(over instanceof ArrayValue)) {
      const hint = typeOf(over) === 'object' ? 'std.objectFields lists its fields' : undefined;
      const found = article(typeOf(over));
      throw new Fault('type', `a comprehension runs over an array, got ${found}`, span, hint);
    }
    const { items, length } = over;
    for (let index = 0; index < length; index++) {
      if (++budget.steps > budget.nextCheck) checkLimits();
      const turn: Frame = new Array<Slot>(size);
      turn[0] = frame;
      turn[1] = items[index]!;
      if (rest) rest(turn, visit);
      else visit(turn);
    }
  };
}

function compileIf(
  compiler: Compiler,
  clause: Clause & { kind: 'if' },
  rest: Turns | undefined,
): Turns {
  const test = compiler.compile(clause.condition);
  const span = compiler.span(clause.condition);
  return (frame, visit) => {
    const holds = test(frame);
    if (holds === true) {
      if (rest) rest(frame, visit);
      else visit(frame);
    } else if (holds !== false) {
      throw notBoolean(holds, 'the condition of a comprehension', span);
    }
  };
}
