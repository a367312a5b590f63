import type { Auditing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

type Changing = EnterpriseContext & Auditing;
/** Looks again at what is done with the rights of users, in the transaction that has changed these rights. */
export type RightsListener = (ctx: Changing, tx: Tx, userIds: readonly string[]) => Promise<void>;
export const rightsListeners = defineExtensionPoint<RightsListener>('user.rights');

export async function tellRightsChanged(ctx: Changing, tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const listen of ctx.extensions.of(rightsListeners)) await listen(ctx, tx, userIds);
}
