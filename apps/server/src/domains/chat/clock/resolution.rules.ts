import { chatStates } from '@parley/contract';
import type { ChatService, ChatTable, KeptResolution, Rest } from '#platform/db/schema.chat.ts';

/** Pure decisions about the time that the resolution of a chat has taken: since when it counts, and when it stands still. */

type ResolvedChat = {
  state: number;
  handledBy: ChatTable['handledBy'];
  waitingSince: Date | null;
  pickedUpAt: Date | null;
  service: ChatService;
};

/** Nobody suspends a chat as often; a program might, and its row must not grow without an end. */
const restsAtMost = 100;

/** The pickup that its resolution counts from: the first one, or that by which it was reopened. */
export const resolutionBegan = ({ service, pickedUpAt }: Pick<ResolvedChat, 'service' | 'pickedUpAt'>): Date | null =>
  service.resolution?.since ? new Date(service.resolution.since) : pickedUpAt;

/**
 * A suspension while the customer waits for an answer is no rest: otherwise an agent would stop the clock with it. What was returned to a stream
 * or bot rests until people have it again.
 */
const isAtRest = ({ state, handledBy, waitingSince, pickedUpAt }: Omit<ResolvedChat, 'service'>): boolean =>
  (state === chatStates.suspended && waitingSince === null) || (pickedUpAt !== null && (handledBy === 'bot' || handledBy === 'stream'));

/** Tells whether it is noted that the resolution stands still. */
export const isNotedRest = ({ resolution }: ChatService): boolean => resolution?.rests?.at(-1)?.[1] === null;

function setKept(chat: ResolvedChat, kept: KeptResolution | undefined): void {
  const { resolution: _before, ...others } = chat.service;
  chat.service = kept ? { ...others, resolution: kept } : others;
}

/** A closed chat that goes on is resolved anew: what it took before has ended with its closing. */
export function beginResolution(chat: ResolvedChat, now: Date): void {
  setKept(chat, { since: now.toISOString() });
}

/** Joins the two times of which the second follows the first soonest, where there are too many. */
function joinNearest(rests: Rest[]): Rest[] {
  if (rests.length <= restsAtMost) return rests;
  const gapBefore = (place: number) => Date.parse(rests[place]?.[0] ?? '') - Date.parse(rests[place - 1]?.[1] ?? '');
  let nearest = 1;
  for (let place = 2; place < rests.length; place += 1) if (gapBefore(place) < gapBefore(nearest)) nearest = place;
  const joined: Rest = [rests[nearest - 1]?.[0] ?? '', rests[nearest]?.[1] ?? null];
  return rests.toSpliced(nearest - 1, 2, joined);
}

/**
 * Notes that the resolution stands still from now on, or counts again. It is kept of chats without a policy too: one may come, and a chat
 * does not lose its rests by a department that has none. A closed chat keeps nothing.
 */
export function noteRest(chat: ResolvedChat, now: Date): void {
  const { resolution } = chat.service;
  if (chat.state === chatStates.closed) {
    if (resolution) setKept(chat, undefined);
    return;
  }
  const isResting = isAtRest(chat);
  const rests = resolution?.rests ?? [];
  const last = rests.at(-1);
  if (isResting === isNotedRest(chat.service)) return;
  const at = now.toISOString();
  const next: Rest[] = isResting || !last ? [...rests, [at, null]] : [...rests.slice(0, -1), [last[0], at]];
  setKept(chat, { ...resolution, rests: joinNearest(next) });
}

/** Notes that the act of a policy has happened: it does not happen again, whatever departments the chat comes through. */
export function noteActed(chat: ResolvedChat, policyId: string | null): void {
  const { resolution } = chat.service;
  const acted = resolution?.acted ?? [];
  if (policyId !== null && !acted.includes(policyId)) setKept(chat, { ...resolution, acted: [...acted, policyId] });
}

export const hasActed = ({ resolution }: ChatService, policyId: string | null): boolean =>
  policyId !== null && (resolution?.acted?.includes(policyId) ?? false);
