import { z } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';

/** Reads the raw events of a channel; enqueued again while it waits, it runs once. */
export const readRawEvents = defineJob({
  name: 'message.raw-events',
  payload: z.object({ enterpriseId: z.uuid(), channelId: z.uuid() }),
  maxAttempts: 3,
  key: ({ channelId }) => channelId,
});

export type RawEvent = {
  enterpriseId: string;
  channelId: string;
  vendor: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  proof: 'ok' | 'unsigned' | 'bad';
};
export type RawEvents = Batcher<RawEvent, void>;

const most = 200;

/**
 * Keeps what vendors send, as it came, before they are answered: what arrives while earlier events are written shares the next write.
 * Forged ones are kept as well, and never read.
 */
export function createRawEvents(deps: Deps): RawEvents {
  return createBatcher<RawEvent, void>(
    async (events) => {
      const [{ enterpriseId }] = events as [RawEvent];
      const ctx = enterpriseContext(deps, enterpriseId);
      await ctx.transaction((tx) => keepRawEvents(ctx, tx, events));
      return events.map(() => undefined);
    },
    { group: (event) => event.enterpriseId, most },
  );
}

/** The same in the caller's transaction, for events of one enterprise. */
export async function keepRawEvents(ctx: EnterpriseContext, tx: Tx, events: readonly RawEvent[]): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const rows = events.map((event) => ({ ...event, eventId: newId() }));
  await sql`
    with given as (
      select * from unnest(${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.channelId)}::uuid[], ${rows.map((row) => row.vendor)}::text[],
        ${rows.map((row) => row.method)}::text[], ${rows.map((row) => row.query)}::text[], ${rows.map((row) => JSON.stringify(row.headers))}::text[],
        ${rows.map((row) => row.body)}::bytea[], ${rows.map((row) => row.proof)}::text[]) as g(event_id, channel_id, vendor, method, query, headers, body, proof)
    ), queued as (
      insert into raw_event_queue (enterprise_id, channel_id, event_id, received_at)
      select ${enterpriseId}, channel_id, event_id, ${now} from given where proof <> 'bad'
    )
    insert into raw_events (enterprise_id, event_id, received_at, channel_id, vendor, method, query, headers, body, proof)
    select ${enterpriseId}, event_id, ${now}, channel_id, vendor, method, query, headers::jsonb, body, proof from given`.execute(tx);
  for (const channelId of new Set(rows.filter((row) => row.proof !== 'bad').map((row) => row.channelId)))
    await ctx.jobs.enqueue(tx, readRawEvents, { enterpriseId, channelId });
}
