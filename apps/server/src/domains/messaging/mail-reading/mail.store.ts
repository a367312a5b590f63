import { mailboxMethod } from '@parley/vendors';
import { type Lease, renewLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { changeMailbox, type MailReading, takeMails } from '../../channel/door.ts';
import { keepRawEvents } from '../inbound/raw-events.ts';
import type { Taken } from './mail.batch.ts';

/** Somebody else reads the mailbox, or it has other settings. */
export class Superseded extends Error {}

/**
 * Makes mails raw events of their channel and moves the mark, in one transaction: a worker that is killed before it has taken none of them.
 * @throws Superseded
 */
export async function storeMails(
  ctx: EnterpriseContext,
  { channelId, vendor, version }: Pick<MailReading, 'channelId' | 'vendor' | 'version'>,
  lease: Lease,
  { taken, uidValidity, lastUid }: { taken: readonly Taken[]; uidValidity: number; lastUid: number },
): Promise<void> {
  const { enterpriseId } = ctx;
  await ctx.transaction(async (tx) => {
    if (!(await renewLease(tx, lease))) throw new Superseded();
    const now = ctx.now();
    const change = { uidValidity, lastUid, lastReadAt: now, state: 'ON' as const, lastError: '', failingSince: null, isTold: false };
    if (!(await changeMailbox(tx, enterpriseId, channelId, change, version))) throw new Superseded();
    const rows = taken.map(({ uid, key }) => ({ enterpriseId, channelId, uidValidity, uid, messageKey: key, takenAt: now }));
    const fresh = await takeMails(tx, rows);
    const seen = new Set<string>();
    const mails = taken.filter(({ key }) => {
      const name = key.toString('hex');
      if (!fresh.has(name) || seen.has(name)) return false;
      seen.add(name);
      return true;
    });
    if (mails.length === 0) return;
    const base = { enterpriseId, channelId, vendor, method: mailboxMethod, query: '', headers: {}, proof: 'ok' as const };
    await keepRawEvents(
      ctx,
      tx,
      mails.map(({ mail }) => ({ ...base, body: Buffer.from(JSON.stringify(mail)) })),
    );
  });
}
