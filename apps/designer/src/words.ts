import { addWordFiles, type Catalogue } from '@parley/ui/i18n';
import { defineWords } from '@parley/ui/words';
import en from './locales/en/designer.json';

addWordFiles(import.meta.glob<Catalogue>(['./locales/*/*.json', '!./locales/en/*.json'], { import: 'default' }));

/** Every word of the designer. */
export const designerWords = defineWords('designer', en);
