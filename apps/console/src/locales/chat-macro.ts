import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/chat-macro.json';

/** Words of macros, which are loaded when somebody wants one. */
export const chatMacroWords = defineWords('chat-macro', en);

export type MacroSay = SayOf<typeof chatMacroWords.macro>;
