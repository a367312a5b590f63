import {
  authTypes,
  calledAuthTypes,
  endpoints,
  fieldError,
  genAiAuthType,
  type Integration,
  integrationSecrets,
  integrationSettings,
  isSavedAuthType,
  type SavedAuthType,
  type SettingsOf,
} from '@parley/contract';
import { changing, creating, excuse } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { type Actor, type Ctx, can, type EnterpriseContext } from '../../../context.ts';
import type { ServiceConfig } from '../client/service.wire.ts';
import { kindOf } from '../kind/integration.kinds.ts';
import { invalid } from '../kind/kind.ts';
import { presentIntegration } from './integration.present.ts';
import { integrationRecord } from './integration.record.ts';
import {
  accessIntegration,
  accessOfType,
  changeIntegration,
  findWebhookState,
  type IntegrationFilter,
  type IntegrationRow,
  insertIntegration,
  integrationNotFound,
  listRows,
  nameOfTypes,
  removeIntegration,
  sandboxOf,
  settingsOf,
} from './integration.repository.ts';
import type { Sealed } from './integration.secret.ts';
import { embeddingChanged, type IntegrationUse, integrationUses } from './integration.uses.ts';

/** Checks that a chosen configuration is one of a language model of the enterprise; '' is none. */
export async function assertIntegration(tx: Tx, enterpriseId: string, integrationId: string): Promise<void> {
  if (integrationId !== '') await accessOfType(tx, enterpriseId, integrationId, genAiAuthType);
}

const seesAll = (actor: Actor): boolean => can(actor, 'ENTERPRISE.VIEW') || can(actor, 'ENTERPRISE.EDIT');

/**
 * Refuses other types than language models to a user without ENTERPRISE.EDIT: bot builders manage language models, the company all other
 * services.
 * @throws DomainError 1403
 */
export function assertType(actor: Actor, authType: number): void {
  if (authType !== genAiAuthType && !can(actor, 'ENTERPRISE.EDIT')) throw accessDenied(['ENTERPRISE.EDIT']);
}

async function listUses({ enterpriseId, extensions }: Ctx, tx: Read, integrationIds: readonly string[]): Promise<IntegrationUse[]> {
  const found = await Promise.all(extensions.of(integrationUses).map((list) => list(tx, enterpriseId, integrationIds)));
  return found.flat();
}

export function listIntegrations(ctx: Ctx, { perPage, ...filter }: IntegrationFilter & { perPage: number }) {
  const limit = perPage === -1 ? 200 : perPage;
  if (!seesAll(ctx.actor) && filter.authType !== undefined && filter.authType !== genAiAuthType)
    return Promise.resolve({ integrations: [], more: false });
  const asked = seesAll(ctx.actor) ? filter : { ...filter, authType: genAiAuthType };
  return ctx.read(async (tx) => {
    const rows = await listRows(tx, ctx.enterpriseId, asked, limit + 1);
    const shown = rows.slice(0, limit);
    const using = await listUses(
      ctx,
      tx,
      shown.map(({ integrationId }) => integrationId),
    );
    return { integrations: shown.map((row) => presentIntegration(row, using)), more: rows.length > limit };
  });
}

export const getIntegration = (ctx: Ctx, integrationId: string): Promise<Integration> =>
  ctx.read(async (tx) => {
    const row = await accessIntegration(tx, ctx.enterpriseId, integrationId);
    if (row.authType !== genAiAuthType && !seesAll(ctx.actor)) throw integrationNotFound();
    const webhookState = (await findWebhookState(tx, ctx.enterpriseId, integrationId)) ?? null;
    return presentIntegration({ ...row, webhookState }, await listUses(ctx, tx, [integrationId]));
  });

/** Lists the configurations for the bot screens (GENAI-018): never a key. */
export const listGenAiConfigs = (ctx: Ctx): Promise<{ id: string; name: string }[]> =>
  ctx.read((tx) => nameOfTypes(tx, ctx.enterpriseId, [genAiAuthType]));

/** Lists the services that calls go below, for tools of bots: names alone. */
export const listCalled = (tx: Read, enterpriseId: string): Promise<{ id: string; name: string }[]> =>
  nameOfTypes(tx, enterpriseId, calledAuthTypes);

/** A stored secret goes to the addresses that it was given for, and to no other; the sandbox's may go. @throws DomainError integration.invalid, integration.type */
export function assertSecretStays(stored: IntegrationRow, authType: SavedAuthType, settings: object): void {
  if (stored.authType !== authType)
    throw new DomainError('integration.type', 'A configuration stays of the type that it was made with.', {});
  const { addressOf } = kindOf(authType);
  const former = settingsOf(stored);
  const isBaseKept = addressOf(former as never) === addressOf(settings as never);
  const isSandboxKept = ['', sandboxOf(former)].includes(sandboxOf(settings));
  if (stored.secret === '' || (isBaseKept && isSandboxKept)) return;
  throw invalid(fieldError(integrationSecrets[authType].field, 'integration.key_again'));
}

