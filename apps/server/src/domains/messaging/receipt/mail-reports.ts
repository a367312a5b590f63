import type { ChannelEvent, MailOfOurs } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { findRecipients } from './mail-reports.repository.ts';

/**
 * Places reports about mails of ours. One row stands for all recipients of a mail, so what is told of somebody in Cc or Bcc is a line in the conversation,
 * and the message has not failed. An address that the mail does not name is where a server has passed it on.
 */
export async function placeReports(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  events: readonly ChannelEvent[],
): Promise<ChannelEvent[]> {
  const told = events.flatMap((event) =>
    event.type === 'message.status' && event.ofOthers
      ? [event]
      : event.type === 'message.received' && event.reportOf
        ? [event.reportOf]
        : [],
  );
  if (told.length === 0) return [...events];
  const found = await findRecipients(tx, enterpriseId, channelId, told);
  const otherThan = (mail: MailOfOurs, recipient: string): string | undefined => {
    const row = found.get(mail.vendorMessageId) ?? found.get(mail.ourId);
    const address = recipient.toLowerCase();
    return row && row.address.toLowerCase() !== address && row.named.has(address) ? row.address : undefined;
  };
  return events.flatMap((event): ChannelEvent[] => {
    if (event.type === 'message.status' && event.ofOthers) {
      const from = otherThan(event, event.recipient);
      return from === undefined ? [event] : event.ofOthers.map((line) => ({ ...line, from }));
    }
    if (event.type !== 'message.received' || !event.reportOf) return [event];
    return [{ ...event, from: otherThan(event.reportOf, event.from) ?? event.from }];
  });
}
