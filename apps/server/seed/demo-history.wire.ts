import { applyReceipts, type Receipt, recordAttempts, takeDue } from '../src/domains/messaging/door.inside.ts';
import { newId } from '../src/platform/ids.ts';
import type { Past } from './demo-history.past.ts';

/** The fate of a message: its last receipt, or a failed delivery at the vendor. */
export type Fate = 'sent' | 'delivered' | 'read' | 'failed';

const undeliverable = {
  class: 'RECIPIENT',
  vendorCode: '131026',
  vendorMessage: 'Message undeliverable',
  advice: 'Ask the customer for another number.',
} as const;

const secondsTo = { sent: 1, failed: 6, delivered: 4 } as const;
const stepsTo: Record<Fate, readonly Receipt['status'][]> = {
  sent: ['sent'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'delivered', 'read'],
  failed: ['sent', 'failed'],
};

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);
const mostTaken = 1000;

/**
 * Carries what waits on a channel without a vendor: the ledger takes the rows, notes the attempts, and hears the receipts.
 * @param fateOf of each, by its place
 * @param readSeconds how long it takes until one is read
 * @param most how many at the most
 */
export async function carry(
  past: Past,
  channelId: string,
  fateOf: (place: number) => Fate,
  readSeconds: number,
  most = mostTaken,
): Promise<void> {
  // The ledger gives the messages of a conversation one at a time.
  for (let left = most; left > 0; ) {
    const carried = await carryDue(past, channelId, fateOf, readSeconds, left);
    if (carried === 0) return;
    left -= carried;
  }
}

async function carryDue(
  past: Past,
  channelId: string,
  fateOf: (place: number) => Fate,
  readSeconds: number,
  most: number,
): Promise<number> {
  const { ctx, tx } = past;
  const { rows } = await takeDue(tx, ctx.enterpriseId, channelId, newId(), most, ctx.now());
  if (rows.length === 0) return 0;
  recordAttempts(
    tx,
    ctx.enterpriseId,
    channelId,
    rows.map(({ messageId, createdAt, attempts }) => ({
      messageId,
      createdAt,
      status: 'SENT',
      reason: '',
      vendorMessageId: `demo.${messageId}`,
      attempt: attempts + 1,
      at: after(createdAt, secondsTo.sent),
      again: null,
      detail: null,
    })),
    [...new Set(rows.map(({ piece }) => piece.wireId))],
  );
  past.pass(readSeconds);
  const receipts = rows.flatMap(({ messageId, createdAt }, place) =>
    stepsTo[fateOf(place)].map((status): Receipt => {
      const at = after(createdAt, status === 'read' ? readSeconds : secondsTo[status as keyof typeof secondsTo]);
      return { vendorMessageId: `demo.${messageId}`, ourId: '', status, at, ...(status === 'failed' ? { error: undeliverable } : {}) };
    }),
  );
  await applyReceipts(ctx, tx, channelId, receipts);
  return rows.length;
}
