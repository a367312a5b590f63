import { fieldError, type Webhook, type WebhookEventType, type WebhookSave, webhookTestType } from '@parley/contract';
import { changing, creating, recordChange } from '#platform/audit/trail.ts';
import { type Read, violatedConstraint } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { assertPublic, BlockedAddress } from '#platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessWebhook } from '../hook/webhook.access.ts';
import { type HookNoun, mostHooks } from '../hook/webhook.noun.ts';
import {
  changeWebhook,
  insertWebhook,
  listWebhookRows,
  sendWaiting,
  settingsOf,
  type WebhookRow,
  type WebhookSettings,
} from '../hook/webhook.repository.ts';
import { isDone } from '../hook/webhook.rules.ts';
import { openSealed, post, type SealedPart } from '../hook/webhook.send.ts';
import { makeWebhookSecret } from '../hook/webhook.sign.ts';
import { changeIntegration, insertIntegration, removeIntegration } from '../integration/integration.repository.ts';
import { bodyOf } from './webhook.publish.ts';

type Used = Pick<Deps, 'config' | 'secrets'>;
const formerMs = 24 * 3_600_000;

const present = (row: WebhookRow, now: Date): Webhook => ({
  id: row.webhookId,
  name: row.name,
  url: settingsOf(row).url,
  sandboxUrl: settingsOf(row).sandboxUrl,
  events: row.events as WebhookEventType[],
  channelIds: row.channelIds,
  deptIds: row.departmentIds,
  headerNames: settingsOf(row).headerNames,
  secretEnding: row.secretEnding,
  formerUntil: row.formerUntil && row.formerUntil > now ? row.formerUntil.toISOString() : null,
  state: row.state,
  waiting: row.waiting,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  lastError: row.lastError,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
});

const presentNow = async (ctx: Ctx, tx: Read, noun: HookNoun, webhookId: string) =>
  present(await accessWebhook(tx, ctx.enterpriseId, noun, webhookId), ctx.now());

export const listWebhooks = (ctx: Ctx, noun: HookNoun): Promise<Webhook[]> =>
  ctx.read(async (tx) => (await listWebhookRows(tx, ctx.enterpriseId, noun.kind)).map((row) => present(row, ctx.now())));

export const getWebhook = (ctx: Ctx, noun: HookNoun, webhookId: string): Promise<Webhook> =>
  ctx.read((tx) => presentNow(ctx, tx, noun, webhookId));

/** Checks that an address is a public one by https, or a host that the installation allows. @throws DomainError webhook.invalid */
async function checkUrl(noun: HookNoun, { privateHosts }: Deps['config'], address: string, field = 'url'): Promise<string> {
  const url = URL.parse(address.trim());
  const isAllowed = url !== null && privateHosts.includes(url.hostname);
  if (!url || url.username || url.password || !(url.protocol === 'https:' || (isAllowed && url.protocol === 'http:')))
    throw noun.invalid(fieldError(field, 'webhook.address'));
  try {
    await assertPublic(url.href, privateHosts);
  } catch (error) {
    if (error instanceof BlockedAddress) throw noun.invalid(fieldError(field, 'webhook.private'));
    throw error;
  }
  return url.href;
}

type Addresses = Pick<WebhookSettings, 'url' | 'sandboxUrl'>;
const checkAddresses = async (noun: HookNoun, config: Deps['config'], { url, sandboxUrl }: Addresses): Promise<Addresses> => ({
  url: await checkUrl(noun, config, url),
  sandboxUrl: sandboxUrl.trim() === '' ? '' : await checkUrl(noun, config, sandboxUrl, 'sandboxUrl'),
});

const sealPart = (secrets: Pick<Secrets, 'encrypt'>, part: SealedPart): string => secrets.encrypt(JSON.stringify(part));

