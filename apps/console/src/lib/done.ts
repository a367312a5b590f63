import { commonWords } from '../locales/common.ts';
import { inEnglish } from './i18n.ts';
import type { WordOf } from './words.ts';

export type DoneWord = WordOf<typeof commonWords.done>;

/** Returns the text for a successful change: the server's message in English, the name of the action in other languages. */
export const sayDone = (message: string, done: DoneWord): string => inEnglish(message) || commonWords.done(done);
