import type { JourneyItem } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { readJourney } from '../journey/journey.query.ts';
import { wakeInstances } from '../row/instance.wake.ts';
import { assertTemplatesReady } from './journey.template.ts';
import { holdWaits, lockState, releaseInside, updateState } from './state.repository.ts';

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
      await updateState(tx, ctx.enterpriseId, journeyId, { state: to, pausedBy: null });
      await holdWaits(tx, ctx.enterpriseId, journeyId, to === 'PAUSED');
      if (to === 'PUBLISHED') await wakeInside(ctx, tx, journeyId);
    });
    return readJourney(ctx, tx, journeyId);
  });

/** Holds the waits of a stream that has paused by itself, unless it was resumed meanwhile. */
export const holdIfPaused = (ctx: EnterpriseContext, journeyId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const state = await lockState(tx, ctx.enterpriseId, journeyId);
    if (state === 'PAUSED') await holdWaits(tx, ctx.enterpriseId, journeyId, true);
  });

/** Makes texts from the time of the pause due now, in their order. */
async function wakeInside(ctx: Ctx, tx: Tx, journeyId: string): Promise<void> {
  const instanceIds = await releaseInside(tx, ctx.enterpriseId, journeyId);
  wakeInstances(ctx, tx, [...new Set(instanceIds)]);
}
