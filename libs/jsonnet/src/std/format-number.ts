import { finite } from '../runtime/add.js';
import { reserveString } from '../runtime/limits.js';
import type { Code } from './format-string.js';

/*
 * The reference renders numbers with arithmetic on doubles, so its last digits can differ from the
 * exact ones, and `%e` of some powers of ten begins with "10.". A program must give the same text
 * here, so this is the same arithmetic.
 */

const DEFAULT_PRECISION = 6;

/**
 * Renders a number for a code of a format.
 *
 * @param width fill with zeros up to this width
 */
export function renderNumber(
  code: Code,
  value: number,
  width: number,
  precision: number | undefined,
): string {
  switch (code.conversion) {
    case 'd':
      return renderInteger(code, value, 10, '', width, precision ?? 0);
    case 'o':
      return renderInteger(code, value, 8, code.isAlternate ? '0' : '', width, precision ?? 0);
    case 'x':
      return renderHexadecimal(code, Math.floor(value), width, precision ?? 0);
    case 'f':
      return renderDecimal(code, value, width, precision ?? DEFAULT_PRECISION, true);
    case 'e':
      return renderScientific(code, value, width, precision ?? DEFAULT_PRECISION, true);
    default:
      return renderGeneral(code, value, width, precision ?? DEFAULT_PRECISION);
  }
}

/** The digits of a whole number; '' for zero. */
function digitsOf(value: number, radix: number): string {
  if (value <= Number.MAX_SAFE_INTEGER) return value === 0 ? '' : value.toString(radix);
  let digits = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / radix)) {
    digits = (rest % radix).toString(radix) + digits;
  }
  return digits;
}

function padZeros(digits: string, width: number): string {
  if (digits.length >= width) return digits;
  reserveString(width);
  return digits.padStart(width, '0');
}

function sign(code: Code, isNegative: boolean): string {
  return isNegative ? '-' : code.isPlus ? '+' : code.isBlank ? ' ' : '';
}

function renderInteger(
  code: Code,
  value: number,
  radix: number,
  prefix: string,
  width: number,
  leastDigits: number,
): string {
  const magnitude = Math.floor(Math.abs(value));
  const digits = magnitude === 0 ? '0' : prefix + digitsOf(magnitude, radix);
  const mark = sign(code, value <= -1);
  return mark + padZeros(digits, Math.max(width - mark.length, leastDigits));
}

function renderHexadecimal(code: Code, value: number, width: number, leastDigits: number): string {
  const digits = digitsOf(Math.abs(value), 16) || '0';
  const mark = sign(code, value < 0);
  const prefix = code.isAlternate ? '0x' : '';
  const least = Math.max(width - mark.length - prefix.length, leastDigits);
  const text = prefix + padZeros(digits, least);
  return mark + (code.isCapital ? text.toUpperCase() : text);
}

/** @param isFull whether to keep a fraction of zeros, and zeros at its end */
function renderDecimal(
  code: Code,
  value: number,
  width: number,
  precision: number,
  isFull: boolean,
): string {
  const denominator = finite(10 ** precision, undefined);
  const numerator = finite(Math.abs(value) * denominator + 0.5, undefined);
  const whole = Math.floor(numerator / denominator);
  const fraction = Math.floor(numerator) % denominator;
  const hasPoint = precision > 0 || code.isAlternate;
  const mark = sign(code, value < 0);
  const least = width - precision - Number(hasPoint) - mark.length;
  const digits = mark + padZeros(digitsOf(whole, 10) || '0', least);
  if (precision === 0) return hasPoint ? `${digits}.` : digits;
  if (!isFull && fraction === 0) return digits;
  const places = padZeros(digitsOf(fraction, 10), precision);
  return `${digits}.${isFull ? places : places.replace(/0+$/, '')}`;
}

function exponentOf(value: number): number {
  return value === 0 ? 0 : Math.floor(Math.log(Math.abs(value)) / Math.log(10));
}

function renderScientific(
  code: Code,
  value: number,
  width: number,
  precision: number,
  isFull: boolean,
): string {
  const exponent = exponentOf(value);
  // The least exponent: its power of ten would be rounded to zero.
  const mantissa = exponent === -324 ? (value * 10) / 10 ** (exponent + 1) : value / 10 ** exponent;
  const digits = String(Math.abs(exponent)).padStart(2, '0');
  const suffix = `${code.isCapital ? 'E' : 'e'}${exponent < 0 ? '-' : '+'}${digits}`;
  return renderDecimal(code, mantissa, width - suffix.length, precision, isFull) + suffix;
}

function renderGeneral(code: Code, value: number, width: number, precision: number): string {
  const exponent = exponentOf(value);
  if (exponent < -4 || exponent >= precision) {
    return renderScientific(code, value, width, precision - 1, code.isAlternate);
  }
  const places = precision - Math.max(1, exponent + 1);
  return renderDecimal(code, value, width, places, code.isAlternate);
}
