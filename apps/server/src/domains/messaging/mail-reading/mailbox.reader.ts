import { mailboxPatienceMinutes } from '@parley/contract';
import { NoToken } from '@parley/vendors';
import type { ImapFlow } from 'imapflow';
import type { Lease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { listHolders, notify } from '../../account/door.ts';
import { changeMailbox, endClient, faultOf, findReading, type MailReading, openClient } from '../../channel/door.ts';
import { Superseded } from './mail.store.ts';
import { readOver, type Signals, Troubles } from './mailbox.session.ts';

const longestPauseMs = 5 * 60_000;
const minuteMs = 60_000;

/** Something that wakes a reader before its time: other settings, a wish to look now, or its end. */
export class Alarm {
  #ring: () => void = () => {};
  #hasRung = false;
  ring(): void {
    this.#hasRung = true;
    this.#ring();
  }
  async wait(ms: number, stopped?: { client: ImapFlow }): Promise<void> {
    if (this.#hasRung) {
      this.#hasRung = false;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#ring = resolve;
    const client = stopped?.client;
    client?.once('exists', resolve).once('close', resolve);
    if (client && !client.usable) resolve();
    await promise;
    clearTimeout(timer);
    client?.off('exists', resolve).off('close', resolve);
    this.#ring = () => {};
    this.#hasRung = false;
  }
}

/** Notes why a mailbox cannot be read. The administrators are told when it has lasted for a while, once. */
async function noteFailure(ctx: EnterpriseContext, reading: MailReading, text: string): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const failingSince = reading.failingSince ?? now;
  const isTold = reading.isTold || now.getTime() - failingSince.getTime() >= mailboxPatienceMinutes * minuteMs;
  await ctx.transaction(async (tx) => {
    const change = { state: 'FAILING' as const, lastError: text, failingSince, isTold };
    if (!(await changeMailbox(tx, enterpriseId, reading.channelId, change, reading.version))) return;
    if (!isTold || reading.isTold) return;
    await notify(ctx, tx, await listHolders(tx, enterpriseId, 'CHANNELS.EDIT'), {
      kind: 'channel_error',
      code: 'mailbox.failing',
      values: { channel: reading.name, advice: text },
      link: `/admin/channels/${reading.channelId}`,
      cause: reading.channelId,
    });
  });
}

/** Reads one mailbox as long as its lease is held and it is wanted, and tries again behind each failure, after a pause that grows. */
export async function readMailbox(deps: Deps, lease: Lease, alarm: Alarm, isOver: () => boolean): Promise<void> {
  const ctx = enterpriseContext(deps, lease.enterpriseId);
  const { retryMs, answerMs, pollMs } = deps.config.mailboxTimes;
  const signals: Signals = { isOver, next: (ms, client) => alarm.wait(ms, { client }) };
  let pauseMs = retryMs;
  let isFresh = false;
  const troubles = new Troubles();
  while (!isOver()) {
    const reading = await findReading(deps, ctx, lease.workId);
    if (!reading) return;
    let client: ImapFlow | undefined;
    try {
      client = await openClient(deps, reading.connection, reading, isFresh);
      const opened = client;
      isFresh = false;
      await readOver({ ctx, client: opened, reading, lease, signals, times: { answerMs, pollMs }, troubles });
    } catch (error) {
      if (error instanceof Superseded) {
        pauseMs = retryMs;
        continue;
      }
      const fault = faultOf(error, reading);
      // A token may have been taken back before its time.
      isFresh = fault.step === 'credentials' && !(error instanceof NoToken);
      deps.log.info({ channelId: reading.channelId, reason: fault.text }, 'a mailbox could not be read');
      const again = await findReading(deps, ctx, lease.workId);
      // A connection that worked in between begins with a short pause anew.
      if (again && again.failingSince === null) pauseMs = retryMs;
      if (again && again.version === reading.version) await noteFailure(ctx, again, fault.text);
      if (isOver()) return;
      await alarm.wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    } finally {
      if (client) endClient(client);
    }
  }
}
