import { defineWords } from '@parley/ui/words';
import en from '../locales/en/form.json';
import '../words.ts';

/** Words of the designer of forms; those of its fields are the designer's. */
export const formWords = defineWords('form', en);
