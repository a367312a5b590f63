import { faultTexts, fillSlots } from './faults.ts';
import { emailPattern } from './format/email.ts';
import { isTimeZone } from './format/intl.ts';
import { z } from './z.ts';

/** Field types that read the same from a JSON body, a form body and a query string. */

export const formNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** `z.coerce.boolean()` would read the text "false" as true. */
export const formBoolean = z.union([z.boolean(), z.stringbool()]);

/** One value, several values of the same name, or none: always a list. */
export const formList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]), z.array(item));

/** A value that travels in a form as JSON. */
export const jsonText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/**
 * Tells whether PostgreSQL can store every text of a value: it refuses U+0000, and half of a surrogate pair in JSON. A list instead of recursion:
 * half a million brackets fit into one request.
 */
export function isStorable(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'string') {
      if (part.includes('\u0000') || !part.isWellFormed()) return false;
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, inner] of Object.entries(part)) left.push(key, inner);
    }
  }
  return true;
}

/** Text that PostgreSQL can store: it refuses U+0000 in any text, and half of a surrogate pair in JSON. */
export const text = (max: number) =>
  z
    .string()
    .max(max, fillSlots(faultTexts['text.too_long'], { maximum: max }))
    .refine((value) => !value.includes('\u0000'), faultTexts['text.null_character'])
    .refine((value) => value.isWellFormed(), faultTexts['text.half_character']);

/** Text as it can be stored and read: U+0000, which PostgreSQL does not take, and halves of characters become U+FFFD. */
export const cleanText = (value: string): string => value.replaceAll('\u0000', '\ufffd').toWellFormed();

/** A value of plain data with every text in it cleaned, names of fields included; dates and bytes stay what they are. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanTexts) as T;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanText(name), cleanTexts(each)])) as T;
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** The beginning of a clean text: at most `longest` UTF-16 units, and no half of a character at its end, which JSON in PostgreSQL refuses. */
export function cutText(value: string, longest: number): string {
  const cut = value.slice(0, longest);
  return cut.length < value.length && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

/** Text of somebody who cannot be told to write it otherwise: it is cleaned instead of refused. */
export const saidText = (max: number) => z.string().transform(cleanText).pipe(text(max));

export const requiredText = (max: number) => text(max).refine((value) => value.trim() !== '', faultTexts['field.mandatory']);

/** Currencies of prices (FORMAT-007). */
export const currencies = ['INR', 'USD'] as const;
export const Currency = z.enum(currencies);
export type Currency = z.infer<typeof Currency>;

/** Rises with each save; an update sends the one that it has read. */
export const Version = z.coerce.number().int().min(0).max(2_000_000_000);

export const Id = z.uuid();
export const Instant = z.iso.datetime();

export { emailPattern };

export const Email = z
  .string()
  .trim()
  .min(1, faultTexts['field.mandatory'])
  .max(254, faultTexts['email.invalid'])
  .regex(emailPattern, faultTexts['email.invalid']);

/** A page of a list: `from` rows are skipped, `perPage` rows are answered; -1 asks for all, which the server bounds. */
export const Page = z.object({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  perPage: z.coerce.number().int().min(-1).max(200).default(25),
});
export type Page = z.infer<typeof Page>;

/** An IANA name that this program knows. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'No such time zone.');
