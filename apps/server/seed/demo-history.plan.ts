import { customerCount, demoNumber } from './demo-customers.ts';
import {
  askForPerson,
  badComments,
  comments,
  pages,
  pleased,
  surveys,
  type Topic,
  topics,
  understood,
  unknown,
  upset,
} from './demo-history.words.ts';
import type { DemoSending } from './demo-sending.ts';
import { createRandom, type Random } from './random.ts';

export const dayMs = 86_400_000;
export const historyDays = 30;
export const historySeed = 1_967;

/** The contents of the history and its progress, as stored in the enterprise's settings. */
export type HistoryMark = DemoSending & {
  web: string;
  botId: string;
  /** Keyed by e-mail address */
  users: Record<string, { userId: string; name: string; role: number }>;
  /** Creation time of the enterprise; the history ends then. */
  beganAt: string;
  seed: number;
  /** Steps that are made */
  done: number;
};

export type PlannedChat = {
  key: string;
  startedAt: Date;
  line: 'web' | 'whatsApp';
  /** Number of somebody in the phone book; '': an unknown visitor */
  number: string;
  visit: { pageUrl: string; pageTitle: string };
  /** The customer's words before an agent is there; on the website the bot answers them. */
  asks: string[];
  /** A chat that the bot gives away, as one without a model does, goes on as a closed one. */
  end: 'bot' | 'closed' | 'missed' | 'pickedUpLate' | 'open';
  agent: string;
  waitSeconds: number;
  topic: Topic;
  thanks: string;
  /** 0: the customer gave none */
  stars: number;
  comment: string;
};

/** A walk through the survey. @property says the customer's words, of which the first begins it */
export type PlannedWalk = { key: string; startedAt: Date; number: string; says: readonly string[]; thinksSeconds: number };

export type PlannedBroadcast = {
  sentAt: Date;
  line: 'whatsApp' | 'sms';
  template: string;
  /** Name of a group; '': the numbers alone */
  group: string;
  numbers: string[];
  /** Seed of each message's fate */
  seed: number;
  /** Number of messages carried before somebody cancels the rest; null: all */
  cancelledAfter: number | null;
};

export type HistoryStep =
  | { kind: 'templates' | 'library' | 'imports' | 'campaigns' | 'classes' }
  | { kind: 'refusals'; numbers: string[] }
  | { kind: 'broadcasts'; broadcasts: PlannedBroadcast[] }
  | { kind: 'walks'; walks: PlannedWalk[] }
  | { kind: 'chats'; chats: PlannedChat[] };

const zoneMs = 5.5 * 3_600_000; // the demo's shop keeps the hours of Asia/Kolkata
const hourMs = 3_600_000;
const agents = ['agent@demo.example', 'agent2@demo.example'] as const;
const broadcastsOfStep = 8;
/** A chat that is over before the history ends began at least this long before. */
const longestChatMs = 3 * hourMs;
/** The survey waits a day for its first answer, half a one for the reason. */
export const longestWalkMs = dayMs + hourMs;
const walkDays = 14;
const walkCount = 40;

/** A moment of the shop's day, so many days before the history ends. */
export const daysBefore = ({ beganAt }: Pick<HistoryMark, 'beganAt'>, days: number): Date => {
  const midnight = Math.floor((Date.parse(beganAt) + zoneMs) / dayMs) * dayMs - zoneMs;
  return new Date(midnight - days * dayMs + 10 * hourMs + ((days * 37) % 300) * 60_000);
};

const isSunday = (day: Date) => new Date(day.getTime() + zoneMs).getUTCDay() === 0;
const at = (day: Date, hour: number, random: Random): Date =>
  new Date(day.getTime() + hour * hourMs + random.between(0, 59) * 60_000 + random.between(0, 59) * 1000);

/** The midnights of the shop's days, the oldest first; the last one is today. */
function listDays(end: Date): Date[] {
  const today = Math.floor((end.getTime() + zoneMs) / dayMs) * dayMs - zoneMs;
  return Array.from({ length: historyDays }, (_, index) => new Date(today - (historyDays - 1 - index) * dayMs));
}

function planEnd(random: Random, line: PlannedChat['line']): PlannedChat['end'] {
  if (line === 'web' && random.isOneOf(0.5)) return 'bot';
  if (random.isOneOf(0.1)) return 'missed';
  return random.isOneOf(0.05) ? 'pickedUpLate' : 'closed';
}

function planAsks(random: Random, line: PlannedChat['line'], end: PlannedChat['end'], topic: Topic): string[] {
  if (line === 'whatsApp') return [topic.opening];
  const asks: string[] = [random.pick(understood)];
  if (random.isOneOf(0.45)) asks.push(random.pick(random.isOneOf(0.6) ? unknown : upset));
  if (random.isOneOf(0.4)) asks.push(random.pick(understood));
  if (end === 'bot') return random.isOneOf(0.5) ? [...asks, random.pick(pleased)] : asks;
  return [...asks.slice(0, 2), random.pick(askForPerson)];
}

function planRating(random: Random, waitSeconds: number): Pick<PlannedChat, 'stars' | 'comment'> {
  if (!random.isOneOf(0.6)) return { stars: 0, comment: '' };
  const stars = waitSeconds > 300 ? random.between(1, 3) : random.pick([1, 2, 3, 4, 4, 4, 5, 5, 5, 5]);
  return { stars, comment: random.pick(stars < 3 ? badComments : comments) };
}

