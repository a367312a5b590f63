import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { reportWork, workShown } from '../user/user.work.ts';
import { apiKeyRecord } from './api-key.record.ts';
import { stopApiKey } from './api-key.repository.ts';

const keysOf = (tx: Tx, enterpriseId: string, userId: string) =>
  tx.selectFrom('apiKeys').where('enterpriseId', '=', enterpriseId).where('createdBy', '=', userId).where('stoppedAt', 'is', null);

/** Keys that a user has made: they have the rights of that user, so they stop even if somebody takes over, and coming back starts none. */
export const keysLeft = reportWork({
  kind: 'keys',
  isMoved: false,
  async find(tx, enterpriseId, userId) {
    const keys = keysOf(tx, enterpriseId, userId);
    const { count } = await keys.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await keys.select(['keyId as id', 'name']).orderBy('createdAt', 'desc').limit(workShown).execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId) {
    for (const { keyId } of await keysOf(tx, ctx.enterpriseId, fromUserId).select('keyId').execute())
      await changing(ctx, tx, apiKeyRecord, keyId, 'deactivate', () => stopApiKey(tx, ctx.enterpriseId, keyId, ctx.now()));
  },
});
