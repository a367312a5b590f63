import { administratorRole } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listUserIdsWithRoles } from '../access/role.repository.ts';
import { notify } from './notification.service.ts';

/** Notifies the administrators of an enterprise that work has failed for good; an operator can repair it. */
export async function tellAdministrators(
  ctx: EnterpriseContext,
  tx: Tx,
  notice: { title: string; text: string; cause: string },
): Promise<void> {
  const people = await listUserIdsWithRoles(tx, ctx.enterpriseId, [administratorRole]);
  await notify(ctx, tx, people, { kind: 'work_failed', ...notice });
}
