import { fromJson } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type EventWait, findEarlyEvents } from './event.repository.ts';
import { putInputs } from './instance.inputs.ts';

/** Events that have come since a walk began, and before it waited for them. */
export async function tellEarly(ctx: EnterpriseContext, tx: Tx, waits: readonly EventWait[]): Promise<void> {
  if (waits.length === 0) return;
  const rows = await findEarlyEvents(tx, ctx.enterpriseId, waits);
  await putInputs(
    ctx,
    tx,
    rows.map(({ instanceId, eventId, event, key, data }) => ({
      instanceId,
      input: { kind: 'event' as const, event, key, data: fromJson(data) },
      key: `e:${eventId}`,
    })),
  );
}
