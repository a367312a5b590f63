import type { Reach } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { accessCustomer } from '../../customer/door.ts';
import { listReach } from '../../messaging/door.talk.ts';

/** Can I message this person now? The gate says, told which of the customer's chats are open. @throws DomainError customer.not_found */
export function tellReach(ctx: Ctx, customerId: string): Promise<Reach[]> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const customer = await accessCustomer(tx, enterpriseId, customerId);
    const open = await tx
      .selectFrom('chats')
      .select('channelId')
      .where('enterpriseId', '=', enterpriseId)
      .where('customerId', '=', customerId)
      .where('state', 'not in', [3, 4])
      .execute();
    return listReach(ctx, tx, customer, new Set(open.map(({ channelId }) => channelId)));
  });
}
