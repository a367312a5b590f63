import { commonWords } from '../locales/common.ts';
import { inEnglish } from './i18n.ts';

/** What is said of a change that went well: in English what the server said of it, in other languages that it is made. */
export const sayDone = (message: string): string => inEnglish(message) || commonWords.ui('isDone');
