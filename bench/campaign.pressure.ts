import { endpoints, type Pressure } from '@parley/contract';
import type pg from 'pg';
import { makeActivity, makeCampaign, makeGroup, planOf, type Sender } from './campaign.world.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const rounds = 5;

/** The contact pressure of an audience with three other bookings of its day, two planned and one in the ledger, against a scan of its people. */
export async function measurePressure(world: World, owner: pg.Client, sender: Sender, people: number): Promise<Figure[]> {
  const { enterpriseId } = world;
  const campaignId = await makeCampaign(owner, enterpriseId, sender, planOf(sender, await makeGroup(owner, enterpriseId, 1, people)));
  let number = 0;
  const book = async (first: number, last: number, isStarted: boolean) => {
    const plan = planOf(sender, await makeGroup(owner, enterpriseId, first, last));
    number += 1;
    return makeActivity(owner, enterpriseId, sender, { campaignId, number, plan, people: last - first + 1, isStarted });
  };
  const half = people / 2;
  await book(1, people, false);
  await book(half + 1, people, false);
  const sent = await book(1, half, true);
  await owner.query(
    `insert into messages (enterprise_id, message_id, created_at, channel_id, customer_id, direction, source, resource_id, number, status, status_at, address)
     select $1, gen_random_uuid(), now(), $2, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'out', 'CAMPAIGN', $3, i, 'DELIVERED', now(),
       '+91' || (9800000000 + i)::text from generate_series(1, $4::integer) as i`,
    [enterpriseId, sender.channelId, sent, half],
  );
  await owner.query('vacuum analyze customers, customer_set_members, messages');
  const { token } = await world.makeAgent([1]);
  const ask = async (): Promise<number> => {
    const from = performance.now();
    const answer = await fetch(`${world.running.url}${endpoints.bookings.pressure.path}`, {
      method: 'POST',
      headers: { 'authentication-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ campaignId }),
    });
    const { status, data, message } = (await answer.json()) as { status: boolean; message: string; data: Pressure };
    if (!status) throw new Error(message);
    const shared = data.shared.map((one) => one.shared).join();
    if (data.people !== people || data.overLimit !== people || shared !== [people, half, half].join())
      throw new Error(JSON.stringify(data));
    return performance.now() - from;
  };
  const scan = async (): Promise<number> => {
    const from = performance.now();
    await owner.query('set max_parallel_workers_per_gather = 0');
    await owner.query(`select count(*) filter (where length(name) + length(number) > 40) from customers where enterprise_id = $1`, [
      enterpriseId,
    ]);
    return performance.now() - from;
  };
  const [ours, scans]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    scans.push(await scan());
    ours.push(await ask());
  }
  const [counted, scanned] = [median(ours), median(scans)];
  return [
    {
      name: `the contact pressure of ${people.toLocaleString('en')} with three other bookings of ${(people * 2).toLocaleString('en')} people`,
      ours: `${counted.toFixed(0)} ms`,
      reference: `one sequential scan of the same customers ${scanned.toFixed(0)} ms`,
      ratio: counted / scanned,
      goal: 'within 10 s',
      isMet: counted < 10_000,
    },
  ];
}
