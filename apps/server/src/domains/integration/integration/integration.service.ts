import { randomUUIDv7 } from 'node:crypto';
import { endpoints, type FieldError, fieldError, genAiAuthType, type Integration } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import { changing, creating, excuse, recordChange } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { IntegrationTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { integrationRecord } from './integration.record.ts';
import { embeddingChanged, type IntegrationUse, integrationUses } from './integration.uses.ts';

export type IntegrationRow = Selectable<IntegrationTable>;
const notFound = () => new DomainError('integration.not_found', 'No such configuration.', {});

export async function accessIntegration(
  tx: Tx,
  enterpriseId: string,
  integrationId: string,
  { lock = false } = {},
): Promise<IntegrationRow> {
  const row = await tx
    .selectFrom('integrations')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', integrationId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** That a chosen configuration is the enterprise's own; '' is none. */
export async function assertIntegration(tx: Tx, enterpriseId: string, integrationId: string): Promise<void> {
  if (integrationId !== '') await accessIntegration(tx, enterpriseId, integrationId);
}

async function listUses({ enterpriseId, extensions }: Ctx, tx: Tx, integrationIds: readonly string[]): Promise<IntegrationUse[]> {
  const found = await Promise.all(extensions.of(integrationUses).map((list) => list(tx, enterpriseId, integrationIds)));
  return found.flat();
}

async function presentAll(ctx: Ctx, tx: Tx, rows: readonly IntegrationRow[]): Promise<Integration[]> {
  const using = await listUses(
    ctx,
    tx,
    rows.map(({ integrationId }) => integrationId),
  );
  return rows.map((row) => ({
    _id: row.integrationId,
    name: row.name,
    authType: row.authType,
    ...row.settings,
    apikeyEnding: row.secretEnding,
    usedBy: using.filter(({ integrationId }) => integrationId === row.integrationId).map(({ id, name }) => ({ id, name })),
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lastError: row.lastError,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }));
}

type IntegrationFilter = { name: string; authType?: number | undefined; from: number; perPage: number };

export function listIntegrations(ctx: Ctx, { name, authType, from, perPage }: IntegrationFilter) {
  const limit = perPage === -1 ? 200 : perPage;
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('integrations')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .$if(name.trim() !== '', (query) => query.where('name', 'ilike', containing(name.trim())))
      .$if(authType !== undefined, (query) => query.where('authType', '=', authType ?? 0))
      .orderBy(sql`lower(name)`)
      .$call(pageOf({ from, limit: limit + 1 }))
      .execute();
    return { integrations: await presentAll(ctx, tx, rows.slice(0, limit)), more: rows.length > limit };
  });
}

export const getIntegration = (ctx: Ctx, integrationId: string): Promise<Integration> =>
  ctx.read(async (tx) => {
    const row = await accessIntegration(tx, ctx.enterpriseId, integrationId);
    const [integration] = (await presentAll(ctx, tx, [row])) as [Integration];
    return integration;
  });

