import type { EnterpriseContext } from '../../../context.ts';
import type { ChangeListener } from '../../customer/door.ts';
import { wakeStarts } from '../row/instance.wake.ts';
import { findListeningRules } from './rule.repository.ts';
import { isMeant } from './start.rules.ts';
import { keepChanged, settleHeld } from './waiting.repository.ts';

/**
 * Listens to changes of customers. Streams whose rules match a change are to begin for those customers that the rule's channel reaches. The
 * starts are stored in the transaction of the change. A worker begins them, because a change of a customer holds the customer's lock, and
 * chats are locked first.
 */
export const journeyChanges: ChangeListener = {
  async heard(ctx: EnterpriseContext, tx, changes, holding) {
    const { enterpriseId } = ctx;
    const fields = new Set(changes.flatMap(({ values }) => values.map(({ field }) => field)));
    let begun = 0;
    for (const rule of await findListeningRules(tx, enterpriseId, [...fields])) {
      const meant = changes.flatMap(({ customerId, values }) =>
        values.filter((value) => isMeant(rule, value)).map(({ to }) => ({ customer_id: customerId, value: to })),
      );
      if (meant.length === 0) continue;
      const held = holding && { importId: holding.importId, room: holding.room - begun };
      begun += await keepChanged(tx, enterpriseId, rule, meant, held, ctx.now());
    }
    if (begun > 0 && !holding) wakeStarts(ctx, tx);
    return begun;
  },

  async settled(ctx: EnterpriseContext, tx, importId, begins) {
    await settleHeld(tx, ctx.enterpriseId, importId, begins);
    if (begins) wakeStarts(ctx, tx);
  },
};
