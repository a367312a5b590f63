import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { i18next } from './i18n.ts';

export type Say<K extends string> = (key: K, values?: Record<string, unknown>) => string;

/** Of `x_one` the key `x`, which is said with a count. */
type StemOf<K extends string> = K extends `${infer Stem}_one` ? Stem : never;

/**
 * The words of a part that the first screen does not need, loaded with that part: texts of the specification stand letter by letter.
 * @param namespace of i18next, one for each part
 * @returns what says them outside of components; inside, `useWords` takes it
 * @param words `en` has every key; `hi` the same keys, or some of them. A key `x` may come as `x_one` and `x_other` with a `count`.
 */
export function defineWords<const E extends Record<string, string>>(
  namespace: string,
  words: { en: E; hi: Partial<Record<keyof E, string>> },
) {
  type Key = keyof E & string;
  type Word = Key | StemOf<Key>;
  i18next.addResourceBundle('en', namespace, words.en);
  i18next.addResourceBundle('hi', namespace, words.hi);
  const say: Say<Word> = (key, values) =>
    (i18next.t as unknown as (key: string, options: object) => string)(key, { ns: namespace, ...values });
  return say;
}

/** The same words in a component, which draws again in another language. */
export function useWords<S extends Say<never>>(say: S): S {
  const { i18n } = useTranslation();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes it another function, so who uses it draws again
  return useCallback(((key, values) => say(key, values)) as S, [language, say]);
}
