import type { BulkJob, CustomerFilter } from '@parley/contract';
import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';
import { type Auditing, type Change, changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BulkRow } from './bulk.repository.ts';

/** Work on many customers: the action, its customers, and its result. Ticked customers are a number, not a list. */
export const bulkRecord = defineRecord({
  kind: 'bulk_job',
  module: 'customers',
  tables: ['customerBulkJobs'],
  fields: { action: 'plain', state: 'plain', selection: 'search', groups: 'plain', labels: 'plain', reason: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('customerBulkJobs as b')
      .select([
        'b.action',
        'b.state',
        'b.selection',
        'b.reason',
        sql<string[]>`array(select s.name from customer_sets s
          where s.enterprise_id = b.enterprise_id and s.set_id = any(b.set_ids) order by lower(s.name) limit 200)`.as('sets'),
      ])
      .where('b.enterpriseId', '=', enterpriseId)
      .where('b.bulkId', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { selection, sets, ...own } = row;
    return { ...own, selection: presentSelection(selection), [row.action === 'label' ? 'labels' : 'groups']: sets };
  },
  nameOf: ({ action }) => String(action),
  link: () => '/customer-master/customers',
});

type Stored = { customerIds: readonly string[] } | { filter: CustomerFilter };
const presentSelection = (selection: Stored) =>
  'customerIds' in selection ? { customers: selection.customerIds.length } : { filter: selection.filter };

/** Ends a job by `work`, which is one entry with the numbers of all its steps. */
export const endingBulk = <T>(
  ctx: Auditing,
  tx: Tx,
  { bulkId, action }: { bulkId: string; action: BulkJob['action'] },
  counts: NonNullable<Change['counts']>,
  work: () => Promise<T>,
): Promise<T> => changing(ctx, tx, bulkRecord, bulkId, action === 'export' ? 'export' : 'edit', work, { counts });

export const countsOf = ({ total, done, changed }: Pick<BulkRow, 'total' | 'done' | 'changed'>) => ({
  total: total ?? done,
  done,
  changed,
});
