import { foldDays, recount } from '#platform/measures/fold.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { turnGrain } from './report.measures.ts';
import { dateTurns, turnFacts } from './report.repository.ts';

const datedAtOnce = 5000;

/**
 * Counts the days of a bot that are over, a step at a time. Turns of before get their day first; that takes back what was counted without them.
 * @returns whether another step is needed
 */
export const countBot = (ctx: EnterpriseContext, botId: string): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const counted = { enterpriseId, item: botId };
    const { first, more } = await dateTurns(tx, {
      enterpriseId,
      botId,
      timeZone: await readTimeZone(tx, enterpriseId),
      most: datedAtOnce,
    });
    if (first) await recount(tx, turnGrain, counted);
    if (more) return true;
    return foldDays(tx, turnGrain, turnFacts, counted);
  });
