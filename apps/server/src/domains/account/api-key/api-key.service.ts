import { type ApiKey, type ApiKeyAdd, fieldError, mostApiKeys } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import { assertChannels } from './api-key.channels.ts';
import { apiKeyRecord } from './api-key.record.ts';
import { type ApiKeyRow, accessApiKey, deleteApiKey, insertApiKey, listApiKeyRows } from './api-key.repository.ts';
import { makeApiKey, showApiKey } from './api-key.rules.ts';

const stateOf = ({ stoppedAt, expiresAt }: ApiKeyRow, now: Date): ApiKey['state'] => {
  if (stoppedAt) return 'stopped';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
};

const present = (row: ApiKeyRow, now: Date): ApiKey => ({
  id: row.keyId,
  name: row.name,
  key: `${row.start}…${row.ending}`,
  scopes: row.scopes,
  channelIds: row.channelIds,
  networks: row.networks,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdOn: row.createdAt.toISOString(),
  createdBy: row.createdByName,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastAddress: row.lastAddress,
  state: stateOf(row, now),
});

export const listApiKeys = (ctx: Ctx): Promise<ApiKey[]> =>
  ctx.read(async (tx) => (await listApiKeyRows(tx, ctx.enterpriseId, mostApiKeys)).map((row) => present(row, ctx.now())));

/** @throws DomainError key.not_found */
export const getApiKey = (ctx: Ctx, keyId: string): Promise<ApiKey> =>
  ctx.read(async (tx) => present(await accessApiKey(tx, ctx.enterpriseId, keyId), ctx.now()));

/**
 * Makes a key with the rights of its maker, as far as its scopes go.
 * @returns it with its secret, which nobody is told again
 * @throws DomainError request.invalid for an end in the past, channel.not_found, key.too_many
 */
export function addApiKey(ctx: Ctx, { expiresAt, channelIds, ...values }: ApiKeyAdd): Promise<ApiKey & { secret: string }> {
  const { enterpriseId, actor } = ctx;
  const now = ctx.now();
  if (expiresAt && new Date(expiresAt) <= now) throw invalidRequest(fieldError('expiresAt', 'schedule.past'));
  const secret = makeApiKey();
  return ctx.transaction(async (tx) => {
    // Two who add the last one meet at the maker's row.
    await tx
      .selectFrom('enterprises')
      .select('enterpriseId')
      .where('enterpriseId', '=', enterpriseId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const there = await listApiKeyRows(tx, enterpriseId, mostApiKeys);
    if (there.length >= mostApiKeys) throw new DomainError('key.too_many', `An enterprise has at most ${mostApiKeys} keys.`, {});
    await assertChannels(ctx, tx, channelIds);
    const keyId = newId();
    await creating(
      ctx,
      tx,
      apiKeyRecord,
      () => keyId,
      () =>
        insertApiKey(tx, {
          enterpriseId,
          keyId,
          ...values,
          name: values.name.trim(),
          channelIds,
          hash: hashToken(secret),
          ...showApiKey(secret),
          expiresAt: expiresAt ? new Date(expiresAt) : null,
          stoppedAt: null,
          createdBy: actor.userId,
          createdAt: now,
          lastUsedAt: null,
        }),
    );
    return { ...present(await accessApiKey(tx, enterpriseId, keyId), now), secret };
  });
}

/** @throws DomainError key.not_found */
export function removeApiKey(ctx: Ctx, keyId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessApiKey(tx, ctx.enterpriseId, keyId);
    await changing(ctx, tx, apiKeyRecord, keyId, 'delete', () => deleteApiKey(tx, ctx.enterpriseId, keyId));
  });
}
