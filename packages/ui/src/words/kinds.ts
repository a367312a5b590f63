import { addWordFiles } from './i18n.ts';
import { words as en } from './kinds.en.gen.ts';
import { defineWords } from './words.ts';

// Loads with the part that uses the words, and not with the first page.
addWordFiles({
  'hi/kind.json': async () => (await import('./kinds.hi.gen.ts')).words,
  'es/kind.json': async () => (await import('./kinds.es.gen.ts')).words,
  'ar/kind.json': async () => (await import('./kinds.ar.gen.ts')).words,
});

/** Names of the kinds of nodes, for pages that show a stream without the designer. */
export const kindWords = defineWords('kind', en);
