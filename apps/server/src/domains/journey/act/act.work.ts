import type { ActReason } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { isOverAct } from './act.access.ts';
import { runAct } from './act.jobs.ts';
import { type ActRow, countByStreams, findAct, findNextPeople, updateAct, writePeople } from './act.repository.ts';
import { type ActContext, type Acted, actOnSome, chunk, recordOnStreams } from './monitor.acts.ts';

const turnMs = 30_000; // then the next turn is a job of its own, so that a worker can be stopped and others come to work as well

/** Works on an act for a turn. A worker that is killed loses at most one part: the next one goes on behind the last that is whole. */
export async function workOnAct(ctx: EnterpriseContext, actId: string): Promise<void> {
  const until = performance.now() + turnMs;
  const row = await ctx.read((tx) => findAct(tx, ctx.enterpriseId, actId));
  if (!row || isOverAct(row)) return;
  const acting = await contextOf(ctx, row);
  while (await takePart(acting, actId)) {
    if (performance.now() < until) continue;
    await ctx.transaction((tx) => ctx.jobs.enqueue(tx, runAct, { enterpriseId: ctx.enterpriseId, actId }));
    return;
  }
}

/** The trail names the user who asked, by the key that stood for them. */
async function contextOf(ctx: EnterpriseContext, { createdBy, apiKey, why }: ActRow): Promise<ActContext> {
  const [name = ''] = await ctx.read((tx) => findUserNames(tx, ctx.enterpriseId, [createdBy]));
  const actor = { userId: createdBy, name, ...(apiKey ? { key: { ...apiKey, scopes: [], channelIds: [] } } : {}) };
  return { ...ctx, actor, ...(why === '' ? {} : { reason: why }) };
}

/** One part; where it fails as a whole its people are taken one by one, and who fails alone is refused. @returns whether there is more to do */
async function takePart(ctx: ActContext, actId: string): Promise<boolean> {
  try {
    return await step(ctx, actId, chunk);
  } catch {
    for (let place = 0; place < chunk; place += 1) {
      const goesOn = await step(ctx, actId, 1).catch(() => step(ctx, actId, 1, 'FAULT'));
      if (!goesOn) return false;
    }
    return true;
  }
}

/** @param fault nothing is done, and the people are refused by it */
const step = (ctx: ActContext, actId: string, most: number, fault?: ActReason): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    // The act is locked before the chats of its people: a transaction that holds one of those chats never waits for an act.
    const row = await findAct(tx, ctx.enterpriseId, actId, { lock: true });
    if (!row || isOverAct(row)) return false;
    const people = await findNextPeople(tx, row, most);
    if (people.length === 0) {
      await updateAct(tx, row, { state: 'completed', finishedAt: ctx.now() });
      await recordOnStreams(ctx, tx, row.act, await countByStreams(tx, row));
      return false;
    }
    const ids = people.map(({ instanceId }) => instanceId);
    const acted = fault
      ? ids.map((instanceId): Acted => ({ instanceId, walk: undefined, code: fault, outcome: 'refused' }))
      : await actOnSome(ctx, tx, ids, row);
    await writePeople(tx, row, people, acted);
    const count = (outcome: Acted['outcome']) => acted.filter((one) => one.outcome === outcome).length;
    await updateAct(tx, row, {
      state: 'running',
      done: row.done + count('done'),
      held: row.held + count('held'),
      refused: row.refused + count('refused'),
    });
    return true;
  });
