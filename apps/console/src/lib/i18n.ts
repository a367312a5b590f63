import { addWordLists } from '@parley/ui/i18n';

/** English comes with the parts that say it; the files of the others are asked for by language and domain. */
addWordLists({
  hi: async () => (await import('./word-files/hi.ts')).files,
  es: async () => (await import('./word-files/es.ts')).files,
  ar: async () => (await import('./word-files/ar.ts')).files,
});

export { addWords, type Catalogue, hasChosenLanguage, i18next, inEnglish, restoreLanguage, setLanguage } from '@parley/ui/i18n';
