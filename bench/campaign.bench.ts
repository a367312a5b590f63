import pg from 'pg';
import { measureFreeze } from './campaign.freeze.ts';
import { measurePressure } from './campaign.pressure.ts';
import { measureReport } from './campaign.report.ts';
import { makePeople, makeSender } from './campaign.world.ts';
import type { Figure } from './table.ts';
import { startWorld } from './world.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000);
const [few = 100_000, many = 10_000_000] = (process.env.BENCH_LEDGER ?? '100000,10000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 2);

/** An iteration to a million people, what it shares with others of its day, and the report of a campaign of ten million rows. */
export async function benchCampaign(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http', environment: { FEATURES: 'billing' } });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  try {
    const sender = await makeSender(world, owner);
    await makePeople(owner, world.enterpriseId, people);
    return [
      ...(await measurePressure(world, owner, sender, people)),
      ...(await measureReport(world, owner, sender, [few, many])),
      ...(await measureFreeze(world, owner, sender, people, rounds)),
    ];
  } finally {
    await owner.end();
    await world.stop();
  }
}
