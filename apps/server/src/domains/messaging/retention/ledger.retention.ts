import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { RetainedData } from '../../../personal-data.ts';
import { eraseTexts } from './ledger.personal.ts';

/** Contents of messages and the vendors' words about them; address, status and cost stay. Ids of messages are their times. */
export const retainedMessages: RetainedData = {
  kind: 'messages',
  setting: 'logs',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from messages m
      where m.enterprise_id = ${enterpriseId} and m.message_id > ${mark} and m.message_id < ${firstIdAt(before)} and m.created_at < ${before}
      limit ${most}) found`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async erase(ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ messageId: string; createdAt: Date }>`select m.message_id, m.created_at from messages m
      where m.enterprise_id = ${ctx.enterpriseId} and m.message_id > ${mark} and m.message_id < ${firstIdAt(before)} and m.created_at < ${before}
      order by m.message_id limit ${limit}`.execute(tx);
    await eraseTexts(tx, ctx.enterpriseId, rows);
    const last = rows.at(-1)?.messageId;
    return { erased: rows.length, more: rows.length >= limit, ...(last ? { mark: last } : {}) };
  },
};
