import { type EntryMail, type MailPerson, referencesTo, replySubject, sameAddress, showInstant } from '@parley/contract';
import { type OutgoingContent, type OutgoingMail, ownSubjectOf } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findMailSenders, type MailSender } from '../../channel/door.ts';
import { mailIdOf } from '../mail/mail.id.ts';
import type { LeavingMail } from '../mail-thread/mail.thread.port.ts';
import { type ChatMail, findMails, findMailsAt, mailOfDetail } from './mail-reply.repository.ts';
import { languageOf, signatureOf } from './mail-reply.signature.ts';

/** The line above repeated words, as mail programs write it: by it they fold what follows. */
const quoteLines = {
  en: (at: string, by: string) => `On ${at} ${by} wrote:`,
  hi: (at: string, by: string) => `${at} को ${by} ने लिखा:`,
} as const;

const nobody: MailSender = { from: { name: '', address: '' }, own: [] };
/** Words of an answered mail that are repeated. */
const mostQuoted = 20_000;

/** Gives each mail that leaves its place among the others of its chat. A mail with an address of nobody's is refused by its wire. */
export async function placeInThreads(ctx: EnterpriseContext, tx: Tx, leaving: readonly LeavingMail[]): Promise<void> {
  const { enterpriseId } = ctx;
  const [stored, senders] = await Promise.all([
    findMails(
      tx,
      enterpriseId,
      leaving.map(({ row }) => row.chatId),
    ),
    findMailSenders(
      tx,
      enterpriseId,
      leaving.map(({ chat }) => chat.channelId),
    ),
  ]);
  const known = Map.groupBy(stored, ({ chatId }) => chatId);
  for (const one of leaving) {
    const sender = senders.get(one.chat.channelId) ?? nobody;
    // Those of the same transaction follow the stored ones, and those that have got their place just now are among them.
    const mails = [...(known.get(one.row.chatId) ?? []), ...newMails(one)];
    await place(ctx, tx, one, { sender, mails });
  }
}

/** Mails of the same transaction that stand before this one in the chat. */
const newMails = ({ row, entries }: LeavingMail): ChatMail[] =>
  entries.flatMap((entry) => {
    const mail = entry.chatId === row.chatId && entry.number < row.number ? mailOfDetail(entry.detail) : undefined;
    return mail ? [{ chatId: entry.chatId, number: entry.number, authorName: entry.authorName, actedOn: entry.actedOn, mail }] : [];
  });

type Thread = { sender: MailSender; mails: readonly ChatMail[] };

async function place(ctx: EnterpriseContext, tx: Tx, leaving: LeavingMail, { sender, mails }: Thread): Promise<void> {
  const { chat, row, message, reply } = leaving;
  const parent = await parentOf(ctx, tx, leaving, mails);
  const before = parent ? (parent.mail.references ?? idsBefore(mails, parent)) : [];
  const lines = reply ?? { to: [{ name: nameAt(mails, chat.address), address: chat.address }], cc: [], bcc: [] };
  const mail: OutgoingMail = {
    subject: reply?.subject || (parent ? replySubject(parent.mail.subject) : ''),
    to: lines.to,
    cc: lines.cc,
    bcc: lines.bcc,
    messageId: mailIdOf(ctx, { chatId: row.chatId, number: row.number }, sender.from.address.split('@')[1] || 'parley'),
    inReplyTo: parent?.mail.messageId ?? '',
    references: parent ? referencesTo({ messageId: parent.mail.messageId, before }) : [],
    signature: row.authorKind === 'agent' ? await signatureOf(tx, chat, row.authorName, ctx.now()) : '',
    quoted: reply?.isQuoting && parent ? await quote(ctx, tx, leaving, parent) : null,
  };
  message.mail = mail;
  row.detail = { ...row.detail, mail: toEntryMail(mail, { sender, content: message.content, isAutomatic: row.authorKind !== 'agent' }) };
}

/** Ids of the mails before one, where it does not say itself which these are. Nobody has answered those of programs. */
const idsBefore = (mails: readonly ChatMail[], { number }: ChatMail): string[] =>
  mails.filter((one) => one.number < number && !one.mail.isAutomatic).map(({ mail }) => mail.messageId);

/** The mail that is answered: the newest one that no program has written, unless an agent has chosen another. */
async function parentOf(
  ctx: EnterpriseContext,
  tx: Tx,
  { row, reply }: LeavingMail,
  mails: readonly ChatMail[],
): Promise<ChatMail | undefined> {
  const number = reply?.answers;
  if (!number) return mails.findLast(({ mail }) => !mail.isAutomatic) ?? mails.at(-1);
  const [found] = mails.filter((one) => one.number === number);
  return found ?? (await findMailsAt(tx, ctx.enterpriseId, [{ chatId: row.chatId, number }]))[0];
}

/** The name by which an address has written last. */
const nameAt = (mails: readonly ChatMail[], address: string): string =>
  mails.findLast(({ mail }) => sameAddress(mail.from.address) === sameAddress(address))?.mail.from.name ?? '';

async function quote(
  ctx: EnterpriseContext,
  tx: Tx,
  { entries, chat }: LeavingMail,
  { chatId, number, authorName, actedOn, mail }: ChatMail,
): Promise<OutgoingMail['quoted']> {
  const fresh = entries.find((entry) => entry.chatId === chatId && entry.number === number)?.message;
  const words = fresh ?? (await findMailsAt(tx, ctx.enterpriseId, [{ chatId, number }]))[0]?.message ?? '';
  const at = showInstant(actedOn, 'instant', await ctx.readTimeZone(tx));
  const by = mail.from.name || authorName || mail.from.address;
  return {
    line: quoteLines[await languageOf(tx, chat)](at, by),
    text: words.length > mostQuoted ? `${words.slice(0, mostQuoted)}…` : words,
  };
}

type Sent = { sender: MailSender; content: OutgoingContent; isAutomatic: boolean };

/** Our own mail as the chat shows it. */
const toEntryMail = (mail: OutgoingMail, { sender: { from }, content, isAutomatic }: Sent): EntryMail => ({
  subject: ownSubjectOf(content) || mail.subject || from.name || from.address,
  from,
  to: people(mail.to),
  cc: people(mail.cc),
  bcc: people(mail.bcc),
  messageId: mail.messageId,
  sender: 'proven',
  quotedAt: -1,
  hasPage: false,
  isAutomatic,
});
const people = (some: readonly MailPerson[]): MailPerson[] => some.map(({ name, address }) => ({ name, address }));
