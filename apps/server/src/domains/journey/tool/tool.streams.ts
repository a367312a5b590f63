import type { StreamTools } from '../../bot/door.ts';
import { listStreamsNaming } from '../reference/use.repository.ts';
import { beginInstance } from '../start/instance.start.ts';
import { stopNow } from '../start/instance.stop.ts';
import { findNewest, listPublished } from './tool.repository.ts';

/** Streams as tools of bots: the walk is one as any other, and knows which bot has begun it. */
export const journeyTools: StreamTools = {
  list: async (tx, enterpriseId) =>
    (await listPublished(tx, enterpriseId)).map(({ journeyId, name, variables }) => ({
      id: journeyId,
      name,
      variables: variables.map((variable) => ({ name: variable.name, type: variable.type, isSensitive: variable.isSensitive })),
    })),
  asksBot: async (tx, enterpriseId, journeyId, botId) =>
    (await listStreamsNaming(tx, enterpriseId, { kinds: ['bot'], ids: [botId], which: 'serving' })).some(
      (stream) => stream.journeyId === journeyId,
    ),
  async begin(ctx, tx, { journeyId, chat, callId, bot, given }) {
    const newest = await findNewest(tx, ctx.enterpriseId, journeyId);
    if (!newest) return { refused: 'GONE' };
    if (newest.state !== 'PUBLISHED') return { refused: newest.state === 'PAUSED' ? 'PAUSED' : 'GONE' };
    const { channelId, chatId, customerId, address } = chat;
    const entry = { kind: 'tool', bot, call: callId, channel: channelId, text: '', lost: [] };
    return beginInstance(
      ctx,
      tx,
      { journeyId, version: newest.version, channelId },
      { customerId, address, chatId, entryId: null, entry, said: null, given },
    );
  },
  async stop(ctx, tx, instanceId) {
    await stopNow(ctx, tx, [instanceId], 'OPERATOR');
  },
};
