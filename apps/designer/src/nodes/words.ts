import { addWordFiles } from '@parley/ui/i18n';
import { defineWords, type Say, useWords, type WordOf, type Words } from '@parley/ui/words';
import shared from '../locales/en/designer.json';
import { designerWords } from '../words.ts';
import { words as en } from './words.en.gen.ts';

addWordFiles({
  'hi/node.json': async () => (await import('./words.hi.gen.ts')).words,
  'es/node.json': async () => (await import('./words.es.gen.ts')).words,
  'ar/node.json': async () => (await import('./words.ar.gen.ts')).words,
});

/** The words that each kind of node has of its own: `kind`, which is its name, its labels, and what its summary says. */
export const nodeWords = defineWords('node', en);

type SharedWord = WordOf<typeof designerWords.field>;
const isShared = (key: string): key is SharedWord => Object.hasOwn(shared.field, key);

/** Says the labels of a form: those that several kinds share, and its kind's own. */
export function useFieldWords<K extends string>(own: Words<K>): Say<K | SharedWord> {
  const sayShared = useWords(designerWords.field);
  const sayOwn = useWords(own);
  return (key, values) => (isShared(key) ? sayShared(key, values) : sayOwn(key as K, values));
}
