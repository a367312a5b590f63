import { deliveryStatuses, type MessageDetail, type MessageSource, reasonTexts, VendorError } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type Reading, shownAddress, withoutAddress } from '../../customer/door.ts';

const textOf = (reason: string): string => reasonTexts[reason as keyof typeof reasonTexts] ?? '';

/** Returns the vendor's error of a failure; receipts carry the facts of their price as well. */
function errorOf(detail: Record<string, unknown> | null): VendorError | null {
  const parsed = VendorError.safeParse(detail);
  return parsed.success ? parsed.data : null;
}

/**
 * Everything that happened to one message, the oldest first, as its reader may see it.
 * @param source of which it must be; none: any
 * @returns undefined when the enterprise has no such message
 */
export async function findMessageDetail(
  tx: Read,
  enterpriseId: string,
  messageId: string,
  reading: Reading,
  source?: MessageSource,
): Promise<MessageDetail | undefined> {
  const row = await tx
    .selectFrom('messages as m')
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'm.enterpriseId').onRef('c.channelId', '=', 'm.channelId'))
    .leftJoin('templates as t', (join) => join.onRef('t.enterpriseId', '=', 'm.enterpriseId').onRef('t.templateId', '=', 'm.templateId'))
    .selectAll('m')
    .select(['c.name as channelName', 'c.contactId', 't.name as templateName'])
    .where('m.enterpriseId', '=', enterpriseId)
    .where('m.messageId', '=', messageId)
    .where('m.direction', '=', 'out')
    .$if(source !== undefined, (query) => query.where('m.source', '=', source ?? 'BROADCAST'))
    .executeTakeFirst();
  if (!row) return undefined;
  const noted = await tx
    .selectFrom('messageEvents')
    .select(['kind', 'status', 'at', 'attempt', 'detail'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', '=', messageId)
    .orderBy('at')
    .execute();
  const handovers = await tx
    .selectFrom('messageHandovers')
    .select(['at', 'attempt', 'vendorMessageId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', '=', messageId)
    .orderBy('at')
    .execute();
  const accepted = handovers.map(({ at, attempt }) => ({ kind: 'attempt' as const, status: 'SENT', at, attempt, detail: null }));
  // Vendors tell whole seconds, and may tell of a message before they answer its hand-over: nothing stands before what it followed from.
  const handedOverAt = handovers[0]?.at.getTime() ?? 0;
  const placeOf = ({ kind, at }: { kind: string; at: Date }) => (kind === 'attempt' ? at.getTime() : Math.max(at.getTime(), handedOverAt));
  const events = [...accepted, ...noted].sort((a, b) => placeOf(a) - placeOf(b));
  const codes: Partial<Record<typeof row.status, number>> = {
    DELIVERED: deliveryStatuses.delivered,
    READ: deliveryStatuses.read,
    FAILED: deliveryStatuses.failed,
    SKIPPED: deliveryStatuses.failed,
  };
  return {
    messageId,
    from: row.contactId ?? '',
    to: shownAddress(row.address, reading),
    currentDeliveryStatus: codes[row.status] ?? deliveryStatuses.none,
    currentDeliveryStatusTime: row.statusAt.toISOString(),
    status: row.status,
    reason: row.reason,
    reasonText: textOf(row.reason),
    sentOn: row.createdAt.toISOString(),
    transId: handovers.at(-1)?.vendorMessageId ?? '',
    channelId: row.channelId,
    channelName: row.channelName ?? '',
    source: row.source,
    templateName: row.templateName ?? '',
    cost: row.cost,
    isSandbox: row.isSandbox,
    messageStatuses: events.map(({ kind, status, at, attempt, detail }) => {
      const found = errorOf(detail);
      const error = found && { ...found, vendorMessage: withoutAddress(found.vendorMessage, row.address, reading) };
      return { kind, status, messageStatusTime: at.toISOString(), msg: error ? textOf(error.class) : '', attempt, error };
    }),
  };
}
