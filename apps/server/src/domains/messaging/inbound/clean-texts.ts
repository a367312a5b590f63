import { cleanText } from '@parley/contract';

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
