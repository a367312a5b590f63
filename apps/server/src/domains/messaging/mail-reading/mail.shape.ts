import { createHash } from 'node:crypto';
import type { KeptFile, MailboxMail } from '@parley/vendors';
import { idsOf, proofOf } from '@parley/vendors';
import { withOwnPictures } from '../mail-page/page.clean.ts';
import type { ParsedMail } from './mail.limits.ts';

/** A mail of ours, by the id that we give it. */
const ofOurs = /^(c\.)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}[.@]/i;
const ownNames = /^(imap\d?|mail|mx\d?|pop3?|email|secure|mailbox|outlook)$/i;

/** Recognises a mail that comes again: by its Message-ID, or by all of its bytes. */
export const keyOf = (messageId: string, raw: string | Buffer): Buffer =>
  createHash('sha256')
    .update(messageId === '' ? 'raw ' : 'id ')
    .update(messageId === '' ? raw : messageId)
    .digest();

/** The names by which the receiving server may sign: the configured one, or that of the host and of the domain in which it is a mail server. */
export function serversOf(authservId: string, host: string): string[] {
  if (authservId !== '') return [authservId];
  const [first = '', ...rest] = host.split('.');
  return ownNames.test(first) && rest.length > 1 ? [host, rest.join('.')] : [host];
}

type Place = { id: string; at: Date; own: readonly string[]; servers: readonly string[] };

/**
 * A mail as it lies among the raw events.
 * @param kept files in their order; a text says why one was not kept
 */
export function toMailboxMail(
  mail: ParsedMail,
  { id, at, own, servers }: Place,
  kept: readonly (KeptFile | { lost: string })[],
): MailboxMail {
  const proof = proofOf(mail.headers['authentication-results'] ?? [], servers, mail.from.address);
  const isOurs = mail.report && (mail.report.ourId !== '' || ofOurs.test(mail.report.messageId));
  return {
    id,
    at: at.toISOString(),
    own: [...own],
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject,
    text: mail.text,
    page: withOwnPictures(mail.page, (place) => {
      const file = kept[Number(place)];
      return file && 'id' in file ? `data-file="${file.id}"` : '';
    }),
    headers: mail.headers,
    // A writer of two From lines wants to be seen as somebody else.
    sender: mail.fromCount > 1 ? 'failed' : proof,
    files: kept.filter((file): file is KeptFile => 'id' in file),
    lost: [
      ...kept.flatMap((file, place) => ('lost' in file ? [{ name: mail.files[place]?.name ?? '', reason: file.lost }] : [])),
      ...(mail.left > 0 ? [{ name: `${mail.left} more files`, reason: 'There were too many.' }] : []),
    ],
    report: isOurs ? mail.report : null,
    unreadable: '',
  };
}

type Unread = Place & { from: { name: string; address: string }; subject: string; reason: string; file: KeptFile | undefined };

/** A mail of which only the server's own summary is known. */
export const unreadableMail = ({ id, at, own, from, subject, reason, file }: Unread): MailboxMail => ({
  id,
  at: at.toISOString(),
  own: [...own],
  from,
  to: [],
  cc: [],
  subject,
  text: '',
  page: '',
  headers: {},
  sender: 'unknown',
  files: file ? [file] : [],
  lost: [],
  report: null,
  unreadable: reason || 'It is broken.',
});

export const bracketed = (messageId: string): string => {
  const [id] = idsOf(messageId);
  return id === undefined ? '' : `<${id}>`;
};
