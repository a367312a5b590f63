import { channelTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import { type MailPlace, readMailId } from './mail.id.ts';
import { findChatsOfNumbers, findMails, findNamedChats, type NamedChat } from './mail.repository.ts';

/** The mail that a message answers, or our answer by WhatsApp, and the chat in which that one stands. */
export type Thread = { place: MailPlace; chat: NamedChat /** It came from the number by which the chat goes on */; isByNumber?: true };

/**
 * Finds what mails answer, by the ids that they name: ours prove themselves, others are known from chats of the enterprise. A subject or a
 * sender alone makes no thread.
 * @returns threads by the message's key
 */
export async function threadsOf(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<Map<string, Thread>> {
  const mails = messages.filter(({ mail }) => mail && mail.answers.length > 0);
  if (mails.length === 0) return new Map();
  const known = await findMails(tx, ctx.enterpriseId, [...new Set(mails.flatMap(({ mail }) => mail?.answers ?? []))]);
  const places = new Map<string, { place: MailPlace; address: string; channelId: string }>();
  for (const { key, mail, address, channelId } of mails) {
    const found = (mail?.answers ?? []).map((id) => readMailId(ctx, `<${id}>`) ?? known.get(id)).find((place) => place !== undefined);
    if (found) places.set(key, { place: found, address, channelId });
  }
  const asked = [...places.values()].map(({ place, address, channelId }) => ({ chatId: place.chatId, address, channelId }));
  const chats = await findNamedChats(tx, ctx.enterpriseId, asked);
  return new Map(
    [...places].flatMap(([key, { place, address }]) => {
      const chat = chats.get(`${place.chatId} ${address.toLowerCase()}`);
      return chat ? [[key, { place, chat }] as const] : [];
    }),
  );
}

/** Finds the chats of websites that go on by the numbers from which messages come. @returns threads by the message's key */
export async function threadsOfNumbers(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<Map<string, Thread>> {
  const written = messages.filter(({ line, mail }) => !mail && line?.type === channelTypes.WHATSAPP);
  const [first] = written;
  if (!first) return new Map();
  const addresses = written.map(({ address }) => address);
  const chats = await findChatsOfNumbers(tx, ctx.enterpriseId, first.channelId, addresses);
  return new Map(
    written.flatMap(({ key, address }): [string, Thread][] => {
      const found = chats.get(address);
      if (!found) return [];
      const { lastNumber: number, ...chat } = found;
      return [[key, { place: { chatId: chat.chatId, number }, chat, isByNumber: true }]];
    }),
  );
}
