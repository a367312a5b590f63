import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** An attribute, group, label or saved filter that other records may refer to. A used record is not deleted. */
export type Used = { attributeId: string; fieldName: string } | { setId: string } | { filterId: string };
/** One record that refers to it. `name` is in words for the screen; what is running would notice a change too. */
export type Use = { name: string; isRunning: boolean };

/** Modules whose records refer to attributes, groups, labels or saved filters. */
export const phoneBookUses = defineExtensionPoint<(tx: Tx, enterpriseId: string, used: Used) => Promise<Use[]>>('customer.uses');

export async function listUses({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, used: Used): Promise<Use[]> {
  const found = await Promise.all(extensions.of(phoneBookUses).map((find) => find(tx, enterpriseId, used)));
  return found.flat();
}
