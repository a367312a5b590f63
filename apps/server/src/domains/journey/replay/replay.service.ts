import { randomUUID } from 'node:crypto';
import type { JourneyReplay } from '@parley/contract';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { versionNotFound } from '../document/journey.compiled.ts';
import { isPublished } from '../document/version.repository.ts';
import { playReplay } from './replay.jobs.ts';
import { findReplay, putReplay, updateReplay } from './replay.repository.ts';

/** Time without a report after which a replay counts as abandoned; its worker reports with each batch. */
const silentMs = 60_000;

/** Asks for a replay of the draft as it is, instead of the one before. @throws DomainError journey.not_found, journey.version_not_found */
export const startReplay = (ctx: Ctx, journeyId: string, { version, days }: { version: number; days: number }): Promise<JourneyReplay> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { revision } = await accessJourney(tx, enterpriseId, journeyId);
    const published = await isPublished(tx, enterpriseId, journeyId, version);
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
    await putReplay(tx, { enterpriseId, journeyId }, replay, ctx.now());
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
  return ctx.transaction((tx) => updateReplay(tx, { enterpriseId: ctx.enterpriseId, journeyId }, replay, ctx.now()));
}
