import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { FirstMessage, Heard } from '../../channel/door.ts';
import { listHeard, listStates } from './first-message.repository.ts';
import { findSingleLine, sendSingle } from './single.ts';

async function sendFirst(ctx: EnterpriseContext, tx: Tx, { channelId, from }: Heard, text: string) {
  const line = await findSingleLine(tx, ctx.enterpriseId, { channelId, number: from, channelIds: [] });
  if (!line) return { messageId: null, reason: 'CHANNEL_DOWN' };
  // The gate lets nothing out of a channel whose setup is unfinished, but for this one message: the sender serves such a channel for it.
  const open = { ...line, state: line.state === 'SETUP' ? 'ACTIVE' : line.state };
  const message = { content: { kind: 'text', text } as const, template: null, missing: [] };
  const { draft, reason } = await sendSingle(ctx, tx, open, message);
  return { messageId: draft.messageId, reason: reason ?? '' };
}

/** The first message of a number on its way in: through the gate and into the ledger like any other. */
export const firstMessage: FirstMessage = { listHeard, listStates, send: sendFirst };
