import { commonWords } from '../locales/common.ts';
import { inEnglish } from './i18n.ts';
import type { WordOf } from './words.ts';

export type DoneWord = WordOf<typeof commonWords.done>;

/** What is said of a change that went well: in English what the server said of it, in other languages what was done. */
export const sayDone = (message: string, done: DoneWord): string => inEnglish(message) || commonWords.done(done);
