import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Parts of later domains that reckon with open hours: they follow a change of them within its transaction. */
export const hoursFollowers = defineExtensionPoint<(ctx: Ctx, tx: Tx) => Promise<void>>('calendar.hours');

export async function tellHours(ctx: Ctx, tx: Tx): Promise<void> {
  for (const follow of ctx.extensions.of(hoursFollowers)) await follow(ctx, tx);
}
