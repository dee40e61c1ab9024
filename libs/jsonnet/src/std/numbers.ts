import { Fault } from '../errors.js';
import { finite } from '../runtime/add.js';
import { compare } from '../runtime/compare.js';
import { any, builtin, number } from './builtin.js';

/** A function of one number. A result that is no finite number is an error. */
const real = (name: string, compute: (x: number) => number, parameter = 'x') =>
  builtin(name, [number(parameter)], (x) => checked(name, compute(x)));

/** Mathematics. */
export const numbers = [
  real('abs', Math.abs, 'n'),
  builtin('sign', [number('n')], (n) => (n > 0 ? 1 : n < 0 ? -1 : 0)),
  builtin('max', [number('a'), number('b')], (a, b) => (a > b ? a : b)),
  builtin('min', [number('a'), number('b')], (a, b) => (a < b ? a : b)),
  builtin('clamp', [any('x'), any('minVal'), any('maxVal')], (x, low, high) =>
    compare(x, low) < 0 ? low : compare(x, high) > 0 ? high : x,
  ),
  real('floor', Math.floor),
  real('ceil', Math.ceil),
  real('round', (x) => Math.floor(x + 0.5)),
  real('sqrt', Math.sqrt),
  real('sin', Math.sin),
  real('cos', Math.cos),
  real('tan', Math.tan),
  real('asin', Math.asin),
  real('acos', Math.acos),
  real('atan', Math.atan),
  builtin('atan2', [number('y'), number('x')], (y, x) => Math.atan2(y, x)),
  builtin('hypot', [number('a'), number('b')], (a, b) => checked('hypot', Math.hypot(a, b))),
  builtin('pow', [number('x'), number('n')], (x, n) => checked('pow', x ** n)),
  real('exp', Math.exp),
  real('log', Math.log),
  real('log2', Math.log2),
  real('log10', Math.log10),
  real('deg2rad', (x) => (x * Math.PI) / 180),
  real('rad2deg', (x) => (x * 180) / Math.PI),
  builtin('exponent', [number('x')], (x) => split(x).exponent),
  builtin('mantissa', [number('x')], (x) => split(x).mantissa),
  builtin('isEven', [number('x')], (x) => Math.floor(x + 0.5) % 2 === 0),
  builtin('isOdd', [number('x')], (x) => Math.floor(x + 0.5) % 2 !== 0),
  builtin('isInteger', [number('x')], (x) => Number.isInteger(x)),
  builtin('isDecimal', [number('x')], (x) => !Number.isInteger(x)),
];

function checked(name: string, value: number): number {
  if (Number.isNaN(value)) throw new Fault('value', `std.${name}: not defined for this number`);
  return finite(value, undefined);
}

/** A number as mantissa times two to the exponent, the mantissa at least 0.5 and less than 1. */
function split(x: number): { mantissa: number; exponent: number } {
  if (x === 0) return { mantissa: x, exponent: 0 };
  const view = new DataView(new ArrayBuffer(8));
  const scaled = Math.abs(x) < 2 ** -1022 ? x * 2 ** 54 : x;
  view.setFloat64(0, scaled);
  const exponent = ((view.getUint16(0) >> 4) & 0x7ff) - 1022;
  view.setUint16(0, (view.getUint16(0) & 0x800f) | (1022 << 4));
  return { mantissa: view.getFloat64(0), exponent: scaled === x ? exponent : exponent - 54 };
}
