import { isIP } from 'node:net';

import { isRecord } from './rule.js';
import { isStorableText } from './text.js';

// Whether a value of a config is one of a type.

export function isRange(value: unknown, isEnd: (value: unknown) => boolean): boolean {
  if (!isRecord(value)) return false;
  const { lower = null, upper = null, ...others } = value;
  const ends = [lower, upper].filter((each) => each !== null);
  if (!ends.every(isEnd) || Object.keys(others).length > 0) return false;
  const [one = -Infinity, other = Infinity] = ends.length === 2 ? ends.map(position) : [];
  return one < other;
}

/** A number that orders the ends of a range. */
function position(end: unknown): number {
  const number = Number(end);
  return Number.isNaN(number) ? Date.parse(end as string) : number;
}

export function isText(shape: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && isStorableText(value) && shape.test(value);
}

export function isAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [address = '', bits, ...rest] = value.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  const most = version === 4 ? 32 : 128;
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return version !== 0 && isLength && rest.length === 0;
}

/** An address of which no bit is set beyond the length of its network. */
export function isNetwork(value: unknown): boolean {
  if (!isAddress(value)) return false;
  const [address = '', length] = (value as string).split('/');
  return length === undefined || !bitsOf(address).slice(Number(length)).includes('1');
}

function bitsOf(address: string): string {
  if (isIP(address) === 4) return bits(address.split('.').map(Number), 8);
  // As a host, an address has no part in dots any more.
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = host
    .split('::')
    .map((part) => part.split(':').map((group) => Number.parseInt(group || '0', 16)));
  const middle = Array<number>(8 - before.length - after.length).fill(0);
  return bits([...before, ...middle, ...after], 16);
}

function bits(numbers: readonly number[], width: number): string {
  return numbers.map((each) => each.toString(2).padStart(width, '0')).join('');
}

export function isInt(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63;
}

export function isDecimal(value: unknown): boolean {
  return isNumber(value) || isText(/^-?\d+(\.\d+)?$/)(value);
}

export function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

export function isDateTime(value: unknown): boolean {
  const [date, time] = typeof value === 'string' ? value.split('T') : [];
  const zoned = /^(.*?)(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(time ?? '');
  return isDate(date) && zoned !== null && isTime(zoned[1]);
}

export function isTime(value: unknown): boolean {
  return isText(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/)(value);
}

export function isDate(value: unknown): boolean {
  if (!isText(/^\d{4}-\d{2}-\d{2}$/)(value)) return false;
  const date = new Date(`${value as string}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(value as string) &&
    !(value as string).startsWith('0000')
  );
}

export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
