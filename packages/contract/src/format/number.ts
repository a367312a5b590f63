import { numberFormat } from './intl.ts';

/**
 * The locale by which an enterprise writes numbers.
 * @param language of the reader
 * @param country of the enterprise, two letters; '' where it named none
 * @returns `en-IN`, which groups 5,00,000; `en` groups 500,000
 */
export function localeOf(language: string, country: string): string {
  const locale = /^[a-z]{2}$/i.test(country) ? `${language}-${country}` : language;
  // Ids, codes and typed numbers have these digits on every screen, and one screen has one kind of digits.
  return language === 'ar' ? `${locale}-u-nu-latn` : locale;
}

/** Number of decimals, at least and at most. */
export type Decimals = number | readonly [least: number, most: number];

/** '16,989' and '1,347.00'. @param decimals none to three where nothing is given */
export function showNumber(value: number, locale: string, decimals: Decimals = [0, 3]): string {
  const [least, most] = typeof decimals === 'number' ? [decimals, decimals] : decimals;
  return numberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(value);
}

/** '1 second', '1,204 seconds': of English sentences of the server. */
export const showCounted = (count: number, one: string, many = `${one}s`, locale = 'en'): string =>
  `${showNumber(count, locale)} ${count === 1 ? one : many}`;

/** '42.5 %'. @param ratio 0 to 1 */
export const showShare = (ratio: number, locale: string, decimals: Decimals = 1): string =>
  `${showNumber(ratio * 100, locale, decimals)} %`;

/** '1.5 KB', for people; limits are compared in bytes. */
export function showBytes(sizeBytes: number, locale: string): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`;
  if (sizeBytes < 1024 ** 2) return `${showNumber(sizeBytes / 1024, locale, 1)} KB`;
  return `${showNumber(sizeBytes / 1024 ** 2, locale, 1)} MB`;
}

/** 1500 → '1.50K'. The thresholds are strict: 1000 itself stays '1000' (FORMAT-012, FORMAT-013). */
export function shortenNumber(value: number): string {
  const size = Math.abs(value);
  const show = (unit: number, suffix: string) => `${showPlain(value / unit, 2)}${suffix}`;
  if (size > 1e9) return show(1e9, 'B');
  if (size > 1e6) return show(1e6, 'M');
  if (size > 1e3) return show(1e3, 'K');
  return String(value);
}

/** '1234.50': a number for programs, exports and fields that are typed into. */
export const showPlain = (value: number, decimals: number): string => value.toFixed(decimals);

const namingSlots: readonly string[] = ['number', 'version', 'line', 'code', 'vendorCode', 'status', 'id'];

/** Tells whether the digits in a slot of a sentence name something and count nothing: `#1234`, version 1204, a vendor's code 131047. */
export const isNamingSlot = (slot: string): boolean => namingSlots.includes(slot);
