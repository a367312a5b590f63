import type { Db } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { endFilling, findDueFillings } from './filling.repository.ts';

const mostAtOnce = 500;
const mostRounds = 200;

/** Ends fillings whose time is over, with what was typed into them; whoever opens one before is told so anyway. */
export async function expireFillings(db: Db, contextOf: (enterpriseId: string) => EnterpriseContext, now: Date): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await findDueFillings(db, now, mostAtOnce);
    for (const [enterpriseId, fillings] of Map.groupBy(due, (one) => one.enterpriseId))
      await contextOf(enterpriseId).transaction(async (tx) => {
        for (const { fillingId } of fillings.toSorted((one, other) => (one.fillingId < other.fillingId ? -1 : 1)))
          await endFilling(tx, enterpriseId, fillingId, 'EXPIRED', now);
      });
    if (due.length < mostAtOnce) return;
  }
}
