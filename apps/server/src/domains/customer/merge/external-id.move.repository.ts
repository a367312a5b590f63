import type { Tx } from '#platform/db/database.ts';

/** Two customers who become one are known by the names of both. */
export async function moveExternalIds(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  await tx
    .updateTable('customerExternalIds')
    .set({ customerId: to })
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', from)
    .execute();
}
