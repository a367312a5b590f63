import type { JourneyItem } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { readJourney } from '../journey/journey.query.ts';
import { wakeInstances } from '../row/instance.wake.ts';
import { assertTemplatesReady } from './journey.template.ts';

/** Nothing begins, and nothing is due, until it is resumed. @throws DomainError journey.not_found or journey.wrong_state */
export const pauseJourney = (ctx: Ctx, journeyId: string): Promise<JourneyItem> => move(ctx, journeyId, 'PUBLISHED', 'PAUSED');
/** @throws DomainError journey.not_found, journey.wrong_state, or journey.template_not_ready */
export const resumeJourney = (ctx: Ctx, journeyId: string): Promise<JourneyItem> => move(ctx, journeyId, 'PAUSED', 'PUBLISHED');

const move = (ctx: Ctx, journeyId: string, from: 'PUBLISHED' | 'PAUSED', to: 'PUBLISHED' | 'PAUSED'): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const { state } = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    if (state !== from) throw new DomainError('journey.wrong_state', `The stream is ${state.toLowerCase()}.`, { state });
    if (to === 'PUBLISHED') await assertTemplatesReady(tx, ctx.enterpriseId, journeyId);
    await changing(ctx, tx, journeyRecord, journeyId, to === 'PAUSED' ? 'deactivate' : 'activate', async () => {
      await tx
        .updateTable('journeys')
        .set({ state: to, pausedBy: null })
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('journeyId', '=', journeyId)
        .execute();
      await holdWaits(tx, ctx.enterpriseId, journeyId, to === 'PAUSED');
      if (to === 'PUBLISHED') await wakeInside(ctx, tx, journeyId);
    });
    return readJourney(ctx, tx, journeyId);
  });

/** Holds the waits of a stream that has paused by itself, unless it was resumed meanwhile. */
export const holdIfPaused = (ctx: EnterpriseContext, journeyId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('journeys')
      .select('state')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('journeyId', '=', journeyId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state === 'PAUSED') await holdWaits(tx, ctx.enterpriseId, journeyId, true);
  });

/** Locks the rows in the order of their ids, as turns write them: otherwise both could wait for each other. */
const holdWaits = (tx: Tx, enterpriseId: string, journeyId: string, isHeld: boolean) =>
  sql`
    with locked as (
      select instance_id from journey_waits w where enterprise_id = ${enterpriseId} and journey_id = ${journeyId} and not exists (
        select from journey_live l where l.enterprise_id = w.enterprise_id and l.instance_id = w.instance_id and l.is_suspended)
      order by instance_id for update)
    update journey_waits w set is_held = ${isHeld} from locked where w.enterprise_id = ${enterpriseId} and w.instance_id = locked.instance_id`.execute(
    tx,
  );

/** Makes texts from the time of the pause due now, in their order. */
async function wakeInside(ctx: Ctx, tx: Tx, journeyId: string): Promise<void> {
  const { rows } = await sql<{ instanceId: string }>`
    with locked as (
      select i.input_id from journey_inputs i
      join journey_live l on l.enterprise_id = i.enterprise_id and l.instance_id = i.instance_id
      where i.enterprise_id = ${ctx.enterpriseId} and l.journey_id = ${journeyId} and not l.is_suspended order by i.input_id for update of i)
    update journey_inputs i set is_kept = false from locked where i.enterprise_id = ${ctx.enterpriseId} and i.input_id = locked.input_id
    returning i.instance_id`.execute(tx);
  wakeInstances(ctx, tx, [...new Set(rows.map(({ instanceId }) => instanceId))]);
}
