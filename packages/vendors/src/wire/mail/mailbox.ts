import { z } from '@parley/contract';
import { classify } from '../../errors.ts';
import { readJson } from '../../json.ts';
import type { ChannelEvent, Connection, KeptFile, RawRequest } from '../../types.ts';
import { receivedMails } from './inbound.ts';

/** The method of raw events that our own reading of a mailbox has made: no call of anybody has it. */
export const mailboxMethod = 'MAIL';

const Person = z.object({ name: z.string(), address: z.string() });
const Kept = z.custom<KeptFile>((value) => typeof value === 'object' && value !== null && 'id' in value);

/** One recipient of a delivery report (RFC 3464). */
const Reported = z.object({ address: z.string(), action: z.string(), status: z.string(), text: z.string() });

/**
 * A mail of a mailbox, as it lies among the raw events: its files are kept already.
 * @property id its Message-ID in angle brackets, or what stands for it where it has none
 * @property headers those that say how it came and what it answers, by their names in lower case
 * @property page its cleaned page; pictures of its own name their kept file
 * @property report what a delivery report tells, and the ids of our mail that it returns
 * @property unreadable why it could not be read; '' where it could
 */
export const MailboxMail = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  own: z.array(z.string()),
  from: Person,
  to: z.array(Person),
  cc: z.array(Person),
  subject: z.string(),
  text: z.string(),
  page: z.string(),
  headers: z.record(z.string(), z.array(z.string())),
  sender: z.enum(['proven', 'failed', 'unknown']),
  files: z.array(Kept),
  lost: z.array(z.object({ name: z.string(), reason: z.string() })),
  report: z.object({ messageId: z.string(), ourId: z.string(), recipients: z.array(Reported) }).nullable(),
  unreadable: z.string(),
});
export type MailboxMail = z.infer<typeof MailboxMail>;
export type MailReport = NonNullable<MailboxMail['report']>;

/** The reason of a mail that could not be read, as its message says it. */
const unreadableText = (reason: string): string => ['This mail could not be read.', reason].filter(Boolean).join(' ');

const isHard = ({ action, status }: MailReport['recipients'][number]): boolean =>
  status === '' ? action === 'failed' : status.startsWith('5');

/**
 * A report of a mail of ours: what was refused for good is a receipt, where it was refused for the one whom the mail was for. What is delayed, or is about
 * another recipient, stands in the conversation, and changes nothing.
 */
function reportEvents(mail: MailboxMail, report: MailReport): ChannelEvent[] {
  const at = new Date(mail.at);
  const reportOf = { vendorMessageId: report.messageId === '' ? '' : `<${report.messageId}>`, ourId: report.ourId };
  return report.recipients.flatMap((recipient, place): ChannelEvent[] => {
    const { address, status, text } = recipient;
    if (!isHard(recipient) && ['delivered', 'relayed', 'expanded'].includes(recipient.action)) return [];
    const told = receivedMails({ ...toReceived(mail), from: { name: '', address }, id: `${mail.id}@${place}`, files: [] })
      .filter((event) => event.type === 'message.received')
      .map((event) => ({ ...event, isAutomatic: true, reportOf, ...(event.mail ? { mail: { ...event.mail, from: mail.from } } : {}) }));
    if (!isHard(recipient)) return told;
    const error = classify('mail', { code: 'hard_bounce', message: [status, text].filter(Boolean).join(' ').slice(0, 500) || 'failed' });
    return [{ type: 'message.status', ...reportOf, recipient: address, status: 'failed', at, error, ofOthers: told }];
  });
}

const toReceived = (mail: MailboxMail) => ({
  ...mail,
  at: new Date(mail.at),
  html: '',
  text: [
    mail.unreadable === '' ? mail.text : unreadableText(mail.unreadable),
    ...mail.lost.map(({ name, reason }) => `[${name}: this file was not kept. ${reason}]`),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n\n'),
  files: mail.files.map((kept) => ({ kept })),
});

/** Events of a mail that was read from a mailbox; the vendor of the channel has no part in it. */
export function parseMailbox(request: Pick<RawRequest, 'body'>, _connection: Connection): ChannelEvent[] {
  const parsed = MailboxMail.safeParse(readJson(Buffer.from(request.body).toString()));
  if (!parsed.success) return [{ type: 'unknown', what: 'no mail' }];
  const mail = parsed.data;
  return mail.report && mail.report.recipients.length > 0 ? reportEvents(mail, mail.report) : receivedMails(toReceived(mail));
}
