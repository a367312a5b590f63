import { randomUUIDv7 } from 'node:crypto';
import { Audience } from '@parley/contract';
import pg from 'pg';
import { askAudience } from '../apps/server/src/domains/outreach/audience/audience.ask.ts';
import { countPeople } from '../apps/server/src/domains/outreach/audience/audience.count.ts';
import { type Figure, median } from './table.ts';
import { startWorld } from './world.ts';

const people = 1_000_000;
const rounds = 5;
const whatsApp = 4;

/** A million customers in one group; of them a tenth in a second, a twentieth with a label, and a tenth reached by an earlier iteration. */
async function fill(
  owner: pg.Client,
  enterpriseId: string,
  ids: { everybody: string; staff: string; label: string; activityId: string; channelId: string },
) {
  const { everybody, staff, label, activityId, channelId } = ids;
  await owner.query(
    `insert into customer_sets (enterprise_id, set_id, kind, name)
     values ($1, $2, 'group', 'Everybody'), ($1, $3, 'group', 'Staff'), ($1, $4, 'label', 'Complained')`,
    [enterpriseId, everybody, staff, label],
  );
  await owner.query(
    `insert into customers (enterprise_id, customer_id, name, number, search_text)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Customer ' || i,
       case when i % 10 = 0 then '+1' || (2025550000 + i)::text else '+91' || (9800000000 + i)::text end, 'customer ' || i
     from generate_series(1, ${people}) as i`,
    [enterpriseId],
  );
  for (const [setId, every] of [
    [everybody, 1],
    [staff, 10],
    [label, 20],
  ] as const)
    await owner.query(
      `insert into customer_set_members (enterprise_id, set_id, customer_id)
       select $1, $2, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid from generate_series(1, ${people}) as i where i % ${every} = 0`,
      [enterpriseId, setId],
    );
  await owner.query(
    `insert into messages (enterprise_id, message_id, created_at, channel_id, customer_id, direction, source, resource_id, number, status, status_at, address)
     select $1, gen_random_uuid(), now(), $2, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'out', 'CAMPAIGN', $3, i, 'DELIVERED', now(),
       '+91' || (9800000000 + i)::text from generate_series(1, ${people}) as i where i % 10 = 7`,
    [enterpriseId, channelId, activityId],
  );
  await owner.query('analyze customers, customer_set_members, messages');
}

/** The breakdown of a campaign's audience with three exclusions, against one sequential scan of the same customers. */
export async function benchAudience(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  try {
    const { enterpriseId, ctx } = world;
    const ids = {
      everybody: randomUUIDv7(),
      staff: randomUUIDv7(),
      label: randomUUIDv7(),
      activityId: randomUUIDv7(),
      channelId: world.channel.id,
    };
    await fill(owner, enterpriseId, ids);
    const audience = Audience.parse({
      groupIds: [ids.everybody],
      exclude: { groupIds: [ids.staff], labelIds: [ids.label], activityIds: [ids.activityId] },
    });
    const count = () =>
      ctx.transaction(async (tx) =>
        countPeople(ctx, tx, await askAudience(tx, enterpriseId, audience, whatsApp), { channelId: ids.channelId, isMarketing: true }),
      );
    const scan = async () => {
      await owner.query('set max_parallel_workers_per_gather = 0');
      await owner.query(`select count(*) filter (where length(name) + length(number) > 40) from customers where enterprise_id = $1`, [
        enterpriseId,
      ]);
    };
    const { total, excluded, reachable } = await count();
    if (total !== people || excluded !== 200_000 || reachable !== 800_000)
      throw new Error(`counted ${total}, excluded ${excluded}, reachable ${reachable}`);
    const timed = async (work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    };
    const [ours, scans]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      scans.push(await timed(scan));
      ours.push(await timed(count));
    }
    const [counted, scanned] = [median(ours), median(scans)];
    const ratio = counted / scanned;
    return [
      {
        name: 'the breakdown of an audience of 1,000,000 with three exclusions',
        ours: `${counted.toFixed(0)} ms`,
        reference: `one sequential scan of the same customers ${scanned.toFixed(0)} ms`,
        ratio,
        goal: 'at most 3',
        isMet: ratio <= 3,
      },
    ];
  } finally {
    await owner.end();
    await world.stop();
  }
}
