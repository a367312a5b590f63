import { use, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { addWords, type Catalogue, i18next, wordsUnderWay } from './i18n.ts';

export type Say<K extends string> = (key: K, values?: Record<string, unknown>) => string;

/** Function that says the words of one group, with the domain whose files hold them. */
export type Words<K extends string> = Say<K> & { readonly domain: string };

/** Key `x`, which takes a count, from the keys `x_one` and `x_other`. */
type WordIn<G> = keyof G extends infer K ? (K extends `${infer Stem}_${'one' | 'other'}` ? Stem | K : K) & string : never;

/** The key of a word of the group, and what says it: `WordOf<typeof chatWords.conversation>`. */
export type WordOf<W> = W extends Say<infer K> ? K : never;
export type SayOf<W> = Say<WordOf<W>>;

/**
 * The words of a domain, which arrive with the parts that use them.
 * @param domain the name of its files, `locales/<language>/<domain>.json`
 * @param english the English file: it has every key; another language has the same keys, or some of them
 * @returns for each group what says its words outside of components; inside, `useWords` takes it
 */
export function defineWords<const E extends Catalogue>(domain: string, english: E): { readonly [G in keyof E]: Words<WordIn<E[G]>> } {
  addWords(domain, english);
  const groups = Object.keys(english).map((group) => [group, sayFrom(domain, `${group}.`)]);
  return Object.fromEntries(groups) as { [G in keyof E]: Words<WordIn<E[G]>> };
}

/** Says words by the part of their key that follows `path`. */
export const sayFrom = <K extends string>(domain: string, path: string): Words<K> =>
  Object.assign(
    (key: K, values?: Record<string, unknown>) =>
      (i18next.t as (key: string, options: object) => string)(path + key, { ns: domain, ...values }),
    { domain },
  );

/** The same words in a component, which draws again in another language. */
export function useWords<K extends string>(words: Words<K>): Say<K> {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const arrival = wordsUnderWay(words.domain);
  // A part that was loaded in another language waits for its words, rather than to say them in English first.
  if (arrival !== undefined) use(arrival);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes it another function, so who uses it draws again
  return useCallback<Say<K>>((key, values) => words(key, values), [language, words]);
}
