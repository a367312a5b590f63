import { defaultSendingSettings, endpoints, SendingSettings, SendingSettingsInput } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';

export type VersionedSettings = { settings: SendingSettings; version: number };

async function readVersioned(tx: Read, enterpriseId: string): Promise<VersionedSettings> {
  const row = await tx
    .selectFrom('sendingSettings')
    .select(['settings', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();
  return row ? { settings: SendingSettings.parse(row.settings), version: row.version } : { settings: defaultSendingSettings, version: 0 };
}

/** The sending settings of the enterprise, with defaults for unsaved ones. */
export const readSendingSettings = async (tx: Read, enterpriseId: string): Promise<SendingSettings> =>
  (await readVersioned(tx, enterpriseId)).settings;

/** One, under the id of the enterprise. */
export const sendingSettingsRecord = defineRecord({
  kind: 'sending_settings',
  module: 'sending',
  tables: ['sendingSettings'],
  fields: Object.fromEntries(Object.keys(SendingSettings.shape).map((key) => [key, 'plain' as const])),
  read: readSendingSettings,
  nameOf: () => '',
  link: () => '/campaigns/blacklist',
});

/** Gives single settings former values. @throws DomainError record.changed, or 1403 */
export async function putSettingsBack(ctx: Ctx, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.blacklist.saveSettings);
  const { settings, version } = await getSettings(ctx);
  await saveSettings(ctx, { settings: SendingSettingsInput.parse({ ...settings, ...values }), version });
}

export const getSettings = (ctx: Ctx): Promise<VersionedSettings> => ctx.read((tx) => readVersioned(tx, ctx.enterpriseId));

/** @returns the version that stands; what was never saved has version 0, and a row from now on */
async function lockSettings(tx: Tx, enterpriseId: string): Promise<number> {
  const row = { enterpriseId, settings: JSON.stringify(defaultSendingSettings), version: 0 };
  await tx
    .insertInto('sendingSettings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { version } = await tx
    .selectFrom('sendingSettings')
    .select('version')
    .where('enterpriseId', '=', enterpriseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

/** @throws DomainError record.changed */
export function saveSettings(ctx: Ctx, { settings, version }: VersionedSettings): Promise<VersionedSettings> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const before = await lockSettings(tx, enterpriseId);
    await assertVersion(ctx, tx, sendingSettingsRecord, { id: enterpriseId, version: before }, version);
    await changing(ctx, tx, sendingSettingsRecord, enterpriseId, 'edit', () =>
      tx
        .updateTable('sendingSettings')
        .set({ settings: JSON.stringify(settings), version: before + 1 })
        .where('enterpriseId', '=', enterpriseId)
        .execute(),
    );
    return { settings, version: before + 1 };
  });
}
