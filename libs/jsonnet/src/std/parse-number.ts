import { Fault } from '../errors.js';
import { finite } from '../runtime/add.js';
import { builtin, string } from './builtin.js';

/** Numbers from text. */
export const parseNumbers = [
  builtin('parseInt', [string('str')], (text) =>
    text.startsWith('-')
      ? -parse('parseInt', text.slice(1), 10, text)
      : parse('parseInt', text, 10),
  ),
  builtin('parseOctal', [string('str')], (text) => parse('parseOctal', text, 8)),
  builtin('parseHex', [string('str')], (text) => parse('parseHex', text, 16)),
];

function parse(name: string, digits: string, base: number, text = digits): number {
  const alphabet = '0123456789abcdef'.slice(0, base);
  let value = 0;
  for (const digit of digits.toLowerCase()) {
    const worth = alphabet.indexOf(digit);
    if (worth === -1) throw notInteger(name, text, base);
    value = value * base + worth;
  }
  if (digits === '') throw notInteger(name, text, base);
  // Digit by digit rounding would add up; Number rounds once.
  return finite(base === 10 ? Number(digits) : value, undefined);
}

function notInteger(name: string, text: string, base: number): Fault {
  return new Fault(
    'value',
    `std.${name}: ${JSON.stringify(text)} is not an integer of base ${base}`,
  );
}
