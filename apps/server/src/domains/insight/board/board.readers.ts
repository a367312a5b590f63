import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listUserRights } from '../../account/door.ts';

/** Those of these users who are active and may see figures of chats, with what they see of them now. */
export const listReaders = (ctx: EnterpriseContext, tx: Read, userIds: readonly string[]) =>
  listUserRights(ctx, tx, { permission: 'CHAT.VIEW_ANALYTICS', userIds, limit: userIds.length });
