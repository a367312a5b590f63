/**
 * Three countries write one mobile line in several ways, and vendors use the old ones beside today's. Everything that asks who somebody is, or
 * what they have refused, takes all spellings of a number for one; what is sent keeps the spelling that the wire knows.
 *
 * - Brazil: Anatel's resolution 553/2010 put a 9 before the eight digits of mobile numbers, from 2012 to November 2016. The eight digits began with
 *   6 to 9; fixed lines begin with 2 to 5 and have stayed as they were. A nine-digit number whose second digit is 1 to 5 has no old spelling: its last
 *   eight digits may be somebody's fixed line. Trunked radio (Nextel, 70 and 77 to 79) kept eight digits until it ended in 2018.
 * - Mexico: IFT's numbering plan of 2018 ended the 1 behind +52 on 3 August 2019. Numbers have ten digits and begin with 2 to 9.
 * - Argentina: of a national number of ten digits (resolution SC 46/97), the 9 behind +54 or the 15 behind the area code says only that it is dialled
 *   as a mobile line. Fixed and mobile lines share the area codes, and ENACOM assigns each block of numbers once, so the ten digits are one person's.
 *
 * `number_spellings` and `canonical_number` of migration 0204 say the same in SQL; number.api.test.ts holds them equal. Decision 0054.
 */
const brazil = /^\+55([1-9]{2})9?([6-9][0-9]{7})$/;
const mexico = /^\+521?([2-9][0-9]{9})$/;
const argentina = /^\+549?((?:11|[23][0-9])[0-9]{8})$/;
/** The area codes are 11, or three or four digits; the whole has two digits more than a number has, so that only one of these fits. */
const argentinaWith15 = [/^\+54(11)15([0-9]{8})$/, /^\+54([23][0-9]{2})15([0-9]{7})$/, /^\+54([23][0-9]{3})15([0-9]{6})$/];

/** Prefixes of the three countries' numbers. */
export const severalSpellings = ['+52', '+54', '+55'] as const;
const hasSeveral = (number: string) => number.startsWith('+5') && '245'.includes(number.charAt(2));

function ofBrazil(number: string): string[] | undefined {
  const [, area, digits] = brazil.exec(number) ?? [];
  return area && digits ? [`+55${area}9${digits}`, `+55${area}${digits}`] : undefined;
}

function ofMexico(number: string): string[] | undefined {
  const digits = mexico.exec(number)?.[1];
  return digits ? [`+52${digits}`, `+521${digits}`] : undefined;
}

function ofArgentina(number: string): string[] | undefined {
  const [, area = '', rest = ''] = argentinaWith15.map((pattern) => pattern.exec(number)).find((found) => found !== null) ?? [];
  const digits = argentina.exec(number)?.[1] ?? area + rest;
  if (digits === '') return undefined;
  const with15 = (length: number) => `+54${digits.slice(0, length)}15${digits.slice(length)}`;
  return [`+54${digits}`, `+549${digits}`, ...(digits.startsWith('11') ? [with15(2)] : [with15(3), with15(4)])];
}

/** All ways in which a number's line is written, the canonical one first. @param number in E.164; anything else has one spelling, its own */
export function numberSpellings(number: string): readonly string[] {
  if (!hasSeveral(number)) return [number];
  return ofBrazil(number) ?? ofMexico(number) ?? ofArgentina(number) ?? [number];
}

/** The one spelling that stands for all of a line's: for comparing, not for sending. @param number as for `numberSpellings` */
export const canonicalNumber = (number: string): string => (hasSeveral(number) ? (numberSpellings(number)[0] as string) : number);
