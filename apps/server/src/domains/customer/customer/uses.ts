import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** What may be in use elsewhere, so that it is not deleted from under it. */
export type Used = { attributeId: string; fieldName: string } | { setId: string };
/** `name` is in words for the screen; what is running would notice a change too. */
export type Use = { name: string; isRunning: boolean };

/** Who holds on to attributes, groups or labels. */
export const phoneBookUses = defineExtensionPoint<(tx: Tx, enterpriseId: string, used: Used) => Promise<Use[]>>('customer.uses');

export async function listUses({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, used: Used): Promise<Use[]> {
  const found = await Promise.all(extensions.of(phoneBookUses).map((find) => find(tx, enterpriseId, used)));
  return found.flat();
}
