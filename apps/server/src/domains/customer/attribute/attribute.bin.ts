import { endpoints, mostAttributes } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { attributeRecord } from './attribute.record.ts';
import { listAttributeRows, lockAttributes, updateAttribute } from './attribute.repository.ts';
import { forgetValues, renewSearchTexts } from './customer.jobs.ts';

const longestName = 60;
/** Names of fields hold no spaces. */
const suffix = (turn: number) => (turn === 1 ? '_restored' : `_restored_${turn}`);

/** The values of customers have stayed under its slot, so they are there again with it. */
export const attributeBin: BinDefinition = {
  edit: endpoints.attributes.save,
  async restore(ctx, tx, { recordId, name: label }) {
    const { enterpriseId } = ctx;
    await lockAttributes(tx, enterpriseId);
    const rows = await listAttributeRows(tx, enterpriseId);
    if (rows.length >= mostAttributes) throw new DomainError('bin.full', `At most ${mostAttributes} attributes are possible.`, {});
    const row = await tx
      .selectFrom('attributes')
      .select(['fieldName', 'isSearchable', 'version'])
      .where('enterpriseId', '=', enterpriseId)
      .where('attributeId', '=', recordId)
      .where('deletedAt', 'is not', null)
      .executeTakeFirstOrThrow();
    const taken = new Set(rows.map(({ fieldName }) => fieldName.toLowerCase()));
    const fieldName = await findFreeName(row.fieldName, (name) => Promise.resolve(taken.has(name.toLowerCase())), {
      longest: longestName,
      suffix,
    });
    const fieldLabel = fieldName === row.fieldName ? label : `${label.slice(0, 100)} (restored)`;
    const last = Math.max(0, ...rows.map(({ position }) => position));
    const back = { fieldName, fieldLabel, position: last + 1, deletedAt: null, version: row.version + 1 };
    const stamp = { updatedBy: ctx.actor.userId, updatedAt: ctx.now() };
    await changing(ctx, tx, attributeRecord, recordId, 'restore', () => updateAttribute(tx, enterpriseId, recordId, { ...back, ...stamp }));
    if (row.isSearchable) await ctx.jobs.enqueue(tx, renewSearchTexts, { enterpriseId });
    return { name: fieldLabel, missing: [] };
  },
  /** The definition stays hidden, so that nothing else gets its slot; the values of customers go, by a job of its own. */
  async purge({ enterpriseId, jobs }, tx, entries) {
    const rows = await tx
      .selectFrom('attributes')
      .select('slot')
      .where('enterpriseId', '=', enterpriseId)
      .where(
        'attributeId',
        'in',
        entries.map(({ recordId }) => recordId),
      )
      .where('deletedAt', 'is not', null)
      .execute();
    for (const { slot } of rows) await jobs.enqueue(tx, forgetValues, { enterpriseId, slot });
  },
};

const stepSize = 5000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** One step of the job that takes the values of a purged attribute out of the phone book, and the next step's job with it. */
export function forgetSlot(ctx: EnterpriseContext, slot: number, after: string = firstId): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ last: string | null; count: number }>`
      with next as materialized (select customer_id from customers
        where enterprise_id = ${enterpriseId} and customer_id > ${after} order by customer_id limit ${stepSize} for update),
      gone as (update customers c set data = c.data - ${String(slot)}::text from next n
        where c.enterprise_id = ${enterpriseId} and c.customer_id = n.customer_id and c.data ? ${String(slot)}::text)
      select max(customer_id::text) as last, count(*)::int as count from next`.execute(tx);
    const [step] = rows;
    if (step?.last && step.count === stepSize) await ctx.jobs.enqueue(tx, forgetValues, { enterpriseId, slot, after: step.last });
  });
}