/** @throws DomainError webhook.invalid for a header without a value that was never given one */
function mergeHeaders(noun: HookNoun, given: WebhookSave['headers'], stored: Record<string, string>): Record<string, string> {
  const entries = given.map(({ name, value }, index) => {
    const known = value || stored[name.toLowerCase()];
    if (!known) throw noun.invalid(fieldError(`headers.${index}.value`, 'field.mandatory'));
    return [name.toLowerCase(), known];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

const settingsFor = (addresses: Addresses, headers: Record<string, string>) =>
  JSON.stringify({ ...addresses, headerNames: Object.keys(headers) });
const listening = ({ events, channelIds, deptIds }: WebhookSave) => ({ events: [...new Set(events)], channelIds, departmentIds: deptIds });

const orInvalid = <T>(noun: HookNoun, name: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (violatedConstraint(error) !== 'integrations_by_name') throw error;
    throw noun.invalid(fieldError('name', 'integration.name_taken', { name }));
  });

/**
 * @returns the webhook with its secret, which nobody is told again
 * @throws DomainError webhook.invalid, webhook.too_many
 */
export async function createWebhook(ctx: Ctx, deps: Used, noun: HookNoun, save: WebhookSave): Promise<Webhook & { secret: string }> {
  const { enterpriseId, actor } = ctx;
  const addresses = await checkAddresses(noun, deps.config, save);
  const headers = mergeHeaders(noun, save.headers, {});
  const secret = makeWebhookSecret();
  const webhookId = newId();
  const name = save.name.trim();
  return orInvalid(noun, name, () =>
    ctx.transaction(async (tx) => {
      if ((await listWebhookRows(tx, enterpriseId, noun.kind)).length >= mostHooks) throw noun.tooMany();
      await creating(
        ctx,
        tx,
        noun.record,
        () => webhookId,
        async () => {
          await insertIntegration(tx, {
            enterpriseId,
            integrationId: webhookId,
            name,
            authType: noun.authType,
            settings: settingsFor(addresses, headers),
            secret: sealPart(deps.secrets, { secret, headers }),
            secretEnding: secret.slice(-4),
          });
          await insertWebhook(tx, {
            enterpriseId,
            webhookId,
            kind: noun.kind,
            ...listening(save),
            state: save.isActive ? 'active' : 'paused',
            createdBy: actor.userId,
          });
        },
      );
      return { ...(await presentNow(ctx, tx, noun, webhookId)), secret };
    }),
  );
}

/** @throws DomainError webhook.not_found, webhook.invalid or record.changed */
export async function updateWebhook(
  ctx: Ctx,
  deps: Used,
  noun: HookNoun,
  webhookId: string,
  save: WebhookSave & { version: number },
): Promise<Webhook> {
  const { enterpriseId } = ctx;
  await ctx.read((tx) => accessWebhook(tx, enterpriseId, noun, webhookId));
  const addresses = await checkAddresses(noun, deps.config, save);
  const name = save.name.trim();
  return orInvalid(noun, name, () =>
    ctx.transaction(async (tx) => {
      const row = await accessWebhook(tx, enterpriseId, noun, webhookId, { lock: true });
      await assertVersion(ctx, tx, noun.record, { id: webhookId, version: row.version }, save.version);
      const stored = openSealed(deps.secrets, row.secret);
      // Values of headers go to the addresses that they were given for, and to no other; the sandbox's may go.
      const former = settingsOf(row);
      const isKept = former.url === addresses.url && ['', former.sandboxUrl].includes(addresses.sandboxUrl);
      const headers = mergeHeaders(noun, save.headers, isKept ? stored.headers : {});
      await changing(ctx, tx, noun.record, webhookId, 'edit', async () => {
        await changeIntegration(tx, enterpriseId, webhookId, {
          name,
          settings: settingsFor(addresses, headers),
          secret: sealPart(deps.secrets, { ...stored, headers }),
          version: row.version + 1,
          updatedAt: ctx.now(),
        });
        await changeWebhook(tx, enterpriseId, webhookId, {
          ...listening(save),
          state: save.isActive ? 'active' : 'paused',
          failuresInRow: 0,
          failingSince: null,
          probeAt: null,
        });
        if (save.isActive && row.state === 'suspended') await sendWaiting(tx, enterpriseId, webhookId, ctx.now());
      });
      return presentNow(ctx, tx, noun, webhookId);
    }),
  );
}

/** Former values, beside those that are sealed. */
export async function putWebhookBack(
  ctx: Ctx,
  deps: Used,
  noun: HookNoun,
  webhookId: string,
  values: Record<string, unknown>,
): Promise<void> {
  assertMay(ctx.actor, noun.update);
  const row = await ctx.read((tx) => accessWebhook(tx, ctx.enterpriseId, noun, webhookId));
  const { url, sandboxUrl, headerNames } = settingsOf(row);
  const { channels = row.channelIds, departments = row.departmentIds, state = row.state, ...rest } = values;
  await updateWebhook(ctx, deps, noun, webhookId, {
    name: row.name,
    url,
    sandboxUrl,
    events: row.events as WebhookEventType[],
    headers: headerNames.map((name) => ({ name, value: '' })),
    ...rest,
    channelIds: channels as string[],
    deptIds: departments as string[],
    isActive: state !== 'paused',
    version: row.version,
  });
}

export function deleteWebhook(ctx: Ctx, noun: HookNoun, webhookId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessWebhook(tx, ctx.enterpriseId, noun, webhookId, { lock: true });
    await changing(ctx, tx, noun.record, webhookId, 'delete', () => removeIntegration(tx, ctx.enterpriseId, webhookId));
  });
}

/** Replaces the secret; for a day receivers may check with either one. */
export function rotateSecret(ctx: Ctx, { secrets }: Used, noun: HookNoun, webhookId: string): Promise<Webhook & { secret: string }> {
  const { enterpriseId } = ctx;
  const secret = makeWebhookSecret();
  return ctx.transaction(async (tx) => {
    const row = await accessWebhook(tx, enterpriseId, noun, webhookId, { lock: true });
    const { headers } = openSealed(secrets, row.secret);
    await changing(ctx, tx, noun.record, webhookId, 'edit', async () => {
      await changeIntegration(tx, enterpriseId, webhookId, {
        secret: sealPart(secrets, { secret, headers }),
        secretEnding: secret.slice(-4),
        updatedAt: ctx.now(),
      });
      await changeWebhook(tx, enterpriseId, webhookId, { formerSecret: row.secret, formerUntil: new Date(ctx.now().getTime() + formerMs) });
    });
    return { ...(await presentNow(ctx, tx, noun, webhookId)), secret };
  });
}

/** Asks the address now, signed as an event would be, with one that is in no log; how it stands is not changed by it. */
export async function testWebhook(ctx: Ctx, deps: Used, noun: HookNoun, webhookId: string) {
  const { enterpriseId } = ctx;
  const row = await ctx.read((tx) => accessWebhook(tx, enterpriseId, noun, webhookId));
  const { secret, headers } = openSealed(deps.secrets, row.secret);
  const isFormerValid = row.formerUntil !== null && row.formerUntil > ctx.now();
  const secrets = [secret, ...(isFormerValid ? [openSealed(deps.secrets, row.formerSecret).secret] : [])];
  const id = newId();
  const body = bodyOf(id, webhookTestType, ctx.now(), enterpriseId, { message: 'This is a test.' });
  const { status, durationMs, error } = await post(deps.config, { id, url: settingsOf(row).url, body, secrets, headers });
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: noun.record, id: webhookId, action: 'test', name: row.name, reason: error });
    return Promise.resolve();
  });
  return { isWorking: isDone(status), status, durationMs, error };
}
