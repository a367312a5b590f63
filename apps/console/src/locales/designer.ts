import { defineWords } from '../lib/words.ts';
import en from './en/designer.json';

/** Words of the page around the designer; what the designer says inside of its frame is its own. */
export const designerWords = defineWords('designer', en);