export type IntegrationValues = { name: string; authType: number; version?: number | undefined };

const orNameTaken = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'integrations_by_name') throw error;
    throw invalid(fieldError('name', 'integration.name_taken', { name }));
  });

/**
 * Adds a configuration, or changes one; without a secret the stored one stays.
 * @throws DomainError integration.invalid, integration.not_found, integration.type or record.changed
 */
export async function saveIntegration(
  ctx: Ctx,
  config: ServiceConfig,
  values: IntegrationValues,
  sealed: Sealed,
  integrationId?: string,
): Promise<{ _id: string; name: string }> {
  const authType = values.authType as SavedAuthType;
  assertType(ctx.actor, authType);
  const name = values.name.trim();
  const settings = await kindOf(authType).check(config, integrationSettings[authType].parse(values) as never);
  const shared = { name, settings: JSON.stringify(settings), updatedAt: ctx.now(), lastError: '', session: '', ...sealed };
  if (integrationId === undefined) return orNameTaken(name, insert(ctx, authType, shared));
  return orNameTaken(
    name,
    ctx.transaction(async (tx) => {
      const { enterpriseId } = ctx;
      const before = await accessIntegration(tx, enterpriseId, integrationId, { lock: true });
      // Webhooks have calls of their own.
      if (!isSavedAuthType(before.authType)) throw integrationNotFound();
      assertType(ctx.actor, before.authType);
      await assertVersion(ctx, tx, integrationRecord, { id: integrationId, version: before.version }, values.version);
      assertSecretStays(sealed.secret === undefined ? before : { ...before, secret: '' }, authType, settings);
      await changing(ctx, tx, integrationRecord, integrationId, 'edit', () => changeIntegration(tx, enterpriseId, integrationId, shared));
      if (authType === authTypes.genAi)
        await tellOfEmbedding(ctx, tx, integrationId, [settingsOf(before) as Embedding, settings as Embedding]);
      return { _id: integrationId, name };
    }),
  );
}

type Shared = Sealed & { name: string; settings: string; updatedAt: Date; lastError: string; session: string };

function insert(ctx: Ctx, authType: SavedAuthType, shared: Shared): Promise<{ _id: string; name: string }> {
  const { enterpriseId } = ctx;
  const id = newId();
  const row = { enterpriseId, integrationId: id, authType, secret: '', secretEnding: '', ...shared };
  return ctx.transaction(async (tx) => {
    await creating(
      ctx,
      tx,
      integrationRecord,
      () => id,
      () => insertIntegration(tx, row),
    );
    return { _id: id, name: shared.name };
  });
}

type Embedding = SettingsOf<typeof genAiAuthType>;

async function tellOfEmbedding(ctx: Ctx, tx: Tx, integrationId: string, [before, after]: readonly [Embedding, Embedding]): Promise<void> {
  if (before.baseUrl === after.baseUrl && before.embeddingModel === after.embeddingModel) return;
  for (const tell of ctx.extensions.of(embeddingChanged)) await tell(ctx, tx, integrationId);
}

/** @throws DomainError integration.in_use, which names who uses it, or integration.not_found */
export function deleteIntegration(ctx: Ctx, integrationId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const row = await accessIntegration(tx, ctx.enterpriseId, integrationId, { lock: true });
    if (!isSavedAuthType(row.authType)) throw integrationNotFound();
    const uses = (await listUses(ctx, tx, [integrationId])).map(({ name }) => name);
    if (uses.length > 0) throw new DomainError('integration.in_use', `${row.name} is in use: ${uses.join(', ')}.`, { uses });
    await changing(ctx, tx, integrationRecord, integrationId, 'delete', () => removeIntegration(tx, ctx.enterpriseId, integrationId));
  });
}

/** Gives a configuration former values beside its secret. @throws DomainError as saveIntegration, which asks for the secret of another address */
export async function putIntegrationBack(ctx: Ctx, config: ServiceConfig, integrationId: string, values: object): Promise<void> {
  assertMay(ctx.actor, endpoints.integrations.update);
  const row = await ctx.read((tx) => accessIntegration(tx, ctx.enterpriseId, integrationId));
  const stands = { name: row.name, ...settingsOf(row), ...values, authType: row.authType };
  await saveIntegration(ctx, config, stands, {}, integrationId);
}

/** Notes how the last call went, for the list of integrations. */
export function noteOutcome(ctx: EnterpriseContext, integrationId: string, failure: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    excuse(tx, 'how the last call went is no setting');
    const noted = failure === '' ? { lastSuccessAt: ctx.now(), lastError: '' } : { lastError: failure.slice(0, 500) };
    await changeIntegration(tx, ctx.enterpriseId, integrationId, noted);
  });
}
