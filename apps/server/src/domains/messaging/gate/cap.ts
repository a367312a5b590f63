import { canonicalNumber } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import type { TakenRow } from '../queue/queue.repository.ts';
import { spellingsOf } from './gate.facts.ts';

/** Days before the cap's window in which a message may have been queued that leaves within the window: its run was paused, or is slow. */
const mostHeldDays = 31;
const dayMs = 24 * 3_600_000;

/**
 * Returns the rows of marketing, about to leave, that would exceed their recipients' cap. The gate has counted when the audience was frozen: two runs that were
 * frozen at once have not seen each other, and one that was held has left its days. What counts here is what has left, and what is on the wire.
 * Claims of an enterprise take turns from here to their commit, so that none counts past another; they lock nothing that another one waits for.
 * @param rows in the order in which they leave, on the wire by this transaction
 */
export async function findOverCap(ctx: EnterpriseContext, tx: Tx, rows: readonly TakenRow[], now: Date): Promise<TakenRow[]> {
  if (rows.length === 0) return [];
  const { enterpriseId } = ctx;
  const { isOn, count, days } = (await readSendingSettings(tx, enterpriseId)).frequencyCap;
  if (!isOn) return [];
  const [, left] = await Promise.all([takeTurn(tx, enterpriseId), countLeft(tx, enterpriseId, rows, { most: count, days, now })]);
  return rows.filter(({ address }) => {
    const line = canonicalNumber(address);
    const before = left.get(line) ?? 0;
    left.set(line, before + 1);
    return before >= count;
  });
}

const takeTurn = (tx: Tx, enterpriseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cap ${enterpriseId}`}, 0))`.execute(tx);

/** Counts, by canonical number, the marketing that the recipients of these rows got within the window or are getting now, these rows excluded. @param most is not counted further */
async function countLeft(
  tx: Tx,
  enterpriseId: string,
  rows: readonly TakenRow[],
  { most, days, now }: { most: number; days: number; now: Date },
): Promise<Map<string, number>> {
  const since = new Date(now.getTime() - days * dayMs);
  const writtenSince = new Date(since.getTime() - mostHeldDays * dayMs);
  const { spelled } = spellingsOf([...new Set(rows.map(({ address }) => canonicalNumber(address)))]);
  const { rows: counted } = await sql<{ address: string; count: number }>`
    select w.address, l.count from unnest(${spelled}::text[]) as w(address) cross join lateral (
      select count(*)::integer as count from (
        select from messages m join templates t on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id and t.category = 'MARKETING'
        where m.enterprise_id = ${enterpriseId} and m.address = w.address and m.address <> '' and m.created_at >= ${writtenSince}
          and m.direction = 'out' and m.status not in ('SKIPPED', 'FAILED') and m.message_id <> all(${rows.map(({ messageId }) => messageId)}::uuid[])
          and case
            when m.status = 'QUEUED' then exists (
              select from send_wire o where o.enterprise_id = m.enterprise_id
                and (o.message_id = m.message_id or (o.run_id = m.resource_id and m.number between o.first_number and o.last_number)))
            when m.created_at >= ${since} then true
            when m.status = 'UNKNOWN' then m.status_at >= ${since}
            else exists (
              select from message_handovers h
              where h.enterprise_id = m.enterprise_id and h.message_id = m.message_id and h.created_at = m.created_at and h.at >= ${since})
          end
        limit ${most}) as latest) l
    where l.count > 0`.execute(tx);
  const left = new Map<string, number>();
  for (const { address, count } of counted) {
    const line = canonicalNumber(address);
    left.set(line, (left.get(line) ?? 0) + count);
  }
  return left;
}
