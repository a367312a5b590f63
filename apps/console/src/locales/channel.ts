import { defineWords, type WordOf } from '../lib/words.ts';
import en from './en/channel.json';

/** Words of channels, templates and the sandbox. */
export const channelWords = defineWords('channel', en);

export type TemplateWord = WordOf<typeof channelWords.template>;
