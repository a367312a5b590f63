import { randomUUIDv7 } from 'node:crypto';
import { type CampaignPlan, EncapProperties, endpoints } from '@parley/contract';
import { fingerprintOf } from '@parley/journey';
import pg from 'pg';
import { Agent, request } from 'undici';
import { freeBill } from '../apps/server/src/bill.ts';
import { freezeRun } from '../apps/server/src/domains/messaging/door.inside.ts';
import { startRun } from '../apps/server/src/domains/messaging/door.run.ts';
import { findRunMessage } from '../apps/server/src/domains/outreach/message/message.ts';
import { withPage } from '../apps/server/src/domains/outreach/page/plan.page.ts';
import { end, makeStream } from '../apps/server/test/journeys.ts';
import { makeActivity, makeCampaign, makeGroup, makePeople, makeSender, planOf, type Sender } from './campaign.world.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const people = 100_000;
const [few, many] = [10_000, 1_000_000];
const rounds = 3;
const opened = 1500;
const atOnce = 16;
const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'accept-language': 'en' };

/** An encap as it is after its first version, on a channel that is there. */
async function makeEncap(owner: pg.Client, { enterpriseId }: World): Promise<string> {
  const encapId = randomUUIDv7();
  const document = { ...makeStream({ end00001: end('done') }), kind: 'encap' as const, id: encapId, name: 'Bench' };
  const print = fingerprintOf(document);
  await owner.query(
    `insert into journeys (enterprise_id, journey_id, name, kind, document, fingerprint, state, version, created_at, updated_at)
     values ($1, $2, 'Bench', 'encap', $3, $4, 'PUBLISHED', 1, now(), now())`,
    [enterpriseId, encapId, JSON.stringify(document), print],
  );
  await owner.query(
    `insert into journey_versions (enterprise_id, journey_id, version, document, fingerprint, passed, published_at) values ($1, $2, 1, $3, $4, 1, now())`,
    [enterpriseId, encapId, JSON.stringify(document), print],
  );
  await owner.query(
    `insert into encaps (enterprise_id, journey_id, properties, logger) values ($1, $2, $3, '{"level":"errors","days":7}')`,
    [enterpriseId, encapId, JSON.stringify(EncapProperties.parse({}))],
  );
  return encapId;
}

async function makeLaunch(owner: pg.Client, { enterpriseId }: World, encapId: string, launchId: string, channelId: string): Promise<void> {
  await owner.query(
    `insert into encap_launches (enterprise_id, launch_id, journey_id, name, mode, number, state, channel_id, created_at)
     values ($1, $2, $3, 'Bench', 'BULK', 1, 2, $4, now())`,
    [enterpriseId, launchId, encapId, channelId],
  );
}

/** Rows a second of one iteration, whose message leads to short addresses or to pages. */
async function freeze(
  world: World,
  owner: pg.Client,
  sender: Sender,
  { groupId, count, encapId }: { groupId: string; count: number; encapId: string | undefined },
): Promise<number> {
  const { ctx, enterpriseId } = world;
  const variable: CampaignPlan['columnMapping'][number]['variables'][number] = encapId
    ? { variable: 'body.1', type: 'column', value: 'url', mappings: [] }
    : { variable: 'body.1', type: 'static', value: 'https://shop.example/spring', mappings: [] };
  const plan: CampaignPlan = {
    ...planOf(sender, groupId),
    columnMapping: [{ type: 'messageTags', card: null, variables: [variable] }],
    tracking: { links: encapId === undefined, replyHours: 72 },
    page: encapId ? { encapId, number: 1 } : null,
  };
  const campaignId = await makeCampaign(owner, enterpriseId, sender, plan);
  const activityId = await makeActivity(owner, enterpriseId, sender, { campaignId, number: 1, plan, people: count, isStarted: true });
  if (encapId) await makeLaunch(owner, world, encapId, activityId, sender.channelId);
  await ctx.transaction(async (tx) => {
    const found = await findRunMessage(tx, enterpriseId, {
      channelId: sender.channelId,
      message: plan.message,
      columnMapping: plan.columnMapping,
    });
    if (!found) throw new Error('There is no template.');
    const message = encapId ? withPage(found.message, ctx.publicUrl()) : found.message;
    const run = { runId: activityId, source: 'CAMPAIGN' as const, channelId: sender.channelId, templateId: found.templateId, message };
    await startRun(ctx, tx, { ...run, isMarketing: true, startsAt: null, perMinute: null, quietHours: null, releaseLeft: null });
  });
  const from = performance.now();
  await freezeRun({ ...ctx, bill: freeBill }, activityId);
  const seconds = (performance.now() - from) / 1000;
  const { rows } = await owner.query<{ links: number }>(
    encapId
      ? 'select count(*)::integer as links from encap_links where launch_id = $1'
      : 'select count(*)::integer as links from short_links where activity_id = $1',
    [activityId],
  );
  if (rows[0]?.links !== count) throw new Error(`${rows[0]?.links} links of ${count}.`);
  return count / seconds;
}

