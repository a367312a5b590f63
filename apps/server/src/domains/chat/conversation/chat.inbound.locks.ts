import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findByAddresses, type KnownCustomer } from '../../customer/door.ts';
import type { InboundConcern, InboundMessage } from '../../messaging/door.talk.ts';
import { lockDesks } from '../desk/desk.repository.ts';
import type { Thread } from '../mail/mail.threads.ts';
import { findLastChats, type LockedChat, lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { placeNotes } from './chat.notes.ts';

/** A message wakes a suspended chat, which counts on its owner's desk again: those locks come before a stream takes the message. */
export const lockDesksOfSuspended = (tx: Tx, enterpriseId: string, chats: readonly LockedChat[]): Promise<void> =>
  lockDesks(
    tx,
    enterpriseId,
    chats.flatMap(({ state, ownerId }) => (state === chatStates.suspended && ownerId ? [ownerId] : [])),
  );

/** Locks the chats that a reading of a channel will change: those that are open with the writers, and those of messages reported on. */
export async function lockConcerned(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, addresses, automatic, chatIds, notes }: InboundConcern,
): Promise<void> {
  const customers: Map<string, KnownCustomer> =
    addresses.length > 0 ? await findByAddresses(tx, ctx.enterpriseId, channelId, addresses) : new Map();
  const open = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`customer_id = any(${[...customers.values()].map(({ customerId }) => customerId)}::uuid[])`)
    .where('state', 'not in', [sql.lit(chatStates.closed), sql.lit(chatStates.missed)])
    .execute();
  const ofPrograms = automatic.flatMap((address) => customers.get(address)?.customerId ?? []);
  const noted = await placeNotes(tx, ctx.enterpriseId, notes);
  const last = await findLastChats(tx, ctx.enterpriseId, channelId, ofPrograms);
  const chats = await lockChats(tx, ctx.enterpriseId, [
    ...chatIds,
    ...open.map(({ chatId }) => chatId),
    ...last.values(),
    ...noted.map(({ chatId }) => chatId),
  ]);
  await lockDesksOfSuspended(tx, ctx.enterpriseId, chats);
}

/**
 * Moves what answers a chat of another channel, which goes on by mail or by a number with its sender, into that chat, each with its further files:
 * as its customer's messages. Chats of all of them are locked at once, before the first is written to.
 */
export async function moveToChats(
  ctx: EnterpriseContext,
  tx: Tx,
  messages: readonly InboundMessage[],
  threads: ReadonlyMap<string, Thread>,
): Promise<{ here: InboundMessage[]; elsewhere: Map<string, InboundMessage[]> }> {
  const { enterpriseId } = ctx;
  const [{ channelId }] = messages as [InboundMessage];
  const routed = [...threads.values()].filter(({ chat }) => chat.isRouted).map(({ chat }) => chat);
  const addresses = messages.map(({ address }) => address);
  const automatic = messages.flatMap(({ isAutomatic, address }) => (isAutomatic ? [address] : []));
  await lockConcerned(ctx, tx, { channelId, addresses, automatic, chatIds: routed.map(({ chatId }) => chatId), notes: [] });
  const open = new Map(
    (
      await lockChats(
        tx,
        enterpriseId,
        routed.map(({ chatId }) => chatId),
      )
    )
      .filter(isOpen)
      .map((chat) => [chat.chatId, chat]),
  );
  const customers = new Map<string, KnownCustomer>();
  for (const [ofChannel, some] of Map.groupBy(open.values(), (chat) => chat.channelId)) {
    const found = await findByAddresses(
      tx,
      enterpriseId,
      ofChannel,
      some.map(({ address }) => address),
    );
    for (const { chatId, address, customerId } of some) {
      const customer = found.get(address);
      if (customer?.customerId === customerId) customers.set(chatId, customer);
    }
  }
  const here: InboundMessage[] = [];
  const elsewhere = new Map<string, InboundMessage[]>();
  for (const message of messages) {
    const thread = threads.get(message.partOf ?? message.key);
    const chat = thread?.chat.isRouted ? open.get(thread.chat.chatId) : undefined;
    const customer = chat && customers.get(chat.chatId);
    if (!chat || !customer) here.push(message);
    else {
      const there: InboundMessage = {
        ...message,
        channelId: chat.channelId,
        address: chat.address,
        customer,
        line: undefined,
        person: undefined,
      };
      elsewhere.set(chat.channelId, [...(elsewhere.get(chat.channelId) ?? []), there]);
    }
  }
  return { here, elsewhere };
}
