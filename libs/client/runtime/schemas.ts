import { z } from "zod";

import type { RangeInput } from "./ranges.js";

/** The schemas of the fields of a request. */
export type Fields<Body> = {
  readonly [Name in keyof Body]-?: object extends Pick<Body, Name>
    ? z.ZodOptional<z.ZodType<Exclude<Body[Name], undefined>>>
    : z.ZodType<Body[Name]>;
};

/** The schema of a request. It refuses keys that the request has not, as the API does. */
export interface RequestSchema<Body> extends z.ZodType<Body, Body> {
  /** The schemas of its fields, for forms that have more: `z.object({ ...schema.shape, accepted: z.boolean() })`. */
  readonly shape: Fields<Body>;
}

export function requestSchema<
  Schema extends { readonly shape: Readonly<z.ZodRawShape> },
>(fields: Readonly<Record<keyof Schema["shape"], z.ZodType>>): Schema {
  return z.strictObject(fields) as unknown as Schema;
}

/** A date and time with an offset, as the API expects it. */
export const dateTime: z.ZodISODateTime = z.iso.datetime({ offset: true });

/** A date and time of a column without a time zone. */
export const localDateTime: z.ZodISODateTime = z.iso.datetime({ local: true });

/** An e-mail address: whether there can be such a one is left to the API. */
export const email: z.ZodEmail = z.email({ pattern: z.regexes.unicodeEmail });

/** The limits of a decimal, as the config calls them. */
interface DecimalLimits {
  readonly ge?: number;
  readonly gt?: number;
  readonly le?: number;
  readonly lt?: number;
  readonly max_digits?: number;
  readonly decimal_places?: number;
}

/** A decimal, as a number or a text. */
export function decimal(
  limits: DecimalLimits = {},
): z.ZodType<number | string> {
  const {
    ge = -Infinity,
    gt = -Infinity,
    le = Infinity,
    lt = Infinity,
  } = limits;
  const { max_digits = Infinity, decimal_places = Infinity } = limits;
  return z
    .union([z.number(), z.string()])
    .superRefine((value, { addIssue }) => {
      const text = String(value).trim();
      if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
        addIssue("Invalid input: expected a decimal number");
        return;
      }
      const number = Number(text);
      if (number < ge) addIssue(`Too small: expected number to be >=${ge}`);
      if (number <= gt) addIssue(`Too small: expected number to be >${gt}`);
      if (number > le) addIssue(`Too big: expected number to be <=${le}`);
      if (number >= lt) addIssue(`Too big: expected number to be <${lt}`);
      const [whole, places] = digitsOf(text);
      if (places > decimal_places) {
        addIssue(`Invalid input: expected <=${decimal_places} decimal places`);
      } else if (
        whole +
          Math.max(places, decimal_places === Infinity ? 0 : decimal_places) >
        max_digits
      ) {
        addIssue(`Invalid input: expected <=${max_digits} digits`);
      }
    });
}

/** How many digits stand before, and after, the decimal point. */
function digitsOf(text: string): readonly [whole: number, places: number] {
  // Such a number has so many digits that its size is what counts.
  if (/e/i.test(text)) return [0, 0];
  const [whole = "", places = ""] = text.replace(/^[+-]/, "").split(".");
  return [whole.replace(/^0+/, "").length, places.replace(/0+$/, "").length];
}

/** A range between two values of a type. */
export function range<End>(end: z.ZodType<End>): z.ZodType<RangeInput<End>> {
  const range = z.strictObject({
    lower: end.nullable().optional(),
    upper: end.nullable().optional(),
    bounds: z.enum(["[)", "[]", "(]", "()"]).optional(),
    empty: z.boolean().optional(),
  });
  return range as unknown as z.ZodType<RangeInput<End>>;
}
