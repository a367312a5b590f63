import { setInterval } from 'node:timers';
import type pg from 'pg';
import { freeBill } from '../apps/server/src/bill.ts';
import type { EnterpriseContext } from '../apps/server/src/context.ts';
import { reconcile } from '../apps/server/src/domains/billing/door.ts';
import { freezeRun } from '../apps/server/src/domains/messaging/door.inside.ts';
import { makeActivity, makeCampaign, makeGroup, planOf, type Sender, startRunOf } from './campaign.world.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const sampleMs = 50;
const mb = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Rows a second, and the most memory that the process had while it made them. */
type Frozen = { rate: number; peak: number; grown: number };

async function freeze(
  world: World,
  owner: pg.Client,
  sender: Sender,
  ctx: EnterpriseContext,
  groupId: string,
  people: number,
): Promise<Frozen> {
  const { enterpriseId } = world;
  const plan = planOf(sender, groupId);
  const campaignId = await makeCampaign(owner, enterpriseId, sender, plan);
  const activityId = await makeActivity(owner, enterpriseId, sender, { campaignId, number: 1, plan, people, isStarted: true });
  await startRunOf(ctx, sender, activityId, plan);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, sampleMs);
  const from = performance.now();
  await freezeRun(ctx, activityId);
  const seconds = (performance.now() - from) / 1000;
  clearInterval(sampling);
  const { rows } = await owner.query(
    `select count(*)::integer as rows, count(*) filter (where status = 'QUEUED')::integer as waiting from messages where enterprise_id = $1 and resource_id = $2`,
    [enterpriseId, activityId],
  );
  if (rows[0].rows !== people || rows[0].waiting !== people) throw new Error(`frozen ${JSON.stringify(rows[0])} of ${people}`);
  return { rate: people / seconds, peak, grown: peak - before };
}

/** Freeze, gate and money of an iteration against the same without money, by turns. */
export async function measureFreeze(world: World, owner: pg.Client, sender: Sender, people: number, rounds: number): Promise<Figure[]> {
  const { ctx, enterpriseId } = world;
  const groupId = await makeGroup(owner, enterpriseId, 1, people);
  const few = await makeGroup(owner, enterpriseId, 1, Math.min(people, 20_000));
  await owner.query('analyze customer_set_members');
  const free: EnterpriseContext = { ...ctx, bill: freeBill };
  for (const bill of [free, ctx]) await freeze(world, owner, sender, bill, few, Math.min(people, 20_000));
  const [paid, unpaid]: [Frozen[], Frozen[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    // The ledger grows: each of the two is first once.
    const turns = round % 2 === 0 ? [unpaid, paid] : [paid, unpaid];
    for (const into of turns) {
      into.push(await freeze(world, owner, sender, into === paid ? ctx : free, groupId, people));
      console.error(
        `${into === paid ? 'with' : 'without'} money: ${Math.round(into.at(-1)?.rate ?? 0)} rows/s, peak ${mb(into.at(-1)?.peak ?? 0)} MiB`,
      );
    }
  }
  const wallet = await ctx.transaction((tx) => reconcile(tx, enterpriseId));
  console.error('wallet', JSON.stringify(wallet));
  const [ours, bare] = [median(paid.map(({ rate }) => rate)), median(unpaid.map(({ rate }) => rate))];
  const peak = Math.max(...paid.map((one) => one.peak));
  const grown = Math.max(...paid.map((one) => one.grown));
  return [
    {
      name: `freeze, gate and money of an iteration to ${people.toLocaleString('en')}`,
      ours: `${Math.round(ours)} rows/s, peak RSS ${mb(peak)} MiB, ${mb(grown)} MiB more than before`,
      reference: `the same without money ${Math.round(bare)} rows/s`,
      ratio: ours / bare,
      goal: 'at least 0.9',
      isMet: ours / bare >= 0.9,
    },
  ];
}
