import { browserDevice } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Notices } from '#platform/db/notices.ts';
import { type Remembered, rememberByEnterprise } from '#platform/db/remembered.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertPublic, BlockedAddress } from '#platform/safe-fetch/safe-fetch.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { countDevices, deleteDevice, insertPushes, listBrowserOwners, type Push, upsertDevice } from './push.repository.ts';
import { readSubscription, type Subscription } from './push.rules.ts';

type Used = Pick<Deps, 'config' | 'secrets'>;

const invalid = () =>
  new DomainError('push.subscription_invalid', 'This browser gave no address that notifications can be sent to. Try another browser.', {});

async function readToken({ config }: Used, token: string): Promise<Subscription> {
  const subscription = readSubscription(token, config.privateHosts);
  if (!subscription) throw invalid();
  try {
    await assertPublic(subscription.endpoint, config.privateHosts);
  } catch (error) {
    if (error instanceof BlockedAddress) throw invalid();
    throw error;
  }
  return subscription;
}

/** The users who have a browser that takes pushes, as long as none of them changes that. */
export const createBrowserOwners = (notices: Notices): Remembered<ReadonlySet<string>> => rememberByEnterprise(notices, listBrowserOwners);

/**
 * Pushes go to this browser from now on, until the session ends that it was registered in.
 * @throws DomainError push.off, push.subscription_invalid
 */
export async function registerDevice(ctx: Ctx, deps: Used, token: string): Promise<void> {
  if (!deps.config.isPushOn) throw new DomainError('push.off', 'This installation sends no notifications to browsers.', {});
  const { enterpriseId, userId, sessionId } = ctx.actor;
  const subscription = await readToken(deps, token);
  const sealed = deps.secrets.encrypt(JSON.stringify(subscription));
  const tokenHash = hashToken(subscription.endpoint);
  await ctx.transaction((tx) =>
    upsertDevice(tx, { enterpriseId, tokenHash, userId, token: sealed, deviceType: browserDevice, sessionId, createdAt: ctx.now() }),
  );
}

/** Does nothing for a token that is no subscription, or nobody's. */
export async function removeDevice(ctx: Ctx, { config }: Used, token: string): Promise<void> {
  const { enterpriseId, userId } = ctx.actor;
  const subscription = readSubscription(token, config.privateHosts);
  if (subscription) await ctx.transaction((tx) => deleteDevice(tx, enterpriseId, hashToken(subscription.endpoint), userId));
}

export async function readPushKey(ctx: Ctx, { config, pushKeys }: Pick<Deps, 'config' | 'pushKeys'>) {
  const browsers = await ctx.read((tx) => countDevices(tx, ctx.actor.enterpriseId, ctx.actor.userId));
  return { publicKey: config.isPushOn ? pushKeys.publicKey : '', browsers };
}

/**
 * Pushes to the browsers of users, in the transaction of the event that they are about.
 * @param seconds after which it is of no use any more; a day where it is left out
 */
export async function queuePushes(ctx: EnterpriseContext, tx: Tx, userIds: readonly string[], push: Push, seconds?: number): Promise<void> {
  if (userIds.length > 0) await insertPushes(tx, ctx.enterpriseId, userIds, push, ctx.now(), seconds);
}
