import { chatStates } from '@parley/contract';
import type { ChatService, KeptResolution, Still } from '#platform/db/schema.chat.ts';

/** Pure decisions about the time that the resolution of a chat has taken: since when it counts, and when it stands still. */

type ResolvedChat = { state: number; waitingSince: Date | null; pickedUpAt: Date | null; service: ChatService };

/** Nobody suspends a chat as often; a program might, and its row must not grow without an end. */
const stillsAtMost = 100;

/** The pickup that its resolution counts from: the first one, or that by which it was reopened. */
export const resolutionBegan = ({ service, pickedUpAt }: Pick<ResolvedChat, 'service' | 'pickedUpAt'>): Date | null =>
  service.resolution?.since ? new Date(service.resolution.since) : pickedUpAt;

/** A suspension while the customer waits for an answer is no rest: otherwise an agent would stop the clock with it. */
const standsStill = ({ state, waitingSince }: Pick<ResolvedChat, 'state' | 'waitingSince'>): boolean =>
  state === chatStates.suspended && waitingSince === null;

/** Tells whether it is noted that the resolution stands still. */
export const isNotedStill = ({ resolution }: ChatService): boolean => resolution?.stills?.at(-1)?.[1] === null;

function setKept(chat: ResolvedChat, kept: KeptResolution | undefined): void {
  const { resolution: _before, ...others } = chat.service;
  chat.service = kept ? { ...others, resolution: kept } : others;
}

/** A closed chat that goes on is resolved anew: what it took before has ended with its closing. */
export function beginResolution(chat: ResolvedChat, now: Date): void {
  setKept(chat, { since: now.toISOString() });
}

/** Joins the two times of which the second follows the first soonest, where there are too many. */
function joinNearest(stills: Still[]): Still[] {
  if (stills.length <= stillsAtMost) return stills;
  const gapBefore = (place: number) => Date.parse(stills[place]?.[0] ?? '') - Date.parse(stills[place - 1]?.[1] ?? '');
  let nearest = 1;
  for (let place = 2; place < stills.length; place += 1) if (gapBefore(place) < gapBefore(nearest)) nearest = place;
  const joined: Still = [stills[nearest - 1]?.[0] ?? '', stills[nearest]?.[1] ?? null];
  return stills.toSpliced(nearest - 1, 2, joined);
}

/**
 * Notes that the resolution stands still from now on, or counts again. It is kept of chats without a policy too: one may come, and a chat
 * does not lose its rests by a department that has none. A closed chat keeps nothing.
 */
export function noteStill(chat: ResolvedChat, now: Date): void {
  const { resolution } = chat.service;
  if (chat.state === chatStates.closed) {
    if (resolution) setKept(chat, undefined);
    return;
  }
  const isStill = standsStill(chat);
  const stills = resolution?.stills ?? [];
  const last = stills.at(-1);
  if (isStill === isNotedStill(chat.service)) return;
  const at = now.toISOString();
  const next: Still[] = isStill || !last ? [...stills, [at, null]] : [...stills.slice(0, -1), [last[0], at]];
  setKept(chat, { ...resolution, stills: joinNearest(next) });
}

/** Notes that the act of a policy has happened: it does not happen again, whatever departments the chat comes through. */
export function noteActed(chat: ResolvedChat, policyId: string | null): void {
  const { resolution } = chat.service;
  const acted = resolution?.acted ?? [];
  if (policyId !== null && !acted.includes(policyId)) setKept(chat, { ...resolution, acted: [...acted, policyId] });
}

export const hasActed = ({ resolution }: ChatService, policyId: string | null): boolean =>
  policyId !== null && (resolution?.acted?.includes(policyId) ?? false);
