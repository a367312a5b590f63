import type { Movement, MovementFilter } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { BillingMovementTable } from '#platform/db/schema.billing.ts';

type Filter = Pick<MovementFilter, 'kind'> & { from?: Date | undefined; until?: Date | undefined };

/** @param after the number of the last movement that is known; 0: none. The newest first */
export const listMovementRows = (
  tx: Read,
  enterpriseId: string,
  { from, until, kind }: Filter,
  { after, limit }: { after: number; limit: number },
): Promise<Selectable<BillingMovementTable>[]> =>
  tx
    .selectFrom('billingMovements')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(until !== undefined, (query) => query.where('at', '<', until as Date))
    .$if(kind !== '', (query) => query.where('kind', '=', kind as Movement['kind']))
    .$if(after > 0, (query) => query.where('seq', '<', after))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