async function measureFreezing(world: World, owner: pg.Client, sender: Sender, encapId: string): Promise<Figure> {
  await makePeople(owner, world.enterpriseId, people);
  const groupId = await makeGroup(owner, world.enterpriseId, 1, people);
  const warm = await makeGroup(owner, world.enterpriseId, 1, 10_000);
  await owner.query('analyze customer_set_members');
  for (const to of [encapId, undefined]) await freeze(world, owner, sender, { groupId: warm, count: 10_000, encapId: to });
  const [pages, links]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const into of round % 2 === 0 ? [pages, links] : [links, pages])
      into.push(await freeze(world, owner, sender, { groupId, count: people, encapId: into === pages ? encapId : undefined }));
  const [ours, theirs] = [median(pages), median(links)];
  return {
    name: `freeze of ${people.toLocaleString('en')} people, each with a page`,
    ours: `${Math.round(ours)} rows/s`,
    reference: `the same with short addresses ${Math.round(theirs)} rows/s`,
    ratio: ours / theirs,
    goal: 'at least 0.9',
    isMet: ours / theirs >= 0.9,
  };
}

/** Links of one launch, as many as that. @returns some of their codes, in no order */
async function addLinks(owner: pg.Client, { enterpriseId }: World, encapId: string, sender: Sender, count: number) {
  const launchId = randomUUIDv7();
  await owner.query(
    `insert into encap_launches (enterprise_id, launch_id, journey_id, name, mode, number, state, created_at) values ($1, $2, $3, 'Bench', 'API', 1, 2, now())`,
    [enterpriseId, launchId, encapId],
  );
  await owner.query(
    `insert into encap_links (enterprise_id, link_id, launch_id, journey_id, number, kind, code, phone, channel_id, state, expires_at, created_at)
     select $1, gen_random_uuid(), $2::uuid, $3, 1, 'person', substr(md5($2::uuid::text || n), 1, 16), '+91' || (9800000000 + n)::text, $4,
       case when n % 4 = 0 then 'OPENED' else 'MADE' end, now() + interval '30 days', now() from generate_series(1, $5::integer) n`,
    [enterpriseId, launchId, encapId, sender.channelId, count],
  );
  await owner.query('select fold_encap_tallies()');
  await owner.query('analyze encap_links');
  const { rows } = await owner.query<{ code: string }>(
    `select code from encap_links where enterprise_id = $1 and launch_id = $2 order by code limit ${opened}`,
    [enterpriseId, launchId],
  );
  return { launchId, codes: rows.map(({ code }) => code) };
}

type Asking = { sent?: Record<string, string>; together?: number };
/** Milliseconds of each answer. @property sent the headers; @property together so many at once */
async function open(origin: string, paths: readonly string[], { sent = headers, together = atOnce }: Asking = {}): Promise<number[]> {
  const dispatcher = new Agent({ connections: together });
  let next = 0;
  const took: number[] = [];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let place = next++; place < paths.length; place = next++) {
        const from = performance.now();
        const answer = await request(`${origin}${paths[place]}`, { headers: sent, dispatcher });
        if (answer.statusCode !== 200) throw new Error(`${paths[place]} answered ${answer.statusCode}`);
        await answer.body.dump();
        took.push(performance.now() - from);
      }
    }),
  );
  await dispatcher.close();
  return took;
}

async function measureOpening(world: World, owner: pg.Client, sender: Sender, encapId: string): Promise<Figure[]> {
  const { url } = world.running;
  const small = await addLinks(owner, world, encapId, sender, few);
  const pathsOf = ({ codes }: { codes: readonly string[] }) => codes.map((code) => `/p/${code}`);
  await open(url, pathsOf(small));
  const before = await open(url, pathsOf(small));
  const large = await addLinks(owner, world, encapId, sender, many);
  await open(url, pathsOf(large).slice(0, 200));
  const after = await open(url, pathsOf(large));
  const { token } = await world.makeAgent([1]);
  const figures = `${endpoints.encapLaunches.get.path.replace(':encapId', encapId).replace(':instanceId', large.launchId)}`;
  const told = await open(
    url,
    Array.from({ length: 500 }, () => figures),
    { sent: { 'authentication-token': token }, together: 1 },
  );
  const grown = median(after) / median(before);
  const slowest = percentile(told, 0.99);
  return [
    {
      name: `opening a page among ${many.toLocaleString('en')} links, ${atOnce} at once`,
      ours: `${median(after).toFixed(1)} ms`,
      reference: `among ${few.toLocaleString('en')} ${median(before).toFixed(1)} ms`,
      ratio: grown,
      goal: 'at most 1.2',
      isMet: grown <= 1.2,
    },
    {
      name: `figures of a launch of ${many.toLocaleString('en')} links, p99`,
      ours: `${slowest.toFixed(1)} ms`,
      reference: 'none',
      ratio: Number.NaN,
      goal: 'at most 50 ms',
      isMet: slowest <= 50,
    },
  ];
}

/** Pages of encaps: what a link costs when it is made, and whether many of them slow one down. */
export async function benchPages(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http', environment: { FEATURES: 'billing' } });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  try {
    const sender = await makeSender(world, owner);
    const encapId = await makeEncap(owner, world);
    return [await measureFreezing(world, owner, sender, encapId), ...(await measureOpening(world, owner, sender, encapId))];
  } finally {
    await owner.end();
    await world.stop();
  }
}
