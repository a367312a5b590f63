import { answerInTemplateMax, answerVariable, numberSpellings } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type AnsweringWhatsApp, type AnswerTemplate, findAnsweringWhatsApp, findAnswerTemplate } from '../../channel/door.ts';
import { accessCustomer, findWireSpellings, keepAddresses, maskNumber } from '../../customer/door.ts';
import { type ChatMessage, findLine, send, toChatDraft, toOutgoing, windowEnd } from '../../messaging/door.talk.ts';
import { tellChange } from '../conversation/chat.notes.ts';
import type { ActionRow, LockedChat } from '../record/chat.repository.ts';
import { talksByPhone } from '../record/chat.rules.ts';
import { findUnmailed, keepRoute, type Mailed, noteMailed } from '../site-mail/site-mail.repository.ts';
import { wordsOf } from '../site-mail/site-mail.service.ts';
import { findUnsaid, findWaiting } from './site-phone.repository.ts';

/**
 * Sends the answers that visitors have not read to the numbers that they have given, by WhatsApp: as words while they may be written to, and
 * otherwise by the website's template. Who talks by WhatsApp already gets each answer by itself, a bot's too. Only a number that is the customer's own in the phone book counts: a visitor may type anybody's.
 */
export async function sendAnswers(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const left = chats.filter(({ line, visit }) => !line && visit.phone);
  if (left.length === 0) return;
  const websites = await findAnsweringWhatsApp(
    tx,
    ctx.enterpriseId,
    left.map(({ channelId }) => channelId),
  );
  for (const chat of left) {
    const website = websites.get(chat.channelId);
    const phone = website && (await ownNumber(ctx, tx, chat));
    if (website && phone) await sendTo(ctx, tx, chat, website, phone);
  }
}

async function ownNumber(ctx: EnterpriseContext, tx: Tx, { customerId, visit }: LockedChat): Promise<string | undefined> {
  const { number } = await accessCustomer(tx, ctx.enterpriseId, customerId);
  return number && numberSpellings(number).includes(visit.phone ?? '') ? number : undefined;
}

async function sendTo(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  { channelId, templateId }: AnsweringWhatsApp,
  phone: string,
): Promise<void> {
  const { enterpriseId } = ctx;
  const { chatId, customerId } = chat;
  const now = ctx.now();
  const since = talksByPhone(chat, now) ? chat.visit.byPhone?.since : undefined;
  const [answers, waiting, said] = [
    await findUnmailed(tx, enterpriseId, chatId, chat.customerReadNumber),
    await findWaiting(tx, enterpriseId, chatId),
    since === undefined ? [] : await findUnsaid(tx, enterpriseId, chatId, since),
  ];
  if (answers.length + waiting.length + said.length === 0) return;
  const address = (await findWireSpellings(tx, enterpriseId, channelId, [phone])).get(phone) ?? phone;
  const line = await findLine(tx, enterpriseId, { channelId, address });
  if (!line) return;
  const way: Way = { channelId, customerId, chatId, address, source: 'CHAT', line };
  const end = windowEnd(line);
  if (end !== null && end <= now) return sendByTemplate(ctx, tx, chat, way, { templateId, answers, isTold: waiting.length > 0 });
  // All that was said before the visitor's first word by WhatsApp is one message.
  const before = [...waiting, ...answers.filter(({ number }) => since === undefined || number < since)];
  await sendWords(ctx, tx, chat, way, [...(before.length > 0 ? [before] : []), ...said.map((row) => [row])]);
}

type Way = Pick<ChatMessage, 'channelId' | 'chatId' | 'address' | 'line'> & { customerId: string; source: 'CHAT' };

/** Sends words, which are inside the window. @param parts the entries of each message, in their order */
async function sendWords(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, way: Way, parts: readonly ActionRow[][]): Promise<void> {
  const now = ctx.now();
  const drafts = parts.map((rows) => {
    const text = rows.map((row) => wordsOf(ctx, row)).join('\n\n');
    const number = rows.at(-1)?.number ?? 0;
    return toChatDraft({ ...way, messageId: idAt(now), number, content: { kind: 'text', text }, template: null }, now);
  });
  const decided = await send(ctx, tx, drafts);
  for (const [place, rows] of parts.entries()) {
    const reason = decided[place]?.reason ?? '';
    await markAll(ctx, tx, chat, rows, { ...markOf(way, now), messageId: drafts[place]?.messageId ?? '', reason });
  }
  if (decided.some(({ reason }) => !reason)) await keepWay(tx, ctx.enterpriseId, way, now);
}

/** Outside of the window the template leaves. @param asked.isTold the visitor was told that an answer waits */
async function sendByTemplate(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  way: Way,
  { templateId, answers, isTold }: { templateId: string; answers: readonly ActionRow[]; isTold: boolean },
): Promise<void> {
  const now = ctx.now();
  const last = answers.at(-1);
  if (!last) return;
  const mark = (mailed: Pick<Mailed, 'messageId' | 'reason' | 'waits'>) =>
    markAll(ctx, tx, chat, answers, { ...markOf(way, now), ...mailed });
  // One more waits with it.
  if (isTold) return mark({ messageId: '', reason: '', waits: true });
  const template = await findAnswerTemplate(tx, ctx.enterpriseId, way.channelId, templateId);
  const variable = template && answerVariable(template);
  if (!template || variable === undefined) return mark({ messageId: '', reason: 'TEMPLATE_NOT_READY' });
  // A value has no line breaks; what does not fit in whole follows inside the window.
  const words = answers.map((row) => wordsOf(ctx, row).replace(/\s+/gu, ' ')).join(' · ');
  const fits = variable !== '' && words.length <= answerInTemplateMax;
  const values = variable === '' ? {} : { [`messageTags/${variable}`]: shortened(words) };
  const { category } = template;
  const content = toOutgoing({ template: asSent(template), mapping: [], media: null, cards: [] }, values);
  const draft = toChatDraft({ ...way, messageId: idAt(now), number: last.number, content, template: { templateId, category } }, now);
  const [decided] = await send(ctx, tx, [draft]);
  const reason = decided?.reason ?? '';
  await mark({ messageId: draft.messageId, reason, ...(reason === '' && !fits ? { waits: true as const } : {}) });
  if (reason === '') await keepWay(tx, ctx.enterpriseId, way, now);
}

/** Everybody in the chat reads its record; the whole number stands with the customer. */
const markOf = ({ address }: Way, now: Date) => ({ address: maskNumber(address), at: now.toISOString(), by: 'whatsApp' as const });

const asSent = ({ name, vendorTemplateId, language, category, components, extra }: AnswerTemplate) => ({
  name,
  vendorTemplateId,
  language,
  category,
  components,
  extra,
});

const shortened = (words: string): string =>
  words.length <= answerInTemplateMax ? words : `${words.slice(0, answerInTemplateMax - 1).toWellFormed()}…`;

/** The address is this customer's from now on, so that the window opens with their first message, and it joins the chat. */
async function keepWay(tx: Tx, enterpriseId: string, { channelId, customerId, chatId, address }: Way, createdAt: Date): Promise<void> {
  await keepAddresses(tx, enterpriseId, channelId, [{ customerId, address }]);
  await keepRoute(tx, { enterpriseId, chatId, address, channelId, createdAt });
}

async function markAll(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, rows: readonly ActionRow[], mailed: Mailed): Promise<void> {
  await noteMailed(
    tx,
    ctx.enterpriseId,
    chat.chatId,
    rows.map(({ number }) => number),
    mailed,
  );
  for (const row of rows) await tellChange(ctx, tx, chat, { ...row, detail: { ...row.detail, mailed } });
}
