import type { AuditSettings, AuditSettingsSave } from '@parley/contract';
import type { AuditKeys } from '#platform/audit/seal.ts';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { auditSettingsRecord } from './audit.record.ts';

const unset = { checkpointEmails: [] as string[], keptDays: null, version: 0 };

export const findAuditSettings = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('auditSettings')
    .select(['checkpointEmails', 'keptDays', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();

async function present(tx: Read, enterpriseId: string, { publicKey }: Pick<AuditKeys, 'publicKey'>): Promise<AuditSettings> {
  const last = await tx
    .selectFrom('auditCheckpoints')
    .select(['at', 'number', 'link', 'signature'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...((await findAuditSettings(tx, enterpriseId)) ?? unset),
    publicKey,
    lastCheckpoint: last
      ? {
          at: last.at.toISOString(),
          number: last.number,
          hash: last.link.toString('hex'),
          signature: last.signature.toString('base64'),
        }
      : null,
  };
}

export const readAuditSettings = (ctx: EnterpriseContext, keys: AuditKeys): Promise<AuditSettings> =>
  ctx.read((tx) => present(tx, ctx.enterpriseId, keys));

/** @throws DomainError record.changed */
export function saveAuditSettings(ctx: Ctx, keys: AuditKeys, { version, ...values }: AuditSettingsSave): Promise<AuditSettings> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    // There is one row, made by the first caller; two simultaneous first callers meet here.
    await tx
      .insertInto('auditSettings')
      .values({ enterpriseId, version: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = await tx
      .selectFrom('auditSettings')
      .select('version')
      .where('enterpriseId', '=', enterpriseId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await assertVersion(ctx, tx, auditSettingsRecord, { id: enterpriseId, version: before.version }, version);
    await changing(ctx, tx, auditSettingsRecord, enterpriseId, 'edit', () =>
      tx
        .updateTable('auditSettings')
        .set({ ...values, version: version + 1 })
        .where('enterpriseId', '=', enterpriseId)
        .execute(),
    );
    return present(tx, enterpriseId, keys);
  });
}
