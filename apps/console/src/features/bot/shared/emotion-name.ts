import type { emotionLabels } from '@parley/contract';
import type { SayOf } from '../../../lib/words.ts';
import type { botWords } from '../../../locales/bot.ts';

/** 'neutral' is a level as well. */
export const nameOfEmotion = (say: SayOf<typeof botWords.sentiment>, emotion: (typeof emotionLabels)[number]): string =>
  say(emotion === 'neutral' ? 'neutralEmotion' : emotion);
