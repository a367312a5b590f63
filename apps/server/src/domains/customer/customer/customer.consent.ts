import type { Consent, ConsentChannel } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { presentConsents } from './customer.present.ts';
import { accessCustomer } from './customer.query.ts';
import { recordChange } from './customer.repository.ts';

export type ConsentChange = { channel: ConsentChannel; isGranted: boolean; source: string };

/** Records what a customer said; the record of before stays in the timeline. @throws DomainError customer.not_found */
export function setConsent(ctx: Ctx, customerId: string, { channel, isGranted, source }: ConsentChange): Promise<Consent[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessCustomer(tx, enterpriseId, customerId, { lock: true });
    const own = { isGranted, source: source.trim() || ctx.actor.name, changedAt: ctx.now() };
    await tx
      .insertInto('customerConsents')
      .values({ enterpriseId, customerId, channel, ...own })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'customerId', 'channel']).doUpdateSet(own))
      .execute();
    const changes = [{ field: channel, from: '', to: isGranted ? 'Yes' : 'No' }];
    await recordChange(tx, enterpriseId, { customerId, kind: 'consent', changedBy: ctx.actor.userId, changes, changedAt: ctx.now() });
    const rows = await tx
      .selectFrom('customerConsents')
      .select(['channel', 'isGranted', 'source', 'changedAt'])
      .where('enterpriseId', '=', enterpriseId)
      .where('customerId', '=', customerId)
      .execute();
    return presentConsents(rows);
  });
}
