import { endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { freeName } from '../journey/journey.service.ts';
import { nameStreamsNaming, useNameOf } from '../reference/journey.uses.ts';
import { stopNow } from '../start/instance.stop.ts';

/** Moves a stream to the bin with its versions and its saved conversations; what began it on channels is taken away. */
export const deleteJourney = (ctx: Ctx, journeyId: string, stopInstances: boolean): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { name } = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
    const inside = (await nameStreamsNaming(tx, enterpriseId, ['stream'], [journeyId])).filter((other) => other !== useNameOf({ name }));
    if (inside.length > 0) throw new DomainError('journey.named', `${name} is inside of ${inside.join(', ')}.`, { uses: inside });
    const { running } = await tx
      .selectFrom('journeyLive')
      .select((eb) => eb.fn.countAll<number>().as('running'))
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .executeTakeFirstOrThrow();
    if (running > 0 && !stopInstances)
      throw new DomainError(
        'journey.in_use',
        `The stream runs for ${running} ${running === 1 ? 'person' : 'people'}. Stop them too, or wait.`,
        { running },
      );
    const before = await journeyRecord.read(tx, enterpriseId, journeyId);
    await stopNow(ctx, tx, await insideOf(tx, enterpriseId, journeyId), 'OPERATOR');
    await tx.deleteFrom('journeyEntries').where('enterpriseId', '=', enterpriseId).where('journeyId', '=', journeyId).execute();
    await tx
      .updateTable('journeys')
      .set({ deletedAt: ctx.now(), leaseUntil: null })
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .execute();
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'journey', recordId: journeyId, name }]);
    recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'delete', before });
  });

const insideOf = async (tx: Tx, enterpriseId: string, journeyId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();
  return rows.map(({ instanceId }) => instanceId);
};

export const journeyBin: BinDefinition = {
  edit: endpoints.journeys.update,
  /** Restores a stream with its versions; nothing begins it until it is attached again. */
  async restore(ctx, tx, { recordId, name: former }) {
    const name = await freeName(tx, ctx.enterpriseId, former);
    await changing(ctx, tx, journeyRecord, recordId, 'restore', async () => {
      await tx
        .updateTable('journeys')
        .set((eb) => ({ deletedAt: null, name, revision: eb('revision', '+', 1), updatedAt: ctx.now() }))
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('journeyId', '=', recordId)
        .execute();
    });
    return { name, missing: [] };
  },
  async purge({ enterpriseId }, tx, entries) {
    await tx
      .deleteFrom('journeys')
      .where('enterpriseId', '=', enterpriseId)
      .where(
        'journeyId',
        'in',
        entries.map(({ recordId }) => recordId),
      )
      .where('deletedAt', 'is not', null)
      .execute();
  },
};
