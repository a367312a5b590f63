import en from './fields/en/field.json' with { type: 'json' };
import { addWordFiles } from './i18n.ts';
import { defineWords } from './words.ts';

// Loads with the part that uses the words, and not with the first page.
addWordFiles({
  'hi/field.json': async () => (await import('./fields/hi/field.json', { with: { type: 'json' } })).default,
  'es/field.json': async () => (await import('./fields/es/field.json', { with: { type: 'json' } })).default,
  'ar/field.json': async () => (await import('./fields/ar/field.json', { with: { type: 'json' } })).default,
});

/** Words of the date and time fields. */
export const fieldWords = defineWords('field', en);
