import { type PrivacySettings, type RetentionDays, type RetentionKind, retentionKinds } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { type RetainedData, retainedData } from '../../../personal-data.ts';
import { privacyRecord } from './privacy.record.ts';
import { endWaiting, findSettings, findWaiting, lockSettings, updateSettings } from './retention.repository.ts';
import { splitWish } from './retention.rules.ts';

const waitMs = 24 * 3_600_000;
const dayMs = 86_400_000;
/** Counting stops here: a person waits for the answer. */
const mostCounted = 100_000;
export const firstMark = '00000000-0000-0000-0000-000000000000';

export const retainedKinds = ({ extensions }: Pick<EnterpriseContext, 'extensions'>): RetainedData[] =>
  [...extensions.of(retainedData)].sort((one, other) => retentionKinds.indexOf(one.kind) - retentionKinds.indexOf(other.kind));

export const boundary = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

export async function markOf(tx: Read, enterpriseId: string, kind: RetentionKind): Promise<string> {
  const row = await tx
    .selectFrom('retentionMarks')
    .select('lastId')
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.lastId ?? firstMark;
}

async function present(tx: Read, enterpriseId: string): Promise<PrivacySettings> {
  const { retention, version } = await findSettings(tx, enterpriseId);
  const waiting = await findWaiting(tx, enterpriseId);
  return {
    retention,
    version,
    waiting: waiting ? { retention: waiting.retention, effectiveAt: waiting.effectiveAt.toISOString(), by: waiting.requestedByName } : null,
  };
}

export const getPrivacy = (ctx: Ctx): Promise<PrivacySettings> => ctx.read((tx) => present(tx, ctx.enterpriseId));

/** Counts the data that would go now under these days. */
export function countRetention(
  ctx: Ctx,
  retention: RetentionDays,
): Promise<{ counts: { kind: RetentionKind; count: number; isMore: boolean }[] }> {
  return ctx.read(async (tx) => {
    const counts = [];
    for (const { kind, setting, count } of retainedKinds(ctx)) {
      const days = retention[setting];
      if (days === null) continue;
      const mark = await markOf(tx, ctx.enterpriseId, kind);
      const found = await count(tx, ctx.enterpriseId, boundary(ctx.now(), days), mark, mostCounted + 1);
      counts.push({ kind, count: Math.min(found, mostCounted), isMore: found > mostCounted });
    }
    return { counts };
  });
}

/**
 * Saves the retention: longer days apply at once and cancel a waiting change. Shorter days apply in 24 hours, unless somebody cancels them.
 * @throws DomainError record.changed
 */
export function savePrivacy(ctx: Ctx, { retention, version }: { retention: RetentionDays; version: number }): Promise<PrivacySettings> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const standing = await lockSettings(tx, enterpriseId);
    await assertVersion(ctx, tx, privacyRecord, { id: enterpriseId, version: standing.version }, version);
    await changing(ctx, tx, privacyRecord, enterpriseId, 'edit', async () => {
      const { now, waits } = splitWish(standing.retention, retention);
      await endWaiting(tx, enterpriseId, 'cancelled');
      await updateSettings(tx, enterpriseId, { retention: now, version: standing.version + 1 });
      if (!waits) return;
      await tx
        .insertInto('retentionChanges')
        .values({
          enterpriseId,
          changeId: newId(),
          retention: JSON.stringify(retention),
          requestedBy: actor.userId,
          requestedByName: actor.name,
          requestedAt: ctx.now(),
          effectiveAt: new Date(ctx.now().getTime() + waitMs),
        })
        .execute();
    });
    return present(tx, enterpriseId);
  });
}

/** @throws DomainError retention.nothing_waits */
export function cancelPrivacy(ctx: Ctx): Promise<PrivacySettings> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const standing = await lockSettings(tx, enterpriseId);
    if (!(await findWaiting(tx, enterpriseId))) throw new DomainError('retention.nothing_waits', 'No shorter time waits any more.', {});
    await changing(ctx, tx, privacyRecord, enterpriseId, 'cancel', async () => {
      await endWaiting(tx, enterpriseId, 'cancelled');
      await updateSettings(tx, enterpriseId, { ...standing, version: standing.version + 1 });
    });
    return present(tx, enterpriseId);
  });
}
