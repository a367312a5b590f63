import { referencesTo, replySubject } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type AnsweringMail, findAnsweringMail, findMailSenders, type MailSender } from '../../channel/door.ts';
import { findListed, send, toChatDraft } from '../../messaging/door.talk.ts';
import { tellChange } from '../conversation/chat.notes.ts';
import { mailIdOf } from '../mail/mail.id.ts';
import type { ActionRow, LockedChat } from '../record/chat.repository.ts';
import { messageLanguage } from '../settings/settings.rules.ts';
import { findMailedIds, findUnmailed, keepRoute, noteMailed } from './site-mail.repository.ts';

const texts = {
  en: {
    subject: (title: string) => `Our answer to your chat: ${title}`,
    why: 'You have left our website, so our answer comes by e-mail. A reply to this mail comes into the same chat.',
  },
  hi: {
    subject: (title: string) => `आपकी चैट का उत्तर: ${title}`,
    why: 'आप हमारी वेबसाइट से जा चुके थे, इसलिए उत्तर ई-मेल से आ रहा है। इस ई-मेल का उत्तर उसी चैट में आएगा।',
  },
} as const;

/**
 * Mails the answers that visitors have not read to the addresses that they have left, once: each entry says that it has gone. Where the website
 * has no e-mail channel, or the visitor has come back and read, nothing happens.
 */
export async function mailAnswers(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const left = chats.filter(({ line, visit }) => !line && visit.email);
  if (left.length === 0) return;
  const websites = await findAnsweringMail(
    tx,
    ctx.enterpriseId,
    left.map(({ channelId }) => channelId),
  );
  if (websites.size === 0) return;
  const senders = await findMailSenders(
    tx,
    ctx.enterpriseId,
    [...websites.values()].map(({ channelId }) => channelId),
  );
  for (const chat of left) {
    const channel = websites.get(chat.channelId);
    const sender = channel && senders.get(channel.channelId);
    if (channel && sender) await mailTo(ctx, tx, chat, { channel, sender, address: chat.visit.email as string });
  }
}

type Way = { channel: AnsweringMail; sender: MailSender; address: string };

async function mailTo(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, { channel, sender, address }: Way): Promise<void> {
  const { enterpriseId } = ctx;
  const { chatId, customerId } = chat;
  const now = ctx.now();
  const answers = await findUnmailed(tx, enterpriseId, chatId, chat.customerReadNumber);
  const last = answers.at(-1);
  if (!last) return;
  const say = texts[messageLanguage(null, chat.visit.language)];
  const { channelId, title, ...facts } = channel;
  const [before, listed] = await Promise.all([
    findMailedIds(tx, enterpriseId, chatId),
    findListed(ctx, tx, { channelId, channelType: channel.type }, [address]),
  ]);
  const parent = before.at(-1) ?? '';
  const first = say.subject(title || sender.from.name);
  const mail = {
    subject: parent ? replySubject(first) : first,
    to: [{ name: '', address }],
    cc: [],
    bcc: [],
    messageId: mailIdOf(ctx, { chatId, number: last.number }, sender.from.address.split('@')[1] || 'parley'),
    inReplyTo: parent,
    references: parent ? referencesTo({ messageId: parent, before }) : [],
    signature: '',
    quoted: null,
  };
  const line = { ...facts, lastInboundAt: null, session: null, isBlocked: listed.some(({ kind }) => kind === 'blocked') };
  const text = [...answers.map((row) => wordsOf(ctx, row)), say.why].join('\n\n');
  const draft = toChatDraft(
    {
      messageId: idAt(now),
      channelId,
      customerId,
      chatId,
      number: last.number,
      address,
      source: 'CHAT',
      content: { kind: 'text', text },
      template: null,
      line,
      mail,
    },
    now,
  );
  const [decided] = await send(ctx, tx, [draft]);
  const mailed = { address, at: now.toISOString(), messageId: mail.messageId, reason: decided?.reason ?? '' };
  await noteMailed(
    tx,
    enterpriseId,
    chatId,
    answers.map(({ number }) => number),
    mailed,
  );
  if (!decided?.reason) await keepRoute(tx, { enterpriseId, chatId, address: address.toLowerCase(), channelId, createdAt: now });
  for (const row of answers) await tellChange(ctx, tx, chat, { ...row, detail: { ...row.detail, mailed } });
}

/** The words of an answer, with the address of its file. */
export function wordsOf(ctx: EnterpriseContext, { message, attachment }: ActionRow): string {
  const words = message === '' ? '' : stripMarkup(parseMarkup(message));
  const file = attachment ? `${attachment.name}: ${ctx.publicUrl()}${ctx.fileUrl(attachment.id)}` : '';
  return [words, file].filter(Boolean).join('\n');
}
