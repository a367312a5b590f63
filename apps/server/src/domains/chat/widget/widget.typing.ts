import { chatStates } from '@parley/contract';
import type { Hub } from '#platform/realtime/hub.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { KnownCustomer } from '../../customer/door.ts';

/** Tells the agents of the visitor's open chat; nothing is stored. */
export async function tellAgentsOfTyping(ctx: EnterpriseContext, hub: Hub, channelId: string, customer: KnownCustomer): Promise<void> {
  const agents = await ctx.read((tx) =>
    tx
      .selectFrom('chats as c')
      .innerJoin('chatParticipants as p', (join) => join.onRef('p.enterpriseId', '=', 'c.enterpriseId').onRef('p.chatId', '=', 'c.chatId'))
      .select(['c.chatId', 'p.userId'])
      .where('c.enterpriseId', '=', ctx.enterpriseId)
      .where('c.channelId', '=', channelId)
      .where('c.customerId', '=', customer.customerId)
      .where('c.state', 'not in', [chatStates.closed, chatStates.missed])
      .where('p.kind', '<>', 'left')
      .execute(),
  );
  const [first] = agents;
  if (!first) return;
  hub.broadcast(
    agents.map((agent) => `user:${agent.userId}` as const),
    { type: 'typing', data: { chatId: first.chatId, name: customer.name, authorKind: 'customer', uId: '' } },
  );
}
