import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { RetainedData } from '../../../personal-data.ts';

/** Vendors' raw events: their content has long become messages and receipts. */
export const retainedRawEvents: RetainedData = {
  kind: 'rawEvents',
  setting: 'logs',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from raw_events r
      where r.enterprise_id = ${enterpriseId} and r.event_id > ${mark} and r.event_id < ${firstIdAt(before)} limit ${most}) found`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  async erase(_ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      select * from delete_raw_events(${mark}, ${firstIdAt(before)}, ${limit})`.execute(tx);
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: last !== null, ...(last ? { mark: last } : {}) };
  },
};
