import { authTypes, integrationSettings, isSavedAuthType, type SavedAuthType, type SettingsOf } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { IntegrationTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type IntegrationRow = Selectable<IntegrationTable>;
export const integrationNotFound = () => new DomainError('integration.not_found', 'No such configuration.', {});

/** Types that the list of services shows: those of the specification. */
const listed = Object.values(authTypes);

export async function accessIntegration(
  tx: Read,
  enterpriseId: string,
  integrationId: string,
  { lock = false } = {},
): Promise<IntegrationRow> {
  const row = await tx
    .selectFrom('integrations')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .where('authType', 'in', listed)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw integrationNotFound();
  return row;
}

/** Settings as the contract has them, checked: what an older version has stored gets today's defaults. */
export function settingsOf({ authType, settings }: Pick<IntegrationRow, 'authType' | 'settings'>): SettingsOf<SavedAuthType> {
  if (!isSavedAuthType(authType)) throw integrationNotFound();
  return integrationSettings[authType].parse(settings);
}

/** Returns the address in the settings that streams call from the sandbox; '' where there is none. */
export const sandboxOf = (settings: object): string =>
  'sandboxUrl' in settings && typeof settings.sandboxUrl === 'string' ? settings.sandboxUrl : '';

/**
 * A configuration of one type, with its settings and its sealed secret. The caller names the type that it must have, so that no secret goes
 * to a service of another kind.
 * @throws DomainError integration.not_found
 */
export async function accessOfType<T extends SavedAuthType>(tx: Read, enterpriseId: string, integrationId: string, authType: T) {
  const row = await accessIntegration(tx, enterpriseId, integrationId);
  if (row.authType !== authType) throw integrationNotFound();
  return { ...row, settings: settingsOf(row) as SettingsOf<T> };
}

/** The same by the type alone: the oldest first. */
export async function findOfType<T extends SavedAuthType>(tx: Read, enterpriseId: string, authType: T, limit: number) {
  const rows = await tx
    .selectFrom('integrations')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('authType', '=', authType)
    .orderBy('integrationId')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, settings: settingsOf(row) as SettingsOf<T> }));
}

export type IntegrationFilter = { name: string; authType?: number | undefined; from: number };

export const listRows = (tx: Read, enterpriseId: string, { name, authType, from }: IntegrationFilter, limit: number) =>
  tx
    .selectFrom('integrations as i')
    .leftJoin('webhooks as w', (join) => join.onRef('w.enterpriseId', '=', 'i.enterpriseId').onRef('w.webhookId', '=', 'i.integrationId'))
    .selectAll('i')
    .select('w.state as webhookState')
    .where('i.enterpriseId', '=', enterpriseId)
    .where('i.authType', 'in', listed)
    .$if(name.trim() !== '', (query) => query.where('i.name', 'ilike', containing(name.trim())))
    .$if(authType !== undefined, (query) => query.where('i.authType', '=', authType ?? 0))
    .orderBy(sql`lower(i.name)`)
    .orderBy('i.integrationId')
    .$call(pageOf({ from, limit }))
    .execute();

/** The values of a configuration that the audit trail keeps. */
export async function findIntegrationRecord(tx: Read, enterpriseId: string, integrationId: string) {
  const row = await tx
    .selectFrom('integrations')
    .select(['name', 'settings', 'secret as apikey'])
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst();
  return row && { ...row.settings, name: row.name, apikey: row.apikey };
}

/** The settings of a configuration of any type. */
export async function findSettings(tx: Read, enterpriseId: string, integrationId: string): Promise<IntegrationRow['settings'] | undefined> {
  const row = await tx
    .selectFrom('integrations')
    .select('settings')
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst();
  return row?.settings;
}

/** The state of a configuration that is a webhook. */
export async function findWebhookState(tx: Read, enterpriseId: string, integrationId: string) {
  const row = await tx
    .selectFrom('webhooks')
    .select('state')
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', integrationId)
    .executeTakeFirst();
  return row?.state;
}

/** The names of configurations of one type. */
export const nameOfTypes = (tx: Read, enterpriseId: string, authTypes: readonly number[]): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('integrations')
    .select(['integrationId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('authType', 'in', [...authTypes])
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();

/** The name of a configuration; undefined where there is none of that type. */
export const findNameOfType = async (
  tx: Read,
  enterpriseId: string,
  integrationId: string,
  authType: number,
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('integrations')
      .select('name')
      .where('enterpriseId', '=', enterpriseId)
      .where('integrationId', '=', integrationId)
      .where('authType', '=', authType)
      .executeTakeFirst()
  )?.name;

export async function insertIntegration(tx: Tx, row: Insertable<IntegrationTable>): Promise<void> {
  await tx.insertInto('integrations').values(row).execute();
}

export async function changeIntegration(
  tx: Tx,
  enterpriseId: string,
  integrationId: string,
  change: Updateable<IntegrationTable>,
): Promise<void> {
  await tx
    .updateTable('integrations')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .execute();
}

/** Stores a token for the secret that it was given for: a secret that was changed meanwhile gets no token of the former one. */
export async function keepSession(
  tx: Tx,
  enterpriseId: string,
  { integrationId, secret }: Pick<IntegrationRow, 'integrationId' | 'secret'>,
  session: string,
): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({ session })
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .where('secret', '=', secret)
    .execute();
}

export async function removeIntegration(tx: Tx, enterpriseId: string, integrationId: string): Promise<void> {
  await tx.deleteFrom('integrations').where('enterpriseId', '=', enterpriseId).where('integrationId', '=', integrationId).execute();
}
