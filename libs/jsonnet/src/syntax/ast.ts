/** Offsets of a node in its file. */
export interface Node {
  readonly start: number;
  readonly end: number;
}

/** Where the resolver put a variable: how many frames out, and the slot there. */
export interface Address {
  readonly hops: number;
  readonly slot: number;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}
export interface Variable extends Node {
  readonly kind: 'variable';
  readonly name: string;
  /** Set by the resolver: where its value is at run time; undefined for the standard library. */
  address?: Address;
}
export interface Self extends Node {
  readonly kind: 'self';
  /** Set by the resolver: how many frames out its object's frame is. */
  hops?: number;
}
export interface Dollar extends Node {
  readonly kind: 'dollar';
  hops?: number;
}
/** `super.name` or `super[index]`. */
export interface SuperIndex extends Node {
  readonly kind: 'superIndex';
  readonly index: Expression;
  hops?: number;
}
/** `name in super`. */
export interface InSuper extends Node {
  readonly kind: 'inSuper';
  readonly index: Expression;
  hops?: number;
}
export interface Import extends Node {
  readonly kind: 'import';
  readonly form: 'import' | 'importstr' | 'importbin';
  readonly specifier: string;
}
export interface ArrayLiteral extends Node {
  readonly kind: 'array';
  readonly elements: readonly Expression[];
}
export interface ForClause extends Node {
  readonly kind: 'for';
  readonly name: string;
  readonly nameNode: Node;
  readonly array: Expression;
  /** Set by the resolver: the size of the frame of one turn; the variable is in its slot 1. */
  frameSize?: number;
}
export interface IfClause extends Node {
  readonly kind: 'if';
  readonly condition: Expression;
}
export type Clause = ForClause | IfClause;
export interface ArrayComprehension extends Node {
  readonly kind: 'arrayComprehension';
  readonly body: Expression;
  readonly clauses: readonly Clause[];
}

/** `:` inherits, `::` hides, `:::` shows. */
export type Visibility = ':' | '::' | ':::';

export interface Field extends Node {
  readonly name: Expression;
  /** Whether the name stands in brackets. */
  readonly isComputed: boolean;
  readonly visibility: Visibility;
  /** Whether it adds to the inherited field: `+:`. */
  readonly extends: boolean;
  readonly value: Expression;
}
export interface Assertion extends Node {
  readonly condition: Expression;
  readonly message: Expression | undefined;
}
export interface Bind extends Node {
  readonly name: string;
  readonly nameNode: Node;
  readonly value: Expression;
  /** Set by the resolver: the slot of the current frame that holds it. */
  slot?: number;
}
export interface ObjectLiteral extends Node {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  readonly locals: readonly Bind[];
  readonly assertions: readonly Assertion[];
  /**
   * Whether its inside speaks of the object: `self`, `super`, `$`, a local or an assertion. Only
   * then it needs a frame of its own.
   */
  readonly isReflexive: boolean;
  frameSize?: number;
}
export interface ObjectComprehension extends Node {
  readonly kind: 'objectComprehension';
  readonly field: Field;
  readonly locals: readonly Bind[];
  readonly clauses: readonly Clause[];
  readonly isReflexive: boolean;
  frameSize?: number;
}
export interface Parameter extends Node {
  readonly name: string;
  readonly default: Expression | undefined;
}
export interface FunctionLiteral extends Node {
  readonly kind: 'function';
  /** The name it is bound to, for traces. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
  /** Set by the resolver: the size of the frame of one call; parameter i is in its slot i + 1. */
  frameSize?: number;
}
export interface NamedArgument extends Node {
  readonly name: string;
  readonly value: Expression;
}
export interface Call extends Node {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly positional: readonly Expression[];
  readonly named: readonly NamedArgument[];
  readonly isTailStrict: boolean;
}
export interface Index extends Node {
  readonly kind: 'index';
  readonly target: Expression;
  readonly index: Expression;
}
export interface Slice extends Node {
  readonly kind: 'slice';
  readonly target: Expression;
  readonly from: Expression | undefined;
  readonly to: Expression | undefined;
  readonly step: Expression | undefined;
}
export interface Local extends Node {
  readonly kind: 'local';
  readonly binds: readonly Bind[];
  readonly body: Expression;
}
export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly else: Expression | undefined;
}
export type UnaryOperator = '!' | '-' | '+' | '~';
export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}
export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | 'in'
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';
export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}
export interface Assert extends Node {
  readonly kind: 'assert';
  readonly assertion: Assertion;
  readonly body: Expression;
}
export interface ErrorExpression extends Node {
  readonly kind: 'error';
  readonly message: Expression;
}

export type Expression =
  | Literal
  | Variable
  | Self
  | Dollar
  | SuperIndex
  | InSuper
  | Import
  | ArrayLiteral
  | ArrayComprehension
  | ObjectLiteral
  | ObjectComprehension
  | FunctionLiteral
  | Call
  | Index
  | Slice
  | Local
  | Conditional
  | Unary
  | Binary
  | Assert
  | ErrorExpression;
