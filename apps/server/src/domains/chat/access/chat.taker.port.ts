import type { ChatDetail } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { ChatRow } from '../record/chat.repository.ts';

type AskedChat = Pick<ChatRow, 'enterpriseId' | 'chatId' | 'channelId' | 'returnsTo'>;
/** @property instanceId of a stream: the walk that goes on */
type Found = { name: string; instanceId?: string };
/** A stream or bot that takes a chat back from people. */
export type Taker = NonNullable<ChatDetail['returnsTo']> & Pick<Found, 'instanceId'>;

/** Port for the domains of streams and bots. `find` returns what goes on with the chat; undefined: nothing does. */
export type TakerPort = { kind: Taker['kind']; find: (tx: Read, chat: AskedChat) => Promise<Found | undefined> };
export const takers = defineExtensionPoint<TakerPort>('chat.takers');

/** Finds what had the chat before people: the stream that waits for its return, or the bot of its channel. */
export async function findTaker(
  { extensions }: Pick<EnterpriseContext, 'extensions'>,
  tx: Read,
  chat: AskedChat,
): Promise<Taker | undefined> {
  const ports = extensions.of(takers).toSorted((one, other) => Number(other.kind === 'stream') - Number(one.kind === 'stream'));
  for (const { kind, find } of ports) {
    const found = await find(tx, chat);
    if (found) return { kind, ...found };
  }
  return undefined;
}
