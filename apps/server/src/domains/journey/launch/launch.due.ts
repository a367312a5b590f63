import { launchStates } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { endLinks, findDueLinks, foldTallies } from '../link/link.repository.ts';
import { followMessages } from './launch.bulk.ts';
import { findBulkLaunches, findDueLaunches, findLaunch, updateLaunch } from './launch.repository.ts';

const mostAtOnce = 500;
const mostRounds = 200;
/** Receipts may come for so long. */
const followedMs = 30 * 86_400_000;

/** Expires links whose time is over, starts launches whose moment has come, follows the messages of those in bulk, and folds the counts. Whoever opens a page before is told so anyway. */
export async function tendLinks(deps: Deps): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await findDueLinks(deps.db, deps.now(), mostAtOnce);
    for (const [enterpriseId, links] of Map.groupBy(due, (one) => one.enterpriseId))
      await expire(enterpriseContext(deps, enterpriseId), links);
    if (due.length < mostAtOnce) break;
  }
  for (const { enterpriseId, launchId } of await findDueLaunches(deps.db, deps.now(), mostAtOnce))
    await start(enterpriseContext(deps, enterpriseId), launchId);
  for (const { enterpriseId, launchId } of await findBulkLaunches(deps.db, new Date(deps.now().getTime() - followedMs)))
    await followMessages(enterpriseContext(deps, enterpriseId), launchId);
  await foldTallies(deps.db);
}

const expire = (ctx: EnterpriseContext, links: readonly { linkId: string }[]): Promise<number> =>
  ctx.transaction((tx) =>
    endLinks(
      tx,
      ctx.enterpriseId,
      { linkIds: links.map(({ linkId }) => linkId).sort() },
      { state: 'EXPIRED', from: ['MADE', 'OPENED', 'BEGUN'], at: ctx.now() },
    ),
  );

const start = (ctx: EnterpriseContext, launchId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const launch = await findLaunch(tx, ctx.enterpriseId, launchId, { lock: true });
    if (launch?.state === launchStates.scheduled) await updateLaunch(tx, ctx.enterpriseId, launchId, { state: launchStates.started });
  });
