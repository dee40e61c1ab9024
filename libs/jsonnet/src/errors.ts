import { codeFrame } from './code-frame.js';
import type { Location, Span } from './source.js';
import { locationOf } from './source.js';

/**
 * What went wrong, by family:
 *
 * - `syntax`: the text is not Jsonnet;
 * - `static`: it is, but cannot mean anything (an unknown variable, a field given twice);
 * - `import`: a file is missing, or is not valid UTF-8;
 * - `type`: an operator or function was given a value it does not take;
 * - `field`: an object or array has no such field or element;
 * - `assert`: an `assert` of the program failed;
 * - `error`: the program evaluated an `error` expression;
 * - `recursion`: a value needs itself, or `maxStack` is reached;
 * - `limit`: `maxSteps` or `maxMemory` is reached, or a value would be too large;
 * - `output`: the result holds something JSON has no form for, such as a function;
 * - `value`: anything else about a value (a bad format string, division by zero).
 */
export type ErrorKind =
  | 'syntax'
  | 'static'
  | 'import'
  | 'type'
  | 'field'
  | 'assert'
  | 'error'
  | 'recursion'
  | 'limit'
  | 'output'
  | 'value';

/** An option of `evaluate` that limits what a program may use. */
export type Limit = 'maxStack' | 'maxSteps' | 'maxMemory';

/** One step of the way from the top of the program to the place that failed. */
export interface TraceEntry {
  /** For example `function mk`, `field "url"`, `variable "port"`. */
  readonly description: string;
  readonly location: Location;
}

/** One thing that is wrong with the program. */
export interface Problem {
  readonly kind: ErrorKind;
  /** One line or, for a program's own message, what it says; without place or frame. */
  readonly problem: string;
  readonly location?: Location;
  /** The source line with the place underlined; '' when there is no place. */
  readonly frame: string;
  /** What to do about it, when that can be told. */
  readonly hint?: string;
  /** The option of `evaluate` that set the limit which the program went beyond. */
  readonly limit?: Limit;
  /** The calls and fields that led here, innermost first. Empty for syntax and static problems. */
  readonly trace: readonly TraceEntry[];
}

/**
 * The one error that `evaluate` throws for a defect of the program, its imports or its limits. The
 * structure is for tools; `message` is the same, rendered for people. Syntax and static problems
 * are found several at a time: the first is this error, the others are in `related`.
 */
export class JsonnetError extends Error implements Problem {
  override readonly name = 'JsonnetError';
  readonly kind: ErrorKind;
  readonly problem: string;
  readonly location?: Location;
  readonly frame: string;
  readonly hint?: string;
  readonly limit?: Limit;
  readonly trace: readonly TraceEntry[];
  readonly related: readonly Problem[];

  constructor(first: Problem, related: readonly Problem[] = [], cause?: unknown) {
    super(
      [first, ...related].map(renderProblem).join('\n\n'),
      cause === undefined ? {} : { cause },
    );
    this.kind = first.kind;
    this.problem = first.problem;
    if (first.location) this.location = first.location;
    this.frame = first.frame;
    if (first.hint !== undefined) this.hint = first.hint;
    if (first.limit !== undefined) this.limit = first.limit;
    this.trace = first.trace;
    this.related = related;
  }
}

/** A step of a fault's trace before its place is computed. */
export interface FaultStep {
  readonly description: string;
  readonly span: Span;
}

/**
 * A problem on its way up through the evaluator. It is not an `Error`: it needs no JavaScript stack,
 * and places are computed only once it leaves `evaluate` as a {@link JsonnetError}.
 */
export class Fault {
  readonly kind: ErrorKind;
  readonly problem: string;
  span: Span | undefined;
  hint: string | undefined;
  limit: Limit | undefined;
  readonly steps: FaultStep[] = [];
  /** Others that were found at the same time. */
  readonly related: Fault[] = [];
  cause: unknown;

  constructor(kind: ErrorKind, problem: string, span?: Span, hint?: string) {
    this.kind = kind;
    this.problem = problem;
    this.span = span;
    this.hint = hint;
  }
}

/** The public error for a fault and those found with it. */
export function jsonnetError(fault: Fault): JsonnetError {
  const related = fault.related.map(problemOf);
  return new JsonnetError(problemOf(fault), related, fault.cause);
}

function problemOf(fault: Fault): Problem {
  const { kind, problem, span, hint, limit } = fault;
  const advice = { ...(hint !== undefined && { hint }), ...(limit !== undefined && { limit }) };
  const trace = fault.steps.map((step) => ({
    description: step.description,
    location: locationOf(step.span),
  }));
  if (!span) return { kind, problem, frame: '', trace, ...advice };
  const location = locationOf(span);
  const frame = codeFrame(span.file.text, location);
  return { kind, problem, location, frame, trace, ...advice };
}

const TRACE_SHOWN = 24;

function renderProblem({ problem, location, frame, hint, trace }: Problem): string {
  const place = location ? `${location.file}:${location.line}:${location.column}: ` : '';
  const lines = [`${place}${problem}`];
  if (frame !== '') lines.push(frame);
  if (hint !== undefined) lines.push(`hint: ${hint}`);
  return [...lines, ...renderTrace(trace)].join('\n');
}

/** One line a step; of steps that repeat, as in a recursion, one line for all. */
function renderTrace(trace: readonly TraceEntry[]): string[] {
  const lines: { text: string; times: number }[] = [];
  for (const { description, location } of trace) {
    const text = `  in ${description} (${location.file}:${location.line}:${location.column})`;
    const last = lines.at(-1);
    if (last?.text === text) last.times++;
    else lines.push({ text, times: 1 });
  }
  const shown = lines.map(({ text, times }) => (times > 1 ? `${text}, ${times} times` : text));
  const left = shown.length - TRACE_SHOWN;
  if (left > 1) shown.splice(TRACE_SHOWN / 2, left, `  … ${left} more …`);
  return shown;
}
