import type { Tx } from '#platform/db/database.ts';
import type { AudienceSource } from '../../messaging/door.ts';
import { readAudiencePage } from '../audience/audience.ts';

/** The people of an iteration: of its own plan, whatever has become of the campaign's since. */
export const readPeople: AudienceSource = async (ctx, tx: Tx, run, page) => {
  const { plan } = await tx
    .selectFrom('activities')
    .select('plan')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('activityId', '=', run.runId)
    .executeTakeFirstOrThrow();
  return readAudiencePage(ctx, tx, plan.audience, { ...page, country: plan.country, wantsZones: run.quietHours !== null });
};
