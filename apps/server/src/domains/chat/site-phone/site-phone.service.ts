import { answerInTemplateMax, answerVariable, numberSpellings } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type AnsweringWhatsApp, type AnswerTemplate, findAnsweringWhatsApp, findAnswerTemplate } from '../../channel/door.ts';
import { accessCustomer, findWireSpellings, keepAddresses, maskNumber } from '../../customer/door.ts';
import { findLine, send, toChatDraft, toOutgoing, windowEnd } from '../../messaging/door.talk.ts';
import { tellChange } from '../conversation/chat.notes.ts';
import type { ActionRow, LockedChat } from '../record/chat.repository.ts';
import { findUnmailed, keepRoute, type Mailed, noteMailed } from '../site-mail/site-mail.repository.ts';
import { wordsOf } from '../site-mail/site-mail.service.ts';
import { findWaiting } from './site-phone.repository.ts';

/**
 * Sends the answers that visitors have not read to the numbers that they have given, by WhatsApp: as words while they may be written to, and
 * otherwise by the website's template. Only a number that is the customer's own in the phone book counts: a visitor may type anybody's.
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
  const [answers, waiting] = [
    await findUnmailed(tx, enterpriseId, chatId, chat.customerReadNumber),
    await findWaiting(tx, enterpriseId, chatId),
  ];
  if (answers.length + waiting.length === 0) return;
  const address = (await findWireSpellings(tx, enterpriseId, channelId, [phone])).get(phone) ?? phone;
  // Everybody in the chat reads its record; the whole number stands with the customer.
  const shown = maskNumber(address);
  const line = await findLine(tx, enterpriseId, { channelId, address });
  if (!line) return;
  const end = windowEnd(line);
  const mark = (rows: readonly ActionRow[], mailed: Mailed) => markAll(ctx, tx, chat, rows, mailed);
  const at = now.toISOString();
  const road = { channelId, customerId, chatId, address, source: 'CHAT' as const, line };
  if (end === null || end > now) {
    const all = [...waiting, ...answers];
    const text = all.map((row) => wordsOf(ctx, row)).join('\n\n');
    const number = all.at(-1)?.number ?? 0;
    const draft = toChatDraft({ ...road, messageId: idAt(now), number, content: { kind: 'text', text }, template: null }, now);
    const [decided] = await send(ctx, tx, [draft]);
    await mark(all, { address: shown, at, messageId: draft.messageId, reason: decided?.reason ?? '', by: 'whatsApp' });
    if (!decided?.reason) await keepWay(tx, { enterpriseId, chatId, address, channelId, createdAt: now }, customerId);
    return;
  }
  const last = answers.at(-1);
  if (!last) return;
  // The visitor was told that an answer waits: one more waits with it.
  if (waiting.length > 0) return mark(answers, { address: shown, at, messageId: '', reason: '', by: 'whatsApp', waits: true });
  const template = await findAnswerTemplate(tx, enterpriseId, channelId, templateId);
  const variable = template && answerVariable(template);
  if (!template || variable === undefined)
    return mark(answers, { address: shown, at, messageId: '', reason: 'TEMPLATE_NOT_READY', by: 'whatsApp' });
  // A value has no line breaks; what does not fit in whole follows inside the window.
  const words = answers.map((row) => wordsOf(ctx, row).replace(/\s+/gu, ' ')).join(' · ');
  const fits = variable !== '' && words.length <= answerInTemplateMax;
  const values = variable === '' ? {} : { [`messageTags/${variable}`]: shortened(words) };
  const { category } = template;
  const content = toOutgoing({ template: asSent(template), mapping: [], media: null, cards: [] }, values);
  const draft = toChatDraft({ ...road, messageId: idAt(now), number: last.number, content, template: { templateId, category } }, now);
  const [decided] = await send(ctx, tx, [draft]);
  const reason = decided?.reason ?? '';
  const waits = reason === '' && !fits;
  await mark(answers, {
    address: shown,
    at,
    messageId: draft.messageId,
    reason,
    by: 'whatsApp',
    ...(waits ? { waits: true as const } : {}),
  });
  if (reason === '') await keepWay(tx, { enterpriseId, chatId, address, channelId, createdAt: now }, customerId);
}

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
async function keepWay(tx: Tx, route: Parameters<typeof keepRoute>[1], customerId: string): Promise<void> {
  await keepAddresses(tx, route.enterpriseId, route.channelId, [{ customerId, address: route.address }]);
  await keepRoute(tx, route);
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
