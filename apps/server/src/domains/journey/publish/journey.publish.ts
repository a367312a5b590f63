import type { CallAnswer, endpoints } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { finishMove } from '../document/journey.jobs.ts';
import { judgeDraft, publishDraft } from '../journey/journey.versions.ts';
import { moveToVersion } from '../merge/instance.move.ts';
import { renewRules } from './rule.service.ts';

type Published = CallAnswer<typeof endpoints.journeys.publish>;
type Asked = { revision: number; note: string; waiver: string; moves: boolean; rules: boolean };

/**
 * Makes the draft a version. Where that is asked, the stream's rules begin it from now on, and who waits in older versions goes on in it.
 * @throws DomainError as publishDraft and renewRules do
 */
export async function publishJourney(ctx: Ctx, deps: Pick<Deps, 'secrets'>, journeyId: string, asked: Asked): Promise<Published> {
  const judged = await judgeDraft(ctx, journeyId, asked.revision);
  const version = await ctx.transaction(async (tx) => {
    const published = await publishDraft(ctx, tx, journeyId, { ...asked, judged });
    if (asked.rules) await renewRules(ctx, tx, journeyId, published.version);
    if (asked.moves) await ctx.jobs.enqueue(tx, finishMove, { enterpriseId: ctx.enterpriseId, journeyId, version: published.version });
    return published;
  });
  const { moved, left } = asked.moves ? await moveToVersion(ctx, deps, journeyId, version.version) : { moved: 0, left: [] };
  return { version, moved, left };
}
