import { administratorRole, type NoticeWords } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listUserIdsWithRoles } from '../role/role.repository.ts';
import { notify } from './notification.service.ts';

export const listAdministrators = (tx: Tx, enterpriseId: string): Promise<string[]> =>
  listUserIdsWithRoles(tx, enterpriseId, [administratorRole]);

/** Notifies the administrators of an enterprise that work has failed for good; an operator can repair it. */
export async function tellAdministrators(
  ctx: EnterpriseContext,
  tx: Tx,
  notice: NoticeWords & { cause: string; link?: string },
): Promise<void> {
  await notify(ctx, tx, await listAdministrators(tx, ctx.enterpriseId), { kind: 'work_failed', ...notice });
}
