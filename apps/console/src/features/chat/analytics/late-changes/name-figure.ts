import type { ChatFigure } from '@parley/contract';
import type { SayOf } from '../../../../lib/words.ts';
import type { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';

export type FigureName = ChatFigure;
type Say = SayOf<typeof chatAnalyticsWords.analytics>;

/** Figures that a card shows in its small line, under the name of the card. */
const small = {
  missedTimedOut: 'measure_missed',
  missedOutOfHours: 'measure_missed',
  missedAfterClosing: 'measure_missed',
  closedByAgent: 'measure_closed',
  closedByCustomer: 'measure_closed',
  closedBySystem: 'measure_closed',
  closedByBot: 'measure_closed',
  closedUnknown: 'measure_closed',
  waitMedian: 'short_wait',
  waitP90: 'short_wait',
  firstReplyMedian: 'short_firstReply',
  firstReplyP90: 'short_firstReply',
  handlingMedian: 'short_handling',
  handlingP90: 'short_handling',
} as const;
type Small = keyof typeof small;

const isSmall = (name: ChatFigure): name is Small => name in small;

/** Names each figure of chats, where it stands alone. */
export const nameFigure = (say: Say, name: ChatFigure): string =>
  isSmall(name) ? `${say(small[name])}: ${say(`small_${name}`)}` : say(`measure_${name}`);
