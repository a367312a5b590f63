import type { Tx } from '#platform/db/database.ts';
import type { AudienceSource } from '../../messaging/door.run.ts';
import { readAudiencePage } from '../audience/audience.ts';
import { readUnreached } from '../fallback/fallback.people.ts';
import { audienceOf, findActivity } from '../row/activity.repository.ts';
import { iterationOf } from '../row/runs.repository.ts';

/**
 * The people of an iteration: of its own plan, independent of later changes of the campaign's; or the people whom its first run has not
 * reached.
 */
export const readPeople: AudienceSource = async (ctx, tx: Tx, run, page) => {
  const of = await iterationOf(tx, ctx.enterpriseId, run.runId);
  const row = of && (await findActivity(tx, ctx.enterpriseId, of.activityId));
  // An iteration in the bin gets no further rows.
  if (!of || !row) return { addressees: [], next: null };
  const { plan, activityId } = row;
  if (of.isFallback) return readUnreached({ activityId, firstType: row.channelType ?? 0 }, ctx, tx, run, page);
  return readAudiencePage(ctx, tx, audienceOf(row), { ...page, country: plan.country, wantsZones: run.quietHours !== null });
};
