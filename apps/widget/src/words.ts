import en from './locales/en.json';

/** Word `x`, which takes a count, from the keys `x_one` and `x_other`. */
type Word = keyof typeof en extends infer K ? (K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K) : never;
export type Say = (word: Word, values?: { readonly [slot: string]: string | number }) => string;

/** The widget's own words; title and greeting come from the channel. A language is one file, and all of them come with the one script. */
const languages = import.meta.glob<Record<string, string>>('./locales/*.json', { eager: true, import: 'default' });

/** Chooses words by the page's own language, else the browser's; English where neither is known, and for what a language lacks. */
export function chooseWords(wanted: readonly string[]): Say {
  const [language = ''] = (wanted.find(Boolean) ?? '').toLowerCase().split('-');
  const words = { ...en, ...languages[`./locales/${language}.json`] } as Record<string, string>;
  return (word, values = {}) =>
    (words[word] ?? words[`${word}_${values.count === 1 ? 'one' : 'other'}`] ?? '').replace(/{{(\w+)}}/g, (_, slot: string) =>
      String(values[slot]),
    );
}
