import type { Catalogue, WordFiles } from '@parley/ui/i18n';

/** The files of words of this language. */
export const files: WordFiles = import.meta.glob<Catalogue>('../../locales/ar/*.json', { import: 'default' });
