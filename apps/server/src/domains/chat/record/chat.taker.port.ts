import type { ChatDetail } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { ChatRow } from './chat.repository.ts';

/** A stream or bot that takes a chat back from people. @property name of it */
export type Taker = NonNullable<ChatDetail['returnsTo']>;
type AskedChat = Pick<ChatRow, 'enterpriseId' | 'channelId' | 'returnsTo'>;

/** Port for the domains of streams and bots. `nameFor` returns the name of what goes on with the chat; undefined: nothing does. */
export type TakerPort = { kind: Taker['kind']; nameFor: (tx: Read, chat: AskedChat) => Promise<string | undefined> };
export const takers = defineExtensionPoint<TakerPort>('chat.takers');

/** Finds what had the chat before people: the stream that waits for its return, or the bot of its channel. */
export async function findTaker(
  { extensions }: Pick<EnterpriseContext, 'extensions'>,
  tx: Read,
  chat: AskedChat,
): Promise<Taker | undefined> {
  const ports = extensions.of(takers).toSorted((one, other) => Number(other.kind === 'stream') - Number(one.kind === 'stream'));
  for (const { kind, nameFor } of ports) {
    const name = await nameFor(tx, chat);
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}
