import type { CallAnswer, endpoints } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { moveToVersion } from '../instance/instance.move.ts';
import { finishMove } from './journey.jobs.ts';
import { publishDraft } from './journey.versions.ts';

type Published = CallAnswer<typeof endpoints.journeys.publish>;
type Asked = { revision: number; note: string; waiver: string; moves: boolean };

/** Makes the draft a version, and lets who waits in older ones go on in it where that is asked. @throws DomainError as publishDraft does */
export async function publishJourney(ctx: Ctx, deps: Pick<Deps, 'secrets'>, journeyId: string, asked: Asked): Promise<Published> {
  const version = await ctx.transaction(async (tx) => {
    const published = await publishDraft(ctx, tx, journeyId, asked);
    if (asked.moves) await ctx.jobs.enqueue(tx, finishMove, { enterpriseId: ctx.enterpriseId, journeyId, version: published.version });
    return published;
  });
  const { moved, left } = asked.moves ? await moveToVersion(ctx, deps, journeyId, version.version) : { moved: 0, left: [] };
  return { version, moved, left };
}
