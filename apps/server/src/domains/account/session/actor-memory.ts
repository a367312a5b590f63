import type { Notices } from '#platform/db/notices.ts';
import type { Actor } from '../../../context.ts';

const rememberedMs = 30_000; // bounds what a lost notice could cost
const mostRemembered = 20_000;

type Remembered = { actor: Actor; until: number };
/** @property until when what opened the door ends by itself */
export type RememberedActor = { actor: Actor; until: Date | null };

export type ActorMemory = {
  /** Returns the remembered actor without a query to the database. */
  recall: (token: string, now: Date) => Actor | undefined;
  /** Asks, and remembers the answer. */
  find: (token: string, now: Date, ask: () => Promise<RememberedActor | undefined>) => Promise<Actor | undefined>;
};

/**
 * Remembers the actor of a token until a session, key, user or role of the enterprise changes. The database announces each such change as
 * it commits, to every process, so an ended session counts on the next call (docs/decisions/0007).
 */
export function createActorMemory(notices: Notices): ActorMemory {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const forget = (matches: (actor: Actor) => boolean) => {
    changes += 1;
    for (const [token, { actor }] of remembered) if (matches(actor)) remembered.delete(token);
  };
  notices.onNotice((enterpriseId) => forget((actor) => actor.enterpriseId === enterpriseId));
  notices.onGap(() => forget(() => true));

  return {
    recall(token, now) {
      const known = remembered.get(token);
      return known && known.until > now.getTime() ? known.actor : undefined;
    },
    async find(token, now, ask) {
      const before = changes;
      const found = await ask();
      if (!found) return undefined;
      // An answer that a change may have overtaken is used this once.
      if (before === changes && notices.isListening()) {
        if (remembered.size >= mostRemembered) remembered.clear();
        const until = Math.min(now.getTime() + rememberedMs, found.until?.getTime() ?? Number.POSITIVE_INFINITY);
        remembered.set(token, { actor: found.actor, until });
      }
      return found.actor;
    },
  };
}
