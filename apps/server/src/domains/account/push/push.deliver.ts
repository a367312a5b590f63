import { createHash } from 'node:crypto';
import { encryptPush } from '#platform/push/aes128gcm.ts';
import { createAgents } from '#platform/safe-fetch/safe-fetch.ts';
import { sendWire } from '#platform/safe-fetch/wire.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type ClaimedPush, claimPushes, deleteDevice, finishPush, postponePush } from './push.repository.ts';
import { keysOf, type Subscription, stepAfter } from './push.rules.ts';

/** Addresses that browsers gave: they take no connection from vendors. */
const agents = createAgents(32);
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
const mostAtOnce = 64;
/** Longer than any attempt takes: a claim that ends is a worker that was killed. */
const heldMs = 30_000;
const pollMs = 500;

/** Pushes of one kind and cause take each other's place at the service, as long as the browser has not fetched them (RFC 8030, 5.4). */
const topicOf = ({ kind, cause }: ClaimedPush): string => createHash('sha256').update(`${kind}\n${cause}`).digest('base64url').slice(0, 32);

/** Our contact for operators of push services: an https address, or the sender of our mails. */
const subjectOf = ({ config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>): string =>
  publicUrl().startsWith('https:') ? publicUrl() : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? 'postmaster@localhost'}`;

type Outcome = { status: number; retryAfter: string };

/** One POST, without following redirects. A failure is status 0. */
async function send(deps: Deps, push: ClaimedPush): Promise<Outcome> {
  const { kind, count, path, expiresAt } = push;
  const now = deps.now();
  try {
    const subscription = JSON.parse(deps.secrets.decrypt(push.token)) as Subscription;
    // No name and no text: the operators of the service, and people who look at the screen, learn nothing of customers.
    const body = encryptPush(Buffer.from(JSON.stringify({ kind, count, path })), keysOf(subscription));
    const headers = {
      authorization: await deps.pushKeys.authorize(subscription.endpoint, subjectOf(deps), now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(0, Math.round((expiresAt.getTime() - now.getTime()) / 1000))),
      topic: topicOf(push),
      urgency: 'normal',
    };
    const isTrusted = deps.config.privateHosts.includes(new URL(subscription.endpoint).hostname);
    const wire = { method: 'POST', url: subscription.endpoint, headers, body };
    const answer = await sendWire(wire, { timeoutMs, maxBytes, isTrusted, agents });
    return { status: answer.status, retryAfter: answer.headers['retry-after'] ?? '' };
  } catch (error) {
    // The address is the browser's own secret: it does not get into the log.
    deps.log.debug({ reason: error instanceof Error ? error.name : 'unknown', pushId: push.pushId }, 'a push was not delivered');
    return { status: 0, retryAfter: '' };
  }
}

async function deliver(deps: Deps, push: ClaimedPush): Promise<void> {
  const { status, retryAfter } = await send(deps, push);
  const ctx = enterpriseContext(deps, push.enterpriseId);
  const now = deps.now();
  const step = stepAfter(status, push.attempts + 1, retryAfter, now);
  await ctx.transaction(async (tx) => {
    if (step.kind === 'gone') await deleteDevice(tx, push.enterpriseId, push.tokenHash);
    else if (step.kind === 'again') await postponePush(tx, push, new Date(now.getTime() + step.afterMs));
    else await finishPush(tx, push);
  });
  if (step.kind === 'dropped') deps.log.warn({ status, pushId: push.pushId }, 'a push was given up');
}

/**
 * Sends what waits, as long as the program runs. At least once: what was not written down before a crash is sent again, and takes the place of
 * the first by its topic.
 * @returns stops it, and waits for what is on its way
 */
export function startPushing(deps: Deps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let claiming: Promise<void> | undefined;

  async function claim(): Promise<void> {
    const free = mostAtOnce - running.size;
    if (isStopping || free <= 0) return;
    for (const push of await claimPushes(deps.db, deps.now(), free, heldMs)) {
      const sending = deliver(deps, push)
        // Its claim ends by itself, and somebody tries again.
        .catch((error: unknown) => deps.log.warn({ err: error, pushId: push.pushId }, 'a push was not recorded'))
        .finally(() => running.delete(sending));
      running.add(sending);
    }
  }
  const timer = setInterval(() => {
    claiming ??= claim()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'pushes could not be looked at'))
      .finally(() => {
        claiming = undefined;
      });
  }, pollMs);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await claiming;
    await Promise.all(running);
  };
}
