import type { ToolStream } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { LockedChat } from '../../chat/door.ts';
import type { ToolValues } from './tool.rules.ts';

/** A stream to begin for a call. @property chat locked. @property bot its name, for the monitor. @property given values of the stream's variables */
export type StreamToBegin = { journeyId: string; chat: LockedChat; callId: string; bot: string; given: ToolValues };
/** `GONE`: it is deleted or has no version; `INSIDE`: the customer is in it already. */
export type StreamRefusal = 'GONE' | 'PAUSED' | 'ENTERED_BEFORE' | 'INSIDE';

/**
 * Extension point for the domain of streams, which bots call as tools. `begin` and `stop` work in the caller's transaction, which has locked
 * the chat; the walk takes its first step after the commit.
 */
export type StreamTools = {
  /** Published streams with their variables. */
  list: (tx: Read, enterpriseId: string) => Promise<ToolStream[]>;
  /** Tells whether a stream, or one inside of it, asks this bot. */
  asksBot: (tx: Read, enterpriseId: string, journeyId: string, botId: string) => Promise<boolean>;
  begin: (ctx: EnterpriseContext, tx: Tx, stream: StreamToBegin) => Promise<{ instanceId: string } | { refused: StreamRefusal }>;
  stop: (ctx: EnterpriseContext, tx: Tx, instanceId: string) => Promise<void>;
};
export const streamTools = defineExtensionPoint<StreamTools>('bot.stream.tools');

export const listToolStreams = async ({ extensions, enterpriseId }: EnterpriseContext, tx: Read): Promise<ToolStream[]> =>
  (await Promise.all(extensions.of(streamTools).map(({ list }) => list(tx, enterpriseId)))).flat();

export async function asksBot(
  { extensions, enterpriseId }: EnterpriseContext,
  tx: Read,
  journeyId: string,
  botId: string,
): Promise<boolean> {
  const asked = await Promise.all(extensions.of(streamTools).map((port) => port.asksBot(tx, enterpriseId, journeyId, botId)));
  return asked.some(Boolean);
}
