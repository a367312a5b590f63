import type { Recorded, Spell } from '@parley/routing/replay';
import type { ChatRouting } from '../routing/chat.fit.ts';
import type { ChatOfRange, OfferOfRange, Range, SpellOfRange } from './range.repository.ts';

type Demands = Pick<Recorded, 'language' | 'languageMs' | 'skills' | 'agentId' | 'agentMs'>;

/** Demands of a chat, by the time since its wait began. */
function demandsOf({ from, language, languageUntil, skills, agentId, agentUntil }: Partial<ChatRouting>): Demands {
  const msUntil = (until: string | null | undefined) => (until && from ? Math.max(0, Date.parse(until) - Date.parse(from)) : 0);
  return {
    language: language ?? null,
    languageMs: msUntil(languageUntil),
    skills: (skills ?? []).map(({ id, level, until }) => ({ id, level, ms: msUntil(until) })),
    agentId: agentId ?? null,
    agentMs: msUntil(agentUntil),
  };
}

const toSpell = ({ userId, beganAt, endedAt, suspendedMs }: SpellOfRange, now: Date): Spell => ({
  userId,
  from: beganAt.getTime(),
  until: (endedAt ?? now).getTime(),
  suspendedMs,
});

/** Offers that nobody took, and how long the one took that somebody did. When an offer was declined is read from the next one. */
type Reactions = Pick<Recorded, 'tries' | 'reactionMs' | 'reactionAtLeastMs'>;

function reactionsOf(made: readonly OfferOfRange[], pickedAt: number | null, endedAt: number | null): Reactions {
  const offers = made.filter(({ state }) => state !== 'withdrawn');
  // The customer left, or the chat was missed, while somebody had it on offer.
  const open = made.at(-1)?.state === 'withdrawn' ? made.at(-1) : undefined;
  const taken = offers.findIndex(({ state }) => state === 'accepted');
  const refused = (taken < 0 ? offers : offers.slice(0, taken)).map(({ state, createdAt, expiresAt }, place) => {
    const limit = expiresAt.getTime() - createdAt.getTime();
    const next = offers[place + 1];
    const ms = state === 'declined' && next ? Math.min(limit, next.createdAt.getTime() - createdAt.getTime()) : limit;
    return { ms, isDeclined: state === 'declined' };
  });
  const accepted = offers[taken];
  return {
    tries: refused,
    reactionMs: pickedAt === null ? null : accepted ? Math.max(0, pickedAt - accepted.createdAt.getTime()) : 0,
    reactionAtLeastMs: open && endedAt !== null ? Math.max(0, endedAt - open.createdAt.getTime()) : 0,
  };
}

/**
 * Chats as the replay reads them.
 * @returns `byHand` those whose first agent got them neither by an offer of the program nor from it at once
 */
export function toRecorded(
  chats: readonly ChatOfRange[],
  spells: readonly SpellOfRange[],
  offers: readonly OfferOfRange[],
  { from, until }: Range,
  now: Date,
): { chats: Recorded[]; byHand: Set<string> } {
  const [spellsOf, offersOf] = [Map.groupBy(spells, ({ chatId }) => chatId), Map.groupBy(offers, ({ chatId }) => chatId)];
  const byHand = new Set<string>();
  const recorded = chats
    .filter(({ queuedAt }) => queuedAt >= from && queuedAt < until)
    .map((chat): Recorded => {
      const own = spellsOf.get(chat.chatId) ?? [];
      const made = offersOf.get(chat.chatId) ?? [];
      const [first] = own;
      const isGiven = first?.begun === 'routed' || (first?.begun === 'assigned' && made.some(({ state }) => state === 'accepted'));
      if (first && !isGiven && !(chat.missedAt && chat.missedAt <= first.beganAt)) byHand.add(chat.chatId);
      const pickedAt = chat.pickedUpAt?.getTime() ?? null;
      return {
        chatId: chat.chatId,
        departmentId: chat.deptId,
        at: chat.queuedAt.getTime(),
        weight: chat.weight,
        priority: chat.priority,
        ...demandsOf(chat.routing),
        ...reactionsOf(made, first ? first.beganAt.getTime() : null, (chat.leftAt ?? chat.missedAt)?.getTime() ?? null),
        pickedAt,
        missedAt: chat.missedAt?.getTime() ?? null,
        leftAt: chat.leftAt?.getTime() ?? null,
        spells: own.map((spell) => toSpell(spell, now)),
      };
    });
  return { chats: recorded, byHand };
}
