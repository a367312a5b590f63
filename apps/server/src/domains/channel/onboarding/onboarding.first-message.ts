import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

export type Heard = { channelId: string; from: string; at: Date };

/** The first message of a number on its way in: sending is of a later domain. */
export type FirstMessage = {
  /** The newest person who has written to each of these channels */
  listHeard: (tx: Read, enterpriseId: string, channelIds: readonly string[]) => Promise<Heard[]>;
  /** Answers that person. @returns the message's id, and the gate's reason where it was not let through */
  send: (ctx: EnterpriseContext, tx: Tx, heard: Heard, text: string) => Promise<{ messageId: string | null; reason: string }>;
  /** States of messages in the ledger, by their ids */
  listStates: (tx: Read, enterpriseId: string, messageIds: readonly string[]) => Promise<Map<string, string>>;
};
export const firstMessages = defineExtensionPoint<FirstMessage>('channel.first_message');

/** @throws Error where no domain sends */
export function firstMessageOf({ extensions }: Pick<EnterpriseContext, 'extensions'>): FirstMessage {
  const [sender] = extensions.of(firstMessages);
  if (!sender) throw new Error('No domain sends first messages.');
  return sender;
}
