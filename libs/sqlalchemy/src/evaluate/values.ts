import type { Unknown } from '../facts.js';
import type { Bindings } from '../modules/bindings.js';
import type { PythonModule } from '../modules/modules.js';
import type { Source } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';

/** Where names are looked up: a module, the body of a class, a call of a function. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  readonly module: PythonModule;
  readonly source: Source;
  readonly parent: Scope | undefined;
  /** What its statements bind; a function's are run one by one instead. */
  readonly bindings: Bindings | undefined;
  readonly locals: Map<string, Value> | undefined;
  /** The class whose body this is, or whose method runs. */
  readonly owner: ClassValue | undefined;
}

/** An expression's surroundings. */
export interface Frame {
  readonly scope: Scope;
  /** The text that nodes point into: the module's, or that of a string annotation. */
  readonly text: string;
  /** Where in the source the expression is; by default where its node is. */
  readonly offset?: number;
  /** Whether all of the module has run when the expression is evaluated. */
  readonly late?: boolean;
  /** Whether names that only type checkers see count. */
  readonly typing?: boolean;
}

/** The frame in which the statements of a scope are evaluated. */
export function frameOf(scope: Scope): Frame {
  return { scope, text: scope.source.text };
}

/** The frame in which the annotations of a scope are evaluated. */
export function annotationFrame(scope: Scope): Frame {
  return { scope, text: scope.source.text, late: true, typing: true };
}

/** What a call passes. */
export interface Arguments {
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Why there may be more. */
  readonly open: UnknownValue | undefined;
  readonly origin: Origin;
  readonly frame: Frame;
}

/** Where a value was written. */
export interface Origin {
  readonly source: Source;
  readonly offset: number;
}

/** What an expression stands for, as far as its source tells. */
export type Value =
  | Constant
  | Sequence
  | Dict
  | ModuleValue
  | Symbol
  | ClassValue
  | FunctionValue
  | Call
  | Attribute
  | Subscript
  | Union
  | EnumMember
  | TypeAlias
  | UnknownValue;

export interface Constant {
  readonly kind: 'constant';
  readonly value: string | number | boolean | null;
}

export interface Sequence {
  readonly kind: 'sequence';
  readonly type: 'tuple' | 'list' | 'set';
  readonly items: readonly Value[];
  /** Whether it may hold more. */
  readonly open: boolean;
}

export interface Dict {
  readonly kind: 'dict';
  readonly entries: readonly (readonly [Value, Value])[];
  readonly open: boolean;
}

export interface ModuleValue {
  readonly kind: 'module';
  readonly module: PythonModule;
}

/** Something that is known by its path only. */
export interface Symbol {
  readonly kind: 'symbol';
  readonly path: string;
  /** Whether the module that should have it was not found. */
  readonly missing: boolean;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly name: string;
  readonly module: PythonModule;
  readonly origin: Origin;
  /** Undefined for a class that a call makes: `declarative_base()`. */
  readonly node: SyntaxNode | undefined;
  /** The scope of its body. */
  readonly scope: Scope;
  /** The scope that its statement is in. */
  readonly outer: Scope;
  readonly decorators: readonly SyntaxNode[];
  /** Of a class that a call makes. */
  readonly made:
    { readonly bases: readonly Value[]; readonly members: Map<string, Value> } | undefined;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly name: string;
  readonly node: SyntaxNode;
  readonly frame: { readonly scope: Scope; readonly text: string };
  readonly decorators: readonly SyntaxNode[];
  /** The first argument of a method that was looked up on something. */
  readonly self: Value | undefined;
}

/** A call whose result is known as that only: `String(30)`. */
export interface Call {
  readonly kind: 'call';
  readonly callee: Value;
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Whether it may have more arguments: `String(**options)`. */
  readonly open: UnknownValue | undefined;
  readonly origin: Origin;
}

/** A call of something that is known by its name, or of a class. */
export interface NamedCall extends Call {
  readonly callee: Symbol | ClassValue | Subscript;
}

export interface Attribute {
  readonly kind: 'attribute';
  readonly base: Value;
  readonly name: string;
}

/** `Mapped[str]`. */
export interface Subscript {
  readonly kind: 'subscript';
  readonly base: Value;
  readonly args: readonly Value[];
  readonly origin: Origin;
}

/** A subscript of something that is known by its name: `Annotated[…]`. */
export interface NamedSubscript extends Subscript {
  readonly base: Symbol;
}

/** `str | None`. */
export interface Union {
  readonly kind: 'union';
  readonly members: readonly Value[];
}

export interface EnumMember {
  readonly kind: 'member';
  readonly of: ClassValue;
  readonly name: string;
  readonly value: Value;
}

/** `type Name = str`, which stays a type of its own. */
export interface TypeAlias {
  readonly kind: 'alias';
  readonly name: string;
  readonly value: Value;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly reason: string;
  /** Whether it is sure to be plain data: the result of arithmetic, say. */
  readonly plain?: boolean;
  readonly origin: Origin;
}

export const NONE: Constant = { kind: 'constant', value: null };

export function constant(value: Constant['value']): Constant {
  return { kind: 'constant', value };
}

export function symbol(path: string, missing = false): Symbol {
  return { kind: 'symbol', path, missing };
}

export function sequence(items: readonly Value[], type: Sequence['type'] = 'tuple'): Sequence {
  return { kind: 'sequence', type, items, open: false };
}

export function unknown(reason: string, origin: Origin): UnknownValue {
  return { kind: 'unknown', reason, origin };
}

/** The fact that a value is not known. */
export function unknownFact(value: UnknownValue): Unknown {
  return { unknown: value.reason, at: value.origin.source.place(value.origin.offset) };
}

export function isString(value: Value | undefined): value is Constant & { value: string } {
  return value?.kind === 'constant' && typeof value.value === 'string';
}

export function isNone(value: Value | undefined): boolean {
  return value?.kind === 'constant' && value.value === null;
}

/** What a value is called in messages. */
export function describe(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return typeof value.value === 'string' ? JSON.stringify(value.value) : String(value.value);
    case 'symbol':
      return value.path;
    case 'class':
      return `${value.module.name}.${value.name}`;
    case 'function':
      return `${value.name}()`;
    case 'call':
      return `${describe(value.callee)}(…)`;
    case 'attribute':
      return `${describe(value.base)}.${value.name}`;
    case 'subscript':
      return `${describe(value.base)}[…]`;
    case 'module':
      return value.module.name;
    case 'member':
      return `${value.of.name}.${value.name}`;
    case 'alias':
      return value.name;
    case 'sequence':
    case 'dict':
    case 'union':
      return `a ${value.kind}`;
    case 'unknown':
      return 'something unknown';
  }
}

/** Whether two values are sure to be the same. */
export function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind === 'constant' && b.kind === 'constant') return a.value === b.value;
  if (a.kind === 'symbol' && b.kind === 'symbol') return a.path === b.path;
  if (a.kind === 'module' && b.kind === 'module') return a.module === b.module;
  return false;
}
