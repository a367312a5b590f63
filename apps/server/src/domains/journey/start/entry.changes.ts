import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { ChangeListener } from '../../customer/door.ts';
import { wakeStarts } from '../row/instance.wake.ts';
import { addressOn } from '../row/reach.repository.ts';
import { isMeant, type ValueRule } from './entry.rules.ts';

type Rule = ValueRule & { entryId: string; channelId: string; channelType: number };

/** Rules that listen to one of these values, whose streams are published and not paused. */
const readRules = async (tx: Tx, enterpriseId: string, fields: readonly string[]): Promise<Rule[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['e.entryId', 'e.channelId', 'e.word', 'e.settings', 'c.type as channelType'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.kind', '=', 'attribute')
    .where('e.word', 'in', [...fields])
    .where('e.isActive', '=', true)
    .where('j.state', '=', 'PUBLISHED')
    .where('j.deletedAt', 'is', null)
    .orderBy('e.entryId')
    .execute();

/**
 * Listens to changes of customers. Streams whose rules match a change are to begin for those customers that the rule's channel reaches. The
 * starts are stored in the transaction of the change. A worker begins them, because a change of a customer holds the customer's lock, and
 * chats are locked first.
 */
export const journeyChanges: ChangeListener = {
  async heard(ctx: EnterpriseContext, tx, changes, holding) {
    const { enterpriseId } = ctx;
    const fields = new Set(changes.flatMap(({ values }) => values.map(({ field }) => field)));
    let begun = 0;
    for (const rule of await readRules(tx, enterpriseId, [...fields])) {
      const meant = changes.flatMap(({ customerId, values }) =>
        values.filter((value) => isMeant(rule, value)).map(({ to }) => ({ customer_id: customerId, value: to })),
      );
      if (meant.length === 0) continue;
      const { rows } = await sql<{ count: number }>`
        with reached as (
          select c.customer_id, m.value from json_to_recordset(${JSON.stringify(meant)}) as m (customer_id uuid, value text)
          join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = m.customer_id and c.deleted_at is null
          where ${addressOn(rule)} is not null),
        kept as (
          insert into journey_starts (enterprise_id, entry_id, customer_id, import_id, is_held, value, at)
          select ${enterpriseId}::uuid, ${rule.entryId}::uuid, customer_id, ${holding?.importId ?? null}::uuid, ${holding !== null}, value, ${ctx.now()}
          from reached order by customer_id ${holding ? sql`limit ${Math.max(0, holding.room - begun)}` : sql``})
        select count(*)::integer as count from reached`.execute(tx);
      begun += rows[0]?.count ?? 0;
    }
    if (begun > 0 && !holding) wakeStarts(ctx, tx);
    return begun;
  },

  async settled(ctx: EnterpriseContext, tx, importId, begins) {
    const held = sql`enterprise_id = ${ctx.enterpriseId} and import_id = ${importId} and is_held`;
    await (begins ? sql`update journey_starts set is_held = false where ${held}` : sql`delete from journey_starts where ${held}`).execute(
      tx,
    );
    if (begins) wakeStarts(ctx, tx);
  },
};
