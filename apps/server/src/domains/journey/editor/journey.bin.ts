import { endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { streamsStopped } from '../../bot/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { freeName } from '../journey/journey.service.ts';
import { nameStreamsNaming, useNameOf } from '../reference/journey.uses.ts';
import { stopNow } from '../start/instance.stop.ts';
import { countInside, deleteRules, findInside, markDeleted, markRestored, purgeDeleted } from './bin.repository.ts';

/** Moves a stream to the bin with its versions and its saved conversations; what began it on channels is taken away. */
export const deleteJourney = (ctx: Ctx, journeyId: string, stopInstances: boolean): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { name } = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
    const inside = (await nameStreamsNaming(tx, enterpriseId, ['stream'], [journeyId])).filter((other) => other !== useNameOf({ name }));
    if (inside.length > 0) throw new DomainError('journey.named', `${name} is inside of ${inside.join(', ')}.`, { uses: inside });
    const running = await countInside(tx, enterpriseId, journeyId);
    if (running > 0 && !stopInstances)
      throw new DomainError(
        'journey.in_use',
        `The stream runs for ${running} ${running === 1 ? 'person' : 'people'}. Stop them too, or wait.`,
        { running },
      );
    const before = await journeyRecord.read(tx, enterpriseId, journeyId);
    const stopped = await findInside(tx, enterpriseId, journeyId);
    await stopNow(ctx, tx, stopped, 'OPERATOR');
    await streamsStopped(ctx, tx, stopped);
    await deleteRules(tx, enterpriseId, journeyId);
    await markDeleted(tx, enterpriseId, journeyId, ctx.now());
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'journey', recordId: journeyId, name }]);
    recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'delete', before });
  });

export const journeyBin: BinDefinition = {
  edit: endpoints.journeys.update,
  /** Restores a stream with its versions; nothing begins it until it is attached again. */
  async restore(ctx, tx, { recordId, name: former }) {
    const name = await freeName(tx, ctx.enterpriseId, former);
    await changing(ctx, tx, journeyRecord, recordId, 'restore', () => markRestored(tx, ctx.enterpriseId, recordId, name, ctx.now()));
    return { name, missing: [] };
  },
  async purge({ enterpriseId }, tx, entries) {
    await purgeDeleted(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    );
  },
};
