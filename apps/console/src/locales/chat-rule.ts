import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/chat-rule.json';

/** Words of the rules of chats, which are loaded with their settings. */
export const chatRuleWords = defineWords('chat-rule', en);

export type RuleSay = SayOf<typeof chatRuleWords.rule>;
