import { pluralFormat } from '@parley/contract/format/intl';
import en from './locales/en.json';

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** Word `x`, which takes a count, from the keys `x_one`, `x_other` and the further forms that its language has. */
type Word = keyof typeof en extends infer K ? (K extends `${infer Stem}_${Form}` ? Stem : K) : never;
export type Say = (word: Word, values?: { readonly [slot: string]: string | number }) => string;
export type Words = Readonly<Record<string, string>>;

/** Chooses the first wish of somebody, as far as its words are known: the page's own language, else the browser's; English otherwise. */
export function chooseLanguage(wanted: readonly string[], known: readonly string[]): string {
  const [language = ''] = (wanted.find(Boolean) ?? '').toLowerCase().split('-');
  return known.includes(language) ? language : 'en';
}

const english: Record<string, string> = { ...en };

/** A part brings the English words that it alone says. */
export function addEnglish(words: Words): void {
  Object.assign(english, words);
}

/** The widget's own words; title and greeting come from the channel. English stands in for what a language lacks. */
export function sayIn(language: string, given: Words = {}): Say {
  const forms = pluralFormat(language, {});
  const find = (key: string) => given[key] ?? english[key];
  return (word, values = {}) =>
    (find(word) ?? find(`${word}_${forms.select(Number(values.count))}`) ?? find(`${word}_other`) ?? '').replace(
      /{{(\w+)}}/g,
      (_, slot: string) => String(values[slot]),
    );
}

const fromRight = ['ar', 'fa', 'he', 'ur'];
export const directionOf = (language: string): 'ltr' | 'rtl' => (fromRight.includes(language) ? 'rtl' : 'ltr');
