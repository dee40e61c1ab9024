import { lineWidth } from './source.js';

/** An argument of a call: as it is, a list, an object, or another chain. */
type Argument =
  string | { readonly list: readonly string[] } | { readonly object: readonly string[] } | Chain;

/** A name and calls: `z.string().min(1)`. The first call is of the name itself where it has none. */
export interface Chain {
  readonly name: string;
  readonly calls: readonly (readonly [method: string, argument?: Argument])[];
}

/** Lays out a member of an object as prettier does: a call a line if they do not fit in one. */
export function chainMember(key: string, chain: Chain, indent: string): string {
  return `${indent}${key}: ${laidOut(chain, indent, key.length + 3)},\n`;
}

function laidOut(chain: Chain, indent: string, around: number): string {
  const { name, calls } = chain;
  const whole = inLine(chain);
  const isBroken = calls.length > 2 && calls.some(([, argument]) => isComplex(argument));
  if (!isBroken && indent.length + around + whole.length <= lineWidth) return whole;
  const [[, ownArgument] = ['']] = calls;
  const isFunction = calls[0]?.[0] === '';
  const first = isFunction
    ? `${name}${calledWith(ownArgument, indent, around + name.length)}`
    : name;
  const rest = isFunction ? calls.slice(1) : calls;
  if (calls.length === 1 && !isFunction) {
    const [method, argument] = calls[0]!;
    return `${name}.${method}${broken(argument, indent)}`;
  }
  if (isFunction && calls.length <= 2) {
    const [method, argument] = rest[0] ?? [];
    const end = method === undefined ? '' : `.${method}(${argumentInLine(argument)})`;
    return `${name}${broken(ownArgument, indent)}${end}`;
  }
  const deeper = `${indent}  `;
  const lines = rest.map(([method, argument]) => {
    return `\n${deeper}.${method}${calledWith(argument, deeper, method.length + 1)}`;
  });
  return first + lines.join('');
}

function inLine({ name, calls }: Chain): string {
  const texts = calls.map(([method, argument]) => {
    return `${method === '' ? '' : `.${method}`}(${argumentInLine(argument)})`;
  });
  return name + texts.join('');
}

function argumentInLine(argument: Argument | undefined): string {
  if (argument === undefined) return '';
  if (typeof argument === 'string') return argument;
  if ('list' in argument) return `[${argument.list.join(', ')}]`;
  if ('object' in argument) return `{ ${argument.object.join(', ')} }`;
  return inLine(argument);
}

/** Whether prettier gives calls lines of their own because of an argument: a long expression, or one that nests. */
function isComplex(argument: Argument | undefined): boolean {
  if (argument === undefined) return false;
  if (typeof argument === 'string') return argument.startsWith('/') && argument.length > 8;
  if (!('calls' in argument)) return false;
  return argument.calls.some(([, inner]) => typeof inner === 'object' || isComplex(inner));
}

function calledWith(argument: Argument | undefined, indent: string, around: number): string {
  const text = `(${argumentInLine(argument)})`;
  return indent.length + around + text.length <= lineWidth ? text : broken(argument, indent);
}

function broken(argument: Argument | undefined, indent: string): string {
  const deeper = `${indent}  `;
  const lines = (items: readonly string[]) => items.map((each) => `${deeper}${each},\n`).join('');
  if (argument === undefined) return '()';
  if (typeof argument === 'string') return `(\n${deeper}${argument},\n${indent})`;
  if ('list' in argument) {
    const isNumbers = argument.list.every((each) => /^[-\d.]+$/.test(each));
    const items = isNumbers ? filled(argument.list, deeper) : lines(argument.list);
    return `([\n${items}${indent}])`;
  }
  if ('object' in argument) return `({\n${lines(argument.object)}${indent}})`;
  return `(\n${deeper}${laidOut(argument, deeper, 1)},\n${indent})`;
}

/** Numbers stand in a line as long as there is space. */
function filled(items: readonly string[], indent: string): string {
  const rows: string[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    const longer = `${last} ${item},`;
    if (last !== undefined && longer.length <= lineWidth) rows[rows.length - 1] = longer;
    else rows.push(`${indent}${item},`);
  }
  return rows.map((each) => `${each}\n`).join('');
}
