import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listUserRights } from '../../account/door.ts';

/** Those of these users who are active and may see figures of chats, with what they see of them now. */
export const listReaders = (ctx: EnterpriseContext, tx: Read, userIds: readonly string[]) =>
  listUserRights(ctx, tx, { permission: 'CHAT.VIEW_ANALYTICS', userIds, limit: userIds.length });

const mostFound = 50;

/** Users who may be told of figures, by name. */
export const findReaders = async (ctx: EnterpriseContext, tx: Read, name: string): Promise<{ id: string; name: string }[]> =>
  (await listUserRights(ctx, tx, { permission: 'CHAT.VIEW_ANALYTICS', name, limit: mostFound })).map(({ userId: id, name }) => ({
    id,
    name,
  }));
