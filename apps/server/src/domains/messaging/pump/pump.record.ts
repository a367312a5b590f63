import type { VendorError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { noteFailures, noteTemplateDown, stopChannel } from '../../channel/door.ts';
import { tellOutcomes } from '../ledger/outcome.ts';
import { type Recorded, recordAttempts } from '../queue/attempts.repository.ts';
import type { TakenRow } from '../queue/queue.repository.ts';
import { applyWaiting } from '../receipt/receipts.ts';
import type { SendingLine } from '../sending/line.ts';
import { failuresThatStop, stopsChannel, type Verdict } from './retry.ts';
import { type Second, slowDown, speedUp } from './speed.rules.ts';
import { type Bucket, lockBucket, saveBucket } from './speed.ts';

/** A message whose attempt has come to an end. */
export type Finished = { row: TakenRow; verdict: Verdict; at: Date };

const statusOf = { sent: 'SENT', failed: 'FAILED', unknown: 'UNKNOWN' } as const;

/** Records what attempts came to: ledger and wire, receipts that came before, the modules' records, the channel's pause and health. */
export async function recordFinished(
  { ctx, metrics, channelId, second }: { ctx: EnterpriseContext; metrics: Deps['metrics']; channelId: string; second: Second },
  tx: Tx,
  finished: readonly Finished[],
  ended: readonly string[],
  line: SendingLine | undefined,
): Promise<void> {
  const { enterpriseId } = ctx;
  recordAttempts(tx, enterpriseId, channelId, finished.map(toAttempt), ended);
  const accepted = finished.flatMap(({ verdict }) =>
    verdict.kind === 'sent' && verdict.vendorMessageId !== '' ? [verdict.vendorMessageId] : [],
  );
  await applyWaiting(ctx, tx, channelId, accepted);
  await tellOutcomes(
    ctx,
    tx,
    finished.flatMap(({ row, verdict, at }) =>
      // Nobody waits for each message of a run, so only failures are reported: their recipients may be tried elsewhere.
      verdict.kind === 'again' || (row.runId !== null && verdict.kind !== 'failed')
        ? []
        : [
            {
              messageId: row.messageId,
              source: row.source,
              resourceId: row.resourceId,
              chatId: row.chatId,
              number: row.number,
              status: statusOf[verdict.kind],
              error: verdict.kind === 'sent' ? null : verdict.error,
              at,
            },
          ],
    ),
  );
  if (line) await findSpeed(ctx, tx, finished, line, second);
  await noteTemplates(ctx, tx, finished);
  if (line) await noteHealth(ctx, tx, finished, line);
  metrics.messages.inc({ direction: 'out', source: 'VENDOR' }, accepted.length);
}

/** Tells whether any of these was refused since it came too fast. */
export const isTooFast = ({ verdict }: Finished): boolean => verdict.kind === 'again' && verdict.isTooFast === true;

/** The channel's speed by the vendor's answers: one transaction changes it once, for any attempts of its messages. */
async function findSpeed(ctx: EnterpriseContext, tx: Tx, finished: readonly Finished[], line: SendingLine, second: Second): Promise<void> {
  const isRefused = finished.some(isTooFast);
  if (!isRefused && !line.isSlowed) return;
  const { enterpriseId } = ctx;
  const { channelId } = line.row;
  const now = ctx.now();
  const bucket = await lockBucket(tx, enterpriseId, channelId, line.perSecond, now);
  const found = isRefused ? slowDown(bucket, line.perSecond, second, now) : speedUp(bucket, line.perSecond, second, now);
  line.isSlowed = found.found !== null;
  const pauseSeconds = Math.max(0, ...finished.map(({ verdict }) => (verdict.kind === 'again' ? verdict.pauseSeconds : 0)));
  const blockedUntil = pauseSeconds > 0 ? new Date(now.getTime() + pauseSeconds * 1000) : bucket.blockedUntil;
  const emptied: Partial<Bucket> = isRefused ? { tokens: 0, filledAt: now } : {};
  await saveBucket(tx, enterpriseId, channelId, { ...bucket, ...found, ...emptied, blockedUntil });
}

/** The vendor has said it with a message, before its own news of the template came. */
async function noteTemplates(ctx: EnterpriseContext, tx: Tx, finished: readonly Finished[]): Promise<void> {
  const down = new Map(
    finished.flatMap(({ row, verdict }) =>
      verdict.kind === 'again' && verdict.templateStatus && row.templateId !== null
        ? [[row.templateId, { status: verdict.templateStatus, reason: verdict.error.vendorMessage }] as const]
        : [],
    ),
  );
  for (const [templateId, told] of down) await noteTemplateDown(ctx, tx, templateId, told);
}

/** Failures in a row that name the account stop the channel. The line says afterwards how many there are. */
async function noteHealth(ctx: EnterpriseContext, tx: Tx, finished: readonly Finished[], line: SendingLine): Promise<void> {
  const { channelId } = line.row;
  let inRow = line.row.failuresInRow;
  let last: VendorError | undefined;
  for (const { verdict } of finished) {
    if (verdict.kind === 'sent') inRow = 0;
    else if (verdict.kind === 'failed' && stopsChannel(verdict.error)) {
      inRow += 1;
      last = verdict.error;
    }
  }
  if (inRow === line.row.failuresInRow) return;
  line.row.failuresInRow = inRow;
  if (inRow >= failuresThatStop && last) {
    await stopChannel(ctx, tx, channelId, last);
    line.row.state = 'ERROR';
  } else await noteFailures(tx, ctx.enterpriseId, channelId, inRow);
}

function toAttempt({ row, verdict, at }: Finished): Recorded {
  const { messageId, createdAt, piece } = row;
  const base = { messageId, createdAt, at, attempt: row.attempts + 1, vendorMessageId: '', again: null, detail: null };
  switch (verdict.kind) {
    case 'sent':
      return { ...base, status: 'SENT', reason: '', vendorMessageId: verdict.vendorMessageId };
    case 'again': {
      const dueAt = new Date(at.getTime() + verdict.afterSeconds * 1000);
      return { ...base, status: 'QUEUED', reason: verdict.error.class, again: { dueAt, seat: piece.seat }, detail: verdict.error };
    }
    default:
      return { ...base, status: statusOf[verdict.kind], reason: verdict.error.class, detail: verdict.error };
  }
}
