import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Bus } from '../realtime/bus.ts';
import type { RecordedEvent, takeRecorded } from './events.ts';

const channel = 'events';
const sweepMs = 1000;
const staleAfter = '2 seconds'; // longer than it takes from a commit to the sending, so this finds only what a crash left unsent

export type Publisher = {
  /** Sends what a committed transaction recorded, and removes it from the outbox soon after. */
  publish: (events: ReturnType<typeof takeRecorded>) => void;
  onEvents: (listener: (events: readonly RecordedEvent[]) => void) => void;
  close: () => Promise<void>;
};

/** Sends recorded events: at least once, in the order of each transaction. Listeners drop what they know already, by number. */
export function startPublisher(db: Db, bus: Bus, onError: (error: unknown) => void): Publisher {
  let sent: number[] = [];
  let isBusy = false;

  async function clear() {
    if (isBusy) return;
    isBusy = true;
    try {
      const batch = sent;
      sent = [];
      if (batch.length > 0) {
        await sql`select delete_sent_events(${batch}::bigint[])`.execute(db).catch((error: unknown) => {
          sent = [...batch, ...sent];
          throw error;
        });
      }
      const stale = await sql<RecordedEvent>`select enterprise_id, name, data from take_stale_events(${staleAfter}::interval, 500)`.execute(
        db,
      );
      if (stale.rows.length > 0) bus.publish(channel, stale.rows);
    } catch (error) {
      onError(error);
    } finally {
      isBusy = false;
    }
  }

  const timer = setInterval(() => void clear(), sweepMs);
  timer.unref();
  return {
    publish(events) {
      if (events.length === 0) return;
      bus.publish(
        channel,
        events.map(({ enterpriseId, name, data }) => ({ enterpriseId, name, data })),
      );
      for (const event of events) sent.push(event.eventId);
    },
    onEvents: (listener) => bus.subscribe(channel, (message) => listener(message as RecordedEvent[])),
    async close() {
      clearInterval(timer);
      await clear();
    },
  };
}
