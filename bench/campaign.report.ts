import { endpoints } from '@parley/contract';
import type pg from 'pg';
import { makeActivity, makeCampaign, makeGroup, planOf, type Sender } from './campaign.world.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const iterations = 100;
const warmUps = 3;
const rounds = 15;

/**
 * Rows of an iteration with its receipts' tallies, by one statement each: READ, DELIVERED, SENT, FAILED and SKIPPED ones. The counts are written
 * by the triggers of the ledger; the tallies as receipts would leave them, in 48 hours.
 */
async function fill(owner: pg.Client, enterpriseId: string, sender: Sender, activityId: string, rows: number): Promise<void> {
  await owner.query(
    `insert into send_runs (enterprise_id, run_id, source, channel_id, template_id, message, is_marketing, state, frozen_up_to)
     values ($1, $2, 'CAMPAIGN', $3, $4, '{}', true, 'done', $5)`,
    [enterpriseId, activityId, sender.channelId, sender.templateId, rows],
  );
  await owner.query(
    `insert into messages (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, number, status, reason, status_at, address, content, attempts)
     select $1::uuid, gen_random_uuid(), now(), $2, 'out', 'CAMPAIGN', $3, n,
       (array['READ', 'READ', 'DELIVERED', 'DELIVERED', 'SENT', 'READ', 'DELIVERED', 'DELIVERED', 'FAILED', 'SKIPPED'])[1 + n % 10],
       (array['', '', '', '', '', '', '', '', 'RECIPIENT', 'OPTED_OUT'])[1 + n % 10], now(), '+9170' || lpad((n % 99999999)::text, 8, '0'), '{}', 1
     from generate_series(1, $4::integer) n`,
    [enterpriseId, sender.channelId, activityId, rows],
  );
  await owner.query(
    `insert into run_tally_changes (enterprise_id, run_id, kind, at, hours, count)
     select $1::uuid, $2::uuid, k, date_trunc('hour', now()) + make_interval(hours => h), 0, $3::integer / 100 from unnest(array['delivered', 'read']) k, generate_series(1, 48) h
     union all select $1, $2, 'read_after', 'epoch', h, $3::integer / 100 from generate_series(1, 48) h`,
    [enterpriseId, activityId, rows],
  );
  await owner.query(
    `insert into run_tally_changes (enterprise_id, run_id, kind, reason, code, count) values ($1, $2, 'failed', 'RECIPIENT', '131026', $3::integer / 20)`,
    [enterpriseId, activityId, rows],
  );
  await owner.query('select fold_message_counts(), fold_run_tallies()');
}

/** The report of a campaign of a hundred iterations, with few and with many rows. */
export async function measureReport(world: World, owner: pg.Client, sender: Sender, sizes: readonly [number, number]): Promise<Figure[]> {
  const { enterpriseId } = world;
  const plan = planOf(sender, await makeGroup(owner, enterpriseId, 1, 1));
  const { token } = await world.makeAgent([1]);
  const campaigns: string[] = [];
  for (const size of sizes) {
    const campaignId = await makeCampaign(owner, enterpriseId, sender, plan);
    const people = size / iterations;
    for (let number = 1; number <= iterations; number += 1) {
      const activityId = await makeActivity(owner, enterpriseId, sender, { campaignId, number, plan, people, isStarted: true });
      await fill(owner, enterpriseId, sender, activityId, people);
    }
    campaigns.push(campaignId);
    console.error(`${size} rows are made`);
  }
  await owner.query('vacuum analyze');
  const ask = async (campaignId: string, audience: number): Promise<number> => {
    const from = performance.now();
    const answer = await fetch(`${world.running.url}${endpoints.campaigns.report.path.replace(':campaignId', campaignId)}`, {
      headers: { 'authentication-token': token },
    });
    const { status, data, message } = (await answer.json()) as {
      status: boolean;
      message: string;
      data: { total: { counts: { audience: number } } };
    };
    if (!status || data.total.counts.audience !== audience) throw new Error(message);
    return performance.now() - from;
  };
  const times: number[][] = sizes.map(() => []);
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const [place, size] of sizes.entries()) {
      const took = await ask(campaigns[place] as string, size);
      if (round >= warmUps) times[place]?.push(took);
    }
  const [small = Number.NaN, large = Number.NaN] = times.map(median);
  return [
    {
      name: `the report of a campaign: ${iterations} iterations, ${sizes[1].toLocaleString('en')} rows`,
      ours: `${large.toFixed(1)} ms`,
      reference: `${sizes[0].toLocaleString('en')} rows ${small.toFixed(1)} ms`,
      ratio: large / small,
      goal: 'at most 2',
      isMet: large / small <= 2,
    },
  ];
}
