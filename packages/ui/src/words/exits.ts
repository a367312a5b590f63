import en from './exits/en/exit.json' with { type: 'json' };
import { addWordFiles } from './i18n.ts';
import { defineWords } from './words.ts';

// Loads with the part that uses the words, and not with the first page.
addWordFiles({
  'hi/exit.json': async () => (await import('./exits/hi/exit.json', { with: { type: 'json' } })).default,
  'es/exit.json': async () => (await import('./exits/es/exit.json', { with: { type: 'json' } })).default,
  'ar/exit.json': async () => (await import('./exits/ar/exit.json', { with: { type: 'json' } })).default,
});

/** Words of the exits that nodes of every stream have (`exitNames` of `packages/journey`), for console and designer. */
export const exitWords = defineWords('exit', en).exit;
