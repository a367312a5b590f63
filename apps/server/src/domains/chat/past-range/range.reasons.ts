import type { ChatConfig, ScenarioReasonTold } from '@parley/contract';
import { scenarioChatsMax } from '@parley/contract';
import type { Person, Recorded } from '@parley/routing/replay';
import { isRouted } from '../routing/chat.fit.ts';

/** Fewer chats of a department tell little: decision 0109 has the measurement. */
const leastChats = 200;
/** A larger share of chats that reached their agent past the router, or whose agent is not recorded as online, explains a failure. */
const mostStrangeShare = 0.05;

export const reason = (code: ScenarioReasonTold['code'], told: Partial<ScenarioReasonTold> = {}): ScenarioReasonTold => ({
  code,
  count: 0,
  figure: null,
  was: null,
  replayed: null,
  ...told,
});

export type Known = {
  config: ChatConfig;
  chats: readonly Recorded[];
  people: ReadonlyMap<string, Person>;
  /** Chats that an agent got past the router */
  byHand: ReadonlySet<string>;
  isSettingChanged: boolean;
  isCalendarChanged: boolean;
  isIncomplete: boolean;
  all: number;
};

/** Finds why nothing can be told of a department, before anything is replayed. */
export function reasonsOf({ config, chats, people, byHand, all, ...known }: Known): ScenarioReasonTold[] {
  const attended = chats.filter(({ spells }) => spells.length > 0);
  const picked = attended.filter(({ chatId }) => byHand.has(chatId)).length;
  const unseen = attended.filter((chat) => !isSeen(chat, people)).length;
  const isStrange = (count: number) => count > attended.length * mostStrangeShare;
  return [
    ...(all > scenarioChatsMax ? [reason('tooMany', { count: all })] : []),
    ...(known.isIncomplete ? [reason('factsMissing')] : []),
    ...(chats.length < leastChats ? [reason('tooFew', { count: chats.length })] : []),
    ...(!isRouted(config) || isStrange(picked) ? [reason('pickedByHand', { count: picked })] : []),
    ...(isStrange(unseen) ? [reason('presenceUnknown', { count: unseen })] : []),
    ...(known.isSettingChanged ? [reason('settingsChanged')] : []),
    ...(known.isCalendarChanged ? [reason('hoursChanged')] : []),
  ];
}

/** Agents may leave between the offer and its acceptance. */
const graceMs = 60_000;

/** Tells whether the agent who had the chat first is recorded as online then. */
function isSeen({ spells }: Recorded, people: ReadonlyMap<string, Person>): boolean {
  const first = spells[0];
  if (!first) return false;
  const online = people.get(first.userId)?.online ?? [];
  return online.some(([from, until]) => from - graceMs <= first.from && first.from <= until + graceMs);
}
