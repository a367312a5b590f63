import { defineWords } from '../lib/words.ts';
import en from './en/chat-settings.json';

/** Words of the settings of chats: apart from those of conversations, which the first page loads. */
export const chatSettingsWords = defineWords('chat-settings', en);
