import { randomUUID } from 'node:crypto';
import type { JourneyReplay } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { versionNotFound } from '../document/journey.compiled.ts';
import { playReplay } from './replay.jobs.ts';

/** Time without a report after which a replay counts as abandoned; its worker reports with each batch. */
const silentMs = 60_000;

export async function findReplay(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
): Promise<{ replay: JourneyReplay; toldAt: Date } | undefined> {
  return tx
    .selectFrom('journeyReplays')
    .select(['replay', 'toldAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .executeTakeFirst();
}

/** Asks for a replay of the draft as it is, instead of the one before. @throws DomainError journey.not_found, journey.version_not_found */
export const startReplay = (ctx: Ctx, journeyId: string, { version, days }: { version: number; days: number }): Promise<JourneyReplay> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { revision } = await accessJourney(tx, enterpriseId, journeyId);
    const published = await tx
      .selectFrom('journeyVersions')
      .select('version')
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!published) throw versionNotFound();
    const replay: JourneyReplay = {
      id: randomUUID(),
      state: 'running',
      version,
      days,
      revision,
      walks: 0,
      looked: 0,
      same: 0,
      elsewhere: 0,
      uncompared: [],
      cut: '',
      partings: [],
      gone: [],
      startedAt: ctx.now().toISOString(),
      finishedAt: null,
    };
    const told = { replayId: replay.id, replay: JSON.stringify(replay), toldAt: ctx.now() };
    await tx
      .insertInto('journeyReplays')
      .values({ enterpriseId, journeyId, ...told })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'journeyId']).doUpdateSet(told))
      .execute();
    await ctx.jobs.enqueue(tx, playReplay, { enterpriseId, journeyId });
    return replay;
  });

export const readReplay = (ctx: Ctx, journeyId: string): Promise<JourneyReplay | null> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const found = await findReplay(tx, ctx.enterpriseId, journeyId);
    if (!found) return null;
    const isSilent = found.replay.state === 'running' && ctx.now().getTime() - found.toldAt.getTime() > silentMs;
    return isSilent ? { ...found.replay, state: 'failed' } : found.replay;
  });

/** @returns false when somebody has asked for another replay meanwhile: nobody waits for this one */
export async function tellReplay(ctx: EnterpriseContext, journeyId: string, replay: JourneyReplay): Promise<boolean> {
  const { numUpdatedRows } = await ctx.transaction((tx) =>
    tx
      .updateTable('journeyReplays')
      .set({ replay: JSON.stringify(replay), toldAt: ctx.now() })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('journeyId', '=', journeyId)
      .where('replayId', '=', replay.id)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}
