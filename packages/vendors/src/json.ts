import { cleanTexts } from '@parley/contract';

/** Reading JSON that somebody else wrote: each function gives an empty value where the shape is another one, and none throws. */
export type JsonObject = Readonly<Record<string, unknown>>;

const nothing: JsonObject = Object.freeze({});

export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : nothing;
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asObjects = (value: unknown): JsonObject[] => asList(value).map(asObject);
/** Numbers are read as their digits, since vendors write codes either way. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
export const asNumber = (value: unknown): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : 0;
  return Number.isFinite(number) ? number : 0;
};

/** Returns the value at a path of names; undefined where there is nothing. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON escapes that PostgreSQL cannot store: U+0000, and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** Parses an answer and cleans every text: it is kept as a reason, an id or a name, and a queue must not wait for what cannot be kept. */
export function readAnswer(text: string): unknown {
  const value = readJson(text);
  return value !== undefined && unstorable.test(text) ? cleanTexts(value) : value;
}

const decoder = new TextDecoder();
export const decode = (bytes: Uint8Array): string => decoder.decode(bytes);
export const jsonOf = (request: { body: Uint8Array }): unknown => readJson(decode(request.body));

/** Seconds, milliseconds or an ISO instant; the epoch where it is none of these. */
export function asInstant(value: unknown): Date {
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value)) {
    const at = new Date(value);
    return Number.isNaN(at.getTime()) ? new Date(0) : at;
  }
  const number = asNumber(value);
  const at = new Date(number > 100_000_000_000 ? number : number * 1000);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
