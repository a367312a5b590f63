import { type OutgoingAct, type SendResult, vendorError, WireFailure } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { verdictOf } from '../pump/retry.ts';
import { lockBucket, saveBucket } from '../pump/speed.ts';
import { chatFailure } from '../sending/chat-line.ts';
import { readLine, type SendingLine } from '../sending/line.ts';
import { type ActOutcome, actListeners } from './act.port.ts';
import { claimActs, findDueActs, findOurs, type MessageAct, putOffAct, settleAct, waitForPause } from './act.repository.ts';

const sweepMs = 500;
/** Acts of a channel that leave at once: its messages go first. */
const atMost = 4;
/** Longer than any call of an adapter takes. An act whose worker has ended in the middle is done again, which changes nothing. */
const heldMs = 90_000;
/** Waiting times of an act whose message is not handed over, or whose channel does not send: half as long again as it has waited, within these. */
const shortestWaitMs = 1000;
const longestWaitMs = 60_000;
/** Nobody expects an act any more that has waited so long. */
const longestMs = 24 * 3_600_000;

/** @property pauseMs the vendor has said how long the whole channel waits */
type Next = ActOutcome | { kind: 'wait'; untilMs: number; wasTried: boolean; pauseMs?: number };

const failed = (reason: string): ActOutcome => ({ kind: 'failed', reason });
const notSent = failed('The message itself was not sent.');
const unknownMessage = failed('Nobody knows whether the message itself has arrived.');

function waitOn(ctx: EnterpriseContext, { createdAt }: MessageAct): Next {
  const ageMs = ctx.now().getTime() - createdAt.getTime();
  return { kind: 'wait', untilMs: Math.min(Math.max(ageMs / 2, shortestWaitMs), longestWaitMs), wasTried: false };
}

/** The act in the vendor's terms, or what stands in its way. */
async function contentOf(ctx: EnterpriseContext, act: MessageAct): Promise<OutgoingAct | Next> {
  const { enterpriseId, chatId, number, kind, target, value, isCaption } = act;
  if (kind === 'reaction') return { kind, messageId: target, emoji: value };
  const ours = await ctx.read((tx) => findOurs(tx, enterpriseId, chatId, number));
  if (!ours || ours.status === 'FAILED' || ours.status === 'SKIPPED') return notSent;
  const { vendorMessageId: messageId } = ours;
  if (messageId === '') return ours.status === 'UNKNOWN' ? unknownMessage : waitOn(ctx, act);
  return kind === 'edit' ? { kind, messageId, text: value, isCaption } : { kind, messageId };
}

async function handOver(deps: Deps, line: SendingLine, act: MessageAct, content: OutgoingAct): Promise<SendResult> {
  const { adapter, connection, io } = line;
  try {
    const message = { ourId: act.actId, to: act.address, content };
    const rendered = adapter.render(message, connection);
    if (rendered.kind === 'refused') return { kind: 'failed', error: rendered.error };
    return await adapter.send(io, connection, rendered.request, message);
  } catch (error) {
    deps.log.error({ err: error, actId: act.actId }, 'an adapter failed');
    const isUnsent = error instanceof WireFailure && error.phase === 'connect';
    const told = { code: '', message: error instanceof Error ? error.message : String(error) };
    return { kind: isUnsent ? 'failed' : 'unknown', error: vendorError('REQUEST', told) };
  }
}

async function doAct(deps: Deps, ctx: EnterpriseContext, line: SendingLine | undefined, act: MessageAct): Promise<Next> {
  if (ctx.now().getTime() - act.createdAt.getTime() > longestMs) return failed('It has waited for too long.');
  if (line?.row.state !== 'ACTIVE') return waitOn(ctx, act);
  const content = await contentOf(ctx, act);
  if (!('messageId' in content)) return content;
  // Done twice it is done once, so an act of unknown outcome is tried again, as a message is that its vendor would not take twice.
  const verdict = verdictOf(await handOver(deps, line, act, content), act.attempts, { dedupes: true });
  if (verdict.kind === 'sent') return { kind: 'sent' };
  if (verdict.kind === 'again')
    return { kind: 'wait', untilMs: verdict.afterSeconds * 1000, wasTried: true, pauseMs: verdict.pauseSeconds * 1000 };
  const { class: reason, vendorCode, vendorMessage } = verdict.error;
  return { kind: verdict.kind, reason: chatFailure(reason, vendorCode, vendorMessage).text };
}

/** Records the outcome in the act and in the chat, whose lock comes first. */
async function record(ctx: EnterpriseContext, line: SendingLine | undefined, act: MessageAct, next: Next): Promise<void> {
  await ctx.transaction(async (tx) => {
    const now = ctx.now();
    if (next.kind === 'wait') {
      const { untilMs, wasTried, pauseMs = 0 } = next;
      if (line && pauseMs > 0) await pauseChannel(tx, line, new Date(now.getTime() + pauseMs), now);
      return putOffAct(tx, act, new Date(now.getTime() + untilMs), wasTried);
    }
    const listeners = ctx.extensions.of(actListeners);
    for (const { lock } of listeners) await lock(tx, act.enterpriseId, act.chatId);
    if (!(await settleAct(tx, act, next.kind, now))) return;
    for (const { apply } of listeners) await apply(ctx, tx, act, next);
  });
}

/** Nothing leaves on the channel until then, messages neither: they share its speed. */
async function pauseChannel(tx: Tx, { row, perSecond }: SendingLine, until: Date, now: Date): Promise<void> {
  const { enterpriseId, channelId } = row;
  const bucket = await lockBucket(tx, enterpriseId, channelId, perSecond, now);
  if (bucket.blockedUntil < until) await saveBucket(tx, enterpriseId, channelId, { ...bucket, blockedUntil: until });
}

/** Does what is due on one channel, page by page. A process that is stopped ends with the page under way. */
async function sendOn(deps: Deps, enterpriseId: string, channelId: string, isStopping = () => false): Promise<void> {
  const ctx = enterpriseContext(deps, enterpriseId);
  while (!isStopping()) {
    const now = ctx.now();
    const heldUntil = new Date(now.getTime() + heldMs);
    const { line, acts } = await ctx.transaction(async (tx) => ({
      line: await readLine(deps, tx, enterpriseId, channelId),
      acts: (await waitForPause(tx, enterpriseId, channelId, now))
        ? []
        : await claimActs(tx, enterpriseId, channelId, { now, heldUntil, atMost }),
    }));
    if (acts.length === 0) return;
    await Promise.all(acts.map(async (act) => record(ctx, line, act, await doAct(deps, ctx, line, act))));
  }
}

/** Does what is due on all channels, and ends when nothing is left to do now. */
export async function sendDueActs(deps: Deps): Promise<void> {
  const due = await findDueActs(deps.db, deps.now());
  await Promise.all(due.map(({ enterpriseId, channelId }) => sendOn(deps, enterpriseId, channelId)));
}

/** Starts the acts of this process. A channel whose vendor answers late holds up no other. */
export function startActs(deps: Deps): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  let isStopping = false;
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'acts on messages were not sent');
  const stop = scheduleTask(
    sweepMs,
    async () => {
      for (const { enterpriseId, channelId } of await findDueActs(deps.db, deps.now())) {
        if (running.has(channelId)) continue;
        const done = sendOn(deps, enterpriseId, channelId, () => isStopping)
          .catch(warn)
          .finally(() => running.delete(channelId));
        running.set(channelId, done);
      }
    },
    warn,
  );
  return async () => {
    isStopping = true;
    await stop();
    await Promise.all(running.values());
  };
}