/** What the bot screens choose from (GENAI-018): never a key. */
export const listGenAiConfigs = (ctx: Ctx): Promise<{ id: string; name: string }[]> =>
  ctx.read((tx) =>
    tx
      .selectFrom('integrations')
      .select(['integrationId as id', 'name'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('authType', '=', genAiAuthType)
      .orderBy(sql`lower(name)`)
      .limit(200)
      .execute(),
  );

export type IntegrationSave = {
  name: string;
  llm: number;
  baseUrl: string;
  model: string;
  embeddingModel: string;
  version?: number | undefined;
};
type Sealed = { secret?: string; secretEnding?: string };

/** A key as it is stored; none is given: the stored one stays. The end of a short key would tell too much of it. */
export function sealKey(secrets: Secrets, apikey: string): Sealed {
  const key = apikey.trim();
  return key === '' ? {} : { secret: secrets.encrypt(key), secretEnding: key.length >= 12 ? key.slice(-4) : '' };
}

const invalid = (error: FieldError) => new DomainError('integration.invalid', error.message, { errors: [error] });

/** An address that outgoing calls could use at all; where it leads is checked at each call. */
function checkAddress(baseUrl: string): string {
  const trimmed = baseUrl.trim().replace(/\/+$/, '');
  if (trimmed === '') return '';
  const url = URL.parse(trimmed);
  const isPlain = url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  if (isPlain) return trimmed;
  throw invalid(fieldError('baseUrl', 'integration.address'));
}

/**
 * Adds a configuration, or changes one; without a key the stored one stays.
 * @throws DomainError integration.invalid, integration.not_found or record.changed
 */
export async function saveIntegration(
  ctx: Ctx,
  save: IntegrationSave,
  sealed: Sealed,
  integrationId?: string,
): Promise<{ _id: string; name: string }> {
  const { enterpriseId } = ctx;
  const name = save.name.trim();
  const settings = {
    llm: save.llm,
    baseUrl: checkAddress(save.baseUrl),
    model: save.model.trim(),
    embeddingModel: save.embeddingModel.trim(),
  };
  try {
    return await ctx.transaction(async (tx) => {
      const shared = { name, settings: JSON.stringify(settings), updatedAt: ctx.now(), lastError: '' };
      if (integrationId) {
        const before = await accessIntegration(tx, enterpriseId, integrationId, { lock: true });
        await assertVersion(ctx, tx, integrationRecord, { id: integrationId, version: before.version }, save.version);
        // A stored key goes to the address that it was given for, and to no other.
        if (sealed.secret === undefined && before.settings.baseUrl !== settings.baseUrl)
          throw invalid(fieldError('apikey', 'integration.key_again'));
        const integrations = tx.updateTable('integrations').where('enterpriseId', '=', enterpriseId);
        await changing(ctx, tx, integrationRecord, integrationId, 'edit', () =>
          integrations
            .set({ ...shared, ...sealed })
            .where('integrationId', '=', integrationId)
            .execute(),
        );
        const embedsOtherwise = before.settings.baseUrl !== settings.baseUrl || before.settings.embeddingModel !== settings.embeddingModel;
        if (embedsOtherwise) for (const tell of ctx.extensions.of(embeddingChanged)) await tell(ctx, tx, integrationId);
        return { _id: integrationId, name };
      }
      const id = randomUUIDv7();
      const row = { enterpriseId, integrationId: id, authType: genAiAuthType, secret: '', secretEnding: '', ...shared, ...sealed };
      await creating(
        ctx,
        tx,
        integrationRecord,
        () => id,
        () => tx.insertInto('integrations').values(row).execute(),
      );
      return { _id: id, name };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'integrations_by_name') throw error;
    throw invalid(fieldError('name', 'integration.name_taken', { name }));
  }
}

export function deleteIntegration(ctx: Ctx, integrationId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const row = await accessIntegration(tx, ctx.enterpriseId, integrationId, { lock: true });
    const uses = (await listUses(ctx, tx, [integrationId])).map(({ name }) => name);
    if (uses.length > 0) throw new DomainError('integration.in_use', `${row.name} is in use: ${uses.join(', ')}.`, { uses });
    const integrations = tx.deleteFrom('integrations').where('enterpriseId', '=', ctx.enterpriseId);
    await changing(ctx, tx, integrationRecord, integrationId, 'delete', () =>
      integrations.where('integrationId', '=', integrationId).execute(),
    );
  });
}

/** Gives a configuration former values beside its key. @throws DomainError as saveIntegration, which asks for the key of another address */
export async function putIntegrationBack(ctx: Ctx, integrationId: string, values: Partial<IntegrationSave>): Promise<void> {
  assertMay(ctx.actor, endpoints.integrations.update);
  const { name, settings } = await ctx.read((tx) => accessIntegration(tx, ctx.enterpriseId, integrationId));
  await saveIntegration(ctx, { name, ...settings, ...values }, {}, integrationId);
}

/** Somebody has tried a configuration. @param failure why it does not work; '': it does */
export const recordTest = (ctx: Ctx, { integrationId, name }: Pick<IntegrationRow, 'integrationId' | 'name'>, failure: string) =>
  ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: integrationRecord, id: integrationId, action: 'test', name, reason: failure });
    return Promise.resolve();
  });

/** Notes how the last call went, for the list of integrations. */
export function noteOutcome(ctx: EnterpriseContext, integrationId: string, failure: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    excuse(tx, 'how the last call went is no setting');
    await tx
      .updateTable('integrations')
      .set(failure === '' ? { lastSuccessAt: ctx.now(), lastError: '' } : { lastError: failure.slice(0, 500) })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('integrationId', '=', integrationId)
      .execute();
  });
}
