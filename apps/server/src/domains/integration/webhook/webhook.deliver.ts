import { createBatcher } from '#platform/jobs/batcher.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type Claimed, claimDeliveries } from '../hook/webhook.repository.ts';
import { type Attempt, attempt, createOpener, recordAttempts } from './webhook.attempt.ts';

/** Attempts on their way: addresses that do not answer hold their eight for ten seconds, and others go on beside them. */
const atOnce = 256;
const atOnceOfOne = 8;
/** Claimed ahead, since a claim of many costs as much as one of one. */
const claimed = 2048;
const claimedOfOne = 256;
/** So many are written down before more are claimed, unless nothing is left. */
const claimedAgainAfter = 64;
/** A claim that ends is a worker that was killed, or one that did not get to it. */
const heldMs = 30_000;
/** Begun later than this, an attempt could outlast its claim, and somebody else would make it too. */
const startableMs = heldMs - 15_000;
const pollMs = 250;
const recordedAtOnce = 100;

/** Queue of one webhook: claimed deliveries that have not begun, and the number of its running attempts. Its secrets are open as long as it has any. */
type WebhookQueue = { waiting: { delivery: Claimed; startableUntil: number }[]; running: number; open: ReturnType<typeof createOpener> };

/**
 * Delivers what waits, as long as the program runs: of each chat one delivery at a time, of each webhook eight chats at once. At least once:
 * an answer that was not written down before a crash is asked for again, with the same id.
 * @returns stops it, and waits for what is on its way
 */
export function startDelivering(deps: Deps): () => Promise<void> {
  const recorder = createBatcher<Attempt, undefined>(
    (attempts) => recordAttempts(enterpriseContext(deps, (attempts[0] as Attempt).delivery.enterpriseId), attempts),
    { group: ({ delivery }) => delivery.enterpriseId, most: recordedAtOnce },
  );
  const lines = new Map<string, WebhookQueue>();
  /** Sent and not written down yet, too. */
  const unfinished = new Set<Promise<void>>();
  let sending = 0;
  let waiting = 0;
  let finished = 0;
  let isStopping = false;
  let claiming: Promise<void> | undefined;

  /** The next one of the line begins as soon as this one is answered; it is written down meanwhile, and its chat goes on after that. */
  async function deliver(line: WebhookQueue, delivery: Claimed): Promise<void> {
    try {
      const made = await attempt(deps, delivery, line.open).finally(() => {
        line.running -= 1;
        sending -= 1;
        start(delivery.webhookId, line);
      });
      await recorder.add(made);
    } catch (error) {
      // Its claim ends by itself, and somebody tries again.
      deps.log.warn({ err: error, deliveryId: delivery.deliveryId }, 'a delivery of a webhook was not recorded');
    }
  }

  function begin(line: WebhookQueue, delivery: Claimed): void {
    line.running += 1;
    sending += 1;
    const delivering = deliver(line, delivery).finally(() => {
      unfinished.delete(delivering);
      finished += 1;
      if (finished >= claimedAgainAfter || waiting + unfinished.size === 0) look();
    });
    unfinished.add(delivering);
  }

  /** Begins what the webhook's line and the process have room for; what has waited too long is left to its claim, which ends. */
  function start(webhookId: string, line: WebhookQueue): void {
    while (line.waiting.length > 0 && line.running < atOnceOfOne && sending < atOnce) {
      const next = line.waiting.shift();
      waiting -= 1;
      if (next && !isStopping && performance.now() < next.startableUntil) begin(line, next.delivery);
    }
    if (line.waiting.length === 0 && line.running === 0) lines.delete(webhookId);
  }

  async function claim(): Promise<void> {
    const free = claimed - waiting - unfinished.size;
    if (isStopping || free <= 0) return;
    finished = 0;
    const startableUntil = performance.now() + startableMs;
    const found = await claimDeliveries(deps.db, free, claimedOfOne, heldMs);
    for (const delivery of found) {
      const line = lines.get(delivery.webhookId) ?? { waiting: [], running: 0, open: createOpener(deps.secrets) };
      lines.set(delivery.webhookId, line);
      line.waiting.push({ delivery, startableUntil });
      waiting += 1;
    }
    for (const [webhookId, line] of lines) start(webhookId, line);
  }
  function look(): void {
    claiming ??= claim()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'webhooks could not be looked at'))
      .finally(() => {
        claiming = undefined;
      });
  }
  const timer = setInterval(look, pollMs);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await claiming;
    await Promise.all(unfinished);
  };
}
