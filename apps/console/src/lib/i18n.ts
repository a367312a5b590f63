import { addWordFiles, type Catalogue } from '@parley/ui/i18n';

/** English comes with the parts that say it; the files of the others are asked for by language and domain. */
addWordFiles(import.meta.glob<Catalogue>(['../locales/*/*.json', '!../locales/en/*.json'], { import: 'default' }));

export { addWords, type Catalogue, hasChosenLanguage, i18next, inEnglish, restoreLanguage, setLanguage } from '@parley/ui/i18n';
