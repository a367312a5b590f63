import { analyticsMeasureTexts } from '../chat/analytics-kinds.ts';
import type { FigureMeasure } from './figure-kinds.ts';

/** Names of measures in English, for mails and programs; the console has those of its languages. */
export const figureTexts: Readonly<Record<FigureMeasure, string>> = {
  ...analyticsMeasureTexts,
  'turn.messages': 'Messages to the bot',
  'turn.scoped': 'Messages in scope',
  'turn.weak': 'Weak understanding',
  'turn.conversations': 'Conversations with the bot',
  'turn.averageMessages': 'Messages a conversation',
  'turn.dayPeople': 'People who wrote to the bot, a day',
};
