import en from './findings/en/finding.json' with { type: 'json' };
import { addWordFiles, inEnglish } from './i18n.ts';
import { defineWords, useWords } from './words.ts';

// Loads with the part that uses the words, and not with the first page.
addWordFiles({
  'hi/finding.json': async () => (await import('./findings/hi/finding.json', { with: { type: 'json' } })).default,
  'es/finding.json': async () => (await import('./findings/es/finding.json', { with: { type: 'json' } })).default,
  'ar/finding.json': async () => (await import('./findings/ar/finding.json', { with: { type: 'json' } })).default,
});

/** Findings of a stream's check. English is the check's own text; a test keeps the two equal. */
const words = defineWords('finding', en);

/** Titles of findings by their codes. */
export const findingTitles = words.title;

type FindingWords = { text: string; what: string; slots: Readonly<Record<string, string | number>> };
const has = <G extends object>(group: G, key: string): key is keyof G & string => Object.hasOwn(group, key);

/** A finding in the reader's language, its numbers as the enterprise writes them. The details of an expression's fault are English, behind the words of its kind. */
export function sayFinding({ text, what, slots }: FindingWords): string {
  const { ref } = slots;
  if (has(en.found, what))
    return words.found(what, typeof ref === 'string' && has(en.ref, ref) ? { ...slots, ref: words.ref(ref) } : { ...slots });
  const english = inEnglish(text);
  if (english !== '') return english;
  return has(en.fault, what) ? `${words.fault(what)}: ${text}` : text;
}

/** The same in a component, which draws again in another language. */
export function useFindingText(): typeof sayFinding {
  useWords(words.found);
  return sayFinding;
}
