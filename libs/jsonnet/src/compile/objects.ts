import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { ObjectValue } from '../runtime/object.js';
import type { FieldDefinition, Layer } from '../runtime/shape.js';
import { Shape } from '../runtime/shape.js';
import type { Code, Frame, Value } from '../runtime/value.js';
import { typeOf } from '../runtime/value.js';
import { fixedName } from '../resolve/resolve.js';
import type { Field, ObjectComprehension, ObjectLiteral } from '../syntax/ast.js';
import { compileClauses } from './arrays.js';
import type { Compiler } from './compiler.js';
import { compileAssertion, compileBinds } from './control.js';

export function compileObject(compiler: Compiler, node: ObjectLiteral): Code {
  const base = baseLayer(compiler, node);
  const fields = node.fields.map((field) => ({
    define: compileField(compiler, field),
    fixed: fixedName(field.name),
    computed: fixedName(field.name) === undefined ? compiler.compile(field.name) : undefined,
    nameSpan: compiler.span(field.name),
  }));
  if (fields.every(({ fixed }) => fixed !== undefined)) {
    const definitions = fields.map(({ define, fixed }) => define(fixed!, undefined));
    const shape = Shape.ofLayer({ ...base, fields: definitions, isFixed: true });
    return (frame) => ObjectValue.ofLayer(shape, frame);
  }
  return (frame) => {
    const definitions: FieldDefinition[] = [];
    const names = new Set<string>();
    for (const { define, fixed, computed, nameSpan } of fields) {
      const name = fixed ?? checkName(computed!(frame), nameSpan);
      if (name === null) continue;
      if (names.size === names.add(name).size) throw duplicate(name, nameSpan);
      definitions.push(define(name, undefined));
    }
    const shape = Shape.ofLayer({ ...base, fields: definitions, isFixed: false });
    return ObjectValue.ofLayer(shape, frame);
  };
}

export function compileObjectComprehension(compiler: Compiler, node: ObjectComprehension): Code {
  const base = baseLayer(compiler, { ...node, assertions: [] });
  const define = compileField(compiler, node.field);
  const computed = compiler.compile(node.field.name);
  const nameSpan = compiler.span(node.field.name);
  const turns = compileClauses(compiler, node.clauses);
  return (frame) => {
    const definitions: FieldDefinition[] = [];
    const names = new Set<string>();
    turns(frame, (turn) => {
      const name = checkName(computed(turn), nameSpan);
      if (name === null) return;
      if (names.size === names.add(name).size) throw duplicate(name, nameSpan);
      definitions.push(define(name, turn));
    });
    const shape = Shape.ofLayer({ ...base, fields: definitions, isFixed: false });
    return ObjectValue.ofLayer(shape, frame);
  };
}

type LayerSource = Pick<
  ObjectLiteral,
  'start' | 'end' | 'locals' | 'assertions' | 'isReflexive' | 'frameSize'
>;

function baseLayer(compiler: Compiler, node: LayerSource): Omit<Layer, 'fields' | 'isFixed'> {
  return {
    initialize: node.isReflexive ? compileBinds(compiler, node.locals) : undefined,
    frameSize: node.frameSize!,
    assertions: node.assertions.map((assertion) => compileAssertion(compiler, assertion)),
    span: compiler.span(node),
  };
}

/** Compiles a field but for its name and, in a comprehension, the frame of its turn. */
function compileField(
  compiler: Compiler,
  field: Field,
): (name: string, frame: Frame | undefined) => FieldDefinition {
  const { visibility, extends: isExtension, value } = field;
  const nameSpan = compiler.span(field.name);
  const valueSpan = compiler.span(value);
  const slot = value.kind === 'literal' ? value.value : undefined;
  let compiled: Code | undefined;
  const code: Code = (frame) => (compiled ??= compiler.compileApart(value))(frame);
  return (name, frame) => ({
    name,
    visibility,
    extends: isExtension,
    code,
    slot,
    frame,
    nameSpan,
    valueSpan,
  });
}

/** The name of a field; null leaves the field out. */
function checkName(name: Value, span: FieldDefinition['nameSpan']): string | null {
  if (name === null || typeof name === 'string') return name;
  const found = article(typeOf(name));
  throw new Fault('type', `the name of a field must be a string or null, got ${found}`, span);
}

function duplicate(name: string, span: FieldDefinition['nameSpan']): Fault {
  return new Fault('value', `the field ${JSON.stringify(name)} is given twice`, span);
}
