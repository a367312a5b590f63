import { type ChatAction, chatStates, type Reach, type SkipReason, skipReasons, templateNeededCode } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessCustomer } from '../../customer/door.ts';
import { listReach, readRefusals } from '../../messaging/door.talk.ts';
import type { LockedChat } from '../record/chat.repository.ts';

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
      .where('state', 'not in', [chatStates.closed, chatStates.missed])
      .execute();
    return listReach(ctx, tx, customer, new Set(open.map(({ channelId }) => channelId)));
  });
}

/** Asks the gate whether free text may be sent to a chat's customer now; '': it may. The widget's own channel takes all. */
export async function refusalNow(
  ctx: EnterpriseContext,
  tx: Read,
  { channelId, customerId, address, line }: Pick<LockedChat, 'channelId' | 'customerId' | 'address' | 'line'>,
): Promise<SkipReason | ''> {
  if (!line) return '';
  const [refusals] = await readRefusals(ctx, tx, channelId, [{ customerId, address }], []);
  return refusals?.refusalOf({ purpose: 'service', templateId: null }) ?? '';
}

/** The gate's refusal of a reply that was stored just now, such as for lack of money, which it is asked for last; '': it leaves. */
export function refusalInside({ channelErrorCode }: Pick<ChatAction, 'channelErrorCode'>): SkipReason | '' {
  if (channelErrorCode === templateNeededCode) return 'WINDOW_CLOSED';
  return skipReasons.find((reason) => reason === channelErrorCode) ?? '';
}