function planChat(random: Random, startedAt: Date, key: string, number: string): PlannedChat {
  const line = number !== '' && random.isOneOf(0.25) ? 'whatsApp' : 'web';
  const end = planEnd(random, line);
  const topic = random.pick(topics);
  const waitSeconds = random.isOneOf(0.15) ? random.between(200, 540) : random.between(8, 120);
  return {
    key,
    startedAt,
    line,
    number,
    visit: random.pick(pages),
    asks: planAsks(random, line, end, topic),
    end,
    agent: random.pick(agents),
    waitSeconds,
    topic,
    thanks: random.isOneOf(0.7) ? random.pick(pleased) : '',
    ...planRating(random, waitSeconds),
  };
}

function planChats(random: Random, end: Date): HistoryStep[] {
  // Everybody writes once, so that no chat of one day goes on in another one's.
  const numbers = random.shuffled(Array.from({ length: customerCount }, (_, index) => demoNumber(index)));
  let count = 0;
  const plan = (startedAt: Date): PlannedChat => {
    count += 1;
    return planChat(random, startedAt, `demo-${count}`, random.isOneOf(0.75) ? (numbers.pop() ?? '') : '');
  };
  const steps = listDays(end).map((day): HistoryStep => {
    const times = Array.from({ length: isSunday(day) ? random.between(1, 2) : random.between(3, 6) }, () =>
      at(day, random.between(8, 20), random),
    );
    return { kind: 'chats', chats: times.map(plan).filter(({ startedAt }) => startedAt.getTime() + longestChatMs < end.getTime()) };
  });
  // Somebody waits for an answer when the demo is opened for the first time.
  const open = [25, 12].map((minutes): PlannedChat => {
    const chat = planChat(random, new Date(end.getTime() - minutes * 60_000), `demo-open-${minutes}`, numbers.pop() ?? '');
    return {
      ...chat,
      line: 'web',
      asks: [random.pick(understood), random.pick(askForPerson)],
      end: 'open',
      agent: agents[0],
      waitSeconds: 20,
    };
  });
  return [...steps, { kind: 'chats', chats: open }];
}

function planBroadcasts(random: Random, end: Date): HistoryStep[] {
  const numbers = (least: number, most: number) =>
    random.shuffled(Array.from({ length: customerCount }, (_, index) => demoNumber(index))).slice(0, random.between(least, most));
  const broadcasts = listDays(end).flatMap((day, index): PlannedBroadcast[] => {
    const plain = { group: '', cancelledAfter: null };
    const planned: PlannedBroadcast[] = [];
    if (!isSunday(day))
      planned.push({ ...plain, sentAt: at(day, 7, random), line: 'sms', template: 'delivery_today', numbers: numbers(8, 18), seed: index });
    if (!isSunday(day) && index % 2 === 0) {
      const typed = numbers(6, 24);
      planned.push({
        ...plain,
        sentAt: at(day, 16, random),
        line: 'whatsApp',
        template: 'order_update',
        // People type a number twice, or not to its end.
        numbers: index % 4 === 0 ? [...typed, typed[0] as string, '9000 01'] : typed,
        seed: 100 + index,
      });
    }
    if (index % 7 === 4)
      planned.push({
        sentAt: at(day, 11, random),
        line: 'whatsApp',
        template: 'weekend_offer',
        group: ['Loyalty club', 'Newcomers', 'Loyalty club', 'Wholesale'][Math.floor(index / 7)] ?? 'Loyalty club',
        numbers: [],
        seed: 200 + index,
        cancelledAfter: index === 25 ? 40 : null,
      });
    return planned.filter(({ sentAt }) => sentAt.getTime() + longestChatMs < end.getTime());
  });
  const chunks = Array.from({ length: Math.ceil(broadcasts.length / broadcastsOfStep) }, (_, index) =>
    broadcasts.slice(index * broadcastsOfStep, (index + 1) * broadcastsOfStep),
  );
  return chunks.map((chunk) => ({ kind: 'broadcasts', broadcasts: chunk }));
}

/** Walks through the survey, of people who write to nobody else. */
function planWalks(random: Random, end: Date, isBusy: (number: string) => boolean): HistoryStep {
  const numbers = random.shuffled(
    Array.from({ length: customerCount }, (_, index) => demoNumber(index)).filter((number) => !isBusy(number)),
  );
  const days = listDays(end).slice(-walkDays);
  const walks = Array.from({ length: walkCount }, (_, index): PlannedWalk => {
    const startedAt = at(days[index % walkDays] as Date, random.between(8, 20), random);
    return {
      key: `demo-walk-${index + 1}`,
      startedAt,
      number: numbers[index] as string,
      says: random.pick(surveys),
      thinksSeconds: random.between(15, 240),
    };
  });
  return { kind: 'walks', walks: walks.filter(({ startedAt }) => startedAt.getTime() + longestChatMs < end.getTime()) };
}

/** All that happens in the thirty days up to `end`, in the steps in which it is made; the same for the same seed and end. */
export function planHistory(seed: number, end: Date): HistoryStep[] {
  const random = createRandom(seed);
  const refused = random.shuffled(Array.from({ length: customerCount }, (_, index) => demoNumber(index))).slice(0, 6);
  const broadcasts = planBroadcasts(random, end);
  const chats = planChats(random, end);
  const writers = new Set(chats.flatMap((step) => (step.kind === 'chats' ? step.chats.map(({ number }) => number) : [])));
  return [
    { kind: 'templates' },
    { kind: 'library' },
    { kind: 'imports' },
    { kind: 'refusals', numbers: refused },
    ...broadcasts,
    { kind: 'campaigns' },
    { kind: 'classes' },
    ...chats,
    planWalks(createRandom(seed + 1), end, (number) => writers.has(number) || refused.includes(number)),
  ];
}
