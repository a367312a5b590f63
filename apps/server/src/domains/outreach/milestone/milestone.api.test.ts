import {
  type CampaignMilestone,
  type CampaignMilestoneReport,
  campaignMilestonesMax,
  emptyPlan,
  endpoints,
  type MilestoneExplanation,
  type MilestoneMeasure,
  type MilestoneRecipient,
  type MilestoneRule,
  milestoneMeasures,
} from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { toTest } from '#platform/measures/measure.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { milestoneGrain } from './milestone.measures.ts';

const app = await startApp({ config: { requestsPerMinute: 1_000_000 } });
const { campaigns, campaignMilestones: calls, departments, journeys, roles, audit } = endpoints;

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const hourMs = 3_600_000;
/** Both changes of daylight saving, and zones whose days begin far from those of UTC. */
const worlds = [
  ['Europe/Berlin', '2024-03-30T20:00:00Z'],
  ['Asia/Kolkata', '2024-02-28T12:00:00Z'],
  ['Pacific/Kiritimati', '2023-12-30T09:00:00Z'],
] as const;

type What = {
  what: 'delivered' | 'read' | 'press' | 'reply' | 'click' | 'talk' | 'start' | 'complete' | 'milestone' | 'refuse';
  at: number;
  text?: string;
};
/** A recipient as somebody with a notebook would have written them down. */
type Known = { recipientId: string; run: number; customerId: string; address: string; sentAt: number; road: string; happened: What[] };
type Made = { id: string; rule: MilestoneRule; removedAt?: number };

const rule = (kind: MilestoneRule['kind'], more: Partial<MilestoneRule> = {}): MilestoneRule => ({
  ...{ kind, variable: '', words: [], button: '', journeyId: '', journeyMilestone: '', withinHours: null },
  ...more,
});

async function makeScene(zone = 'UTC') {
  const enterprise = await app.makeEnterprise({ timeZone: zone });
  const admin = await app.makeUser({ enterprise });
  const client = app.as(admin);
  const plan = emptyPlan();
  const { id: channelId } = await makeWebChannel(enterprise);
  const stream = (await client.post(journeys.create.path, { name: 'Loan', example: 'nps' })).json().data.id as string;
  expect((await client.post(`${journeys.list.path}/${stream}/publish`, { revision: 1, note: 'First' })).json()).toMatchObject({
    status: true,
  });
  const makeCampaign = async (user: Pick<TestUser, 'token'>, accessType = 'Everyone'): Promise<string> =>
    (await app.as(user).post(campaigns.create.path, { name: `Spring ${newId()}`, accessType, plan })).json().data.id;
  return { enterprise, admin, client, channelId, stream, makeCampaign };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const at = (path: string, campaignId: string, milestoneId = '') =>
  path.replace(':campaignId', campaignId).replace(':milestoneId', milestoneId);
const add = async (user: Pick<TestUser, 'token'>, campaignId: string, name: string, what: MilestoneRule) =>
  (await app.as(user).post(at(calls.create.path, campaignId), { name, rule: what })).json();
async function makeMilestone(scene: Scene, campaignId: string, what: MilestoneRule): Promise<Made> {
  const made = await add(scene.admin, campaignId, `${what.kind} ${newId()}`, what);
  expect(made).toMatchObject({ status: true });
  return { id: made.data.id, rule: what };
}
const query = (given: object) => new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
async function readReport(user: Pick<TestUser, 'token'>, campaignId: string, asked: object = {}): Promise<CampaignMilestoneReport> {
  const answer = (await app.as(user).get(`${at(calls.report.path, campaignId)}?${query(asked)}`)).json();
  expect(answer).toMatchObject({ status: true });
  return answer.data;
}
/** All rows of a cell, page by page. */
async function readRows(
  user: Pick<TestUser, 'token'>,
  campaignId: string,
  cell: object,
  perPage = 200,
): Promise<{ total: number; rows: MilestoneRecipient[] }> {
  const rows: MilestoneRecipient[] = [];
  for (;;) {
    const path = `${at(calls.rows.path, campaignId)}?${query({ ...cell, from: rows.length, perPage })}`;
    const { data } = (await app.as(user).get(path)).json();
    rows.push(...data.rows);
    if (!data.more) return { total: data.total, rows };
  }
}

/** Iterations with recipients to whom random things happen, written to the tables as their writers do. */
async function makeRuns(
  scene: Scene,
  campaignId: string,
  { from, runs, people, seed }: { from: number; runs: number; people: number; seed: number },
) {
  const { enterprise, admin, channelId, stream } = scene;
  const { enterpriseId, ctx } = enterprise;
  const random = createRandom(seed);
  const known: Known[] = [];
  const activityIds: string[] = [];
  await ctx.transaction(async (tx) => {
    const statuses = ['SENT', 'UNKNOWN', 'DELIVERED', 'READ'] as const;
    for (let run = 0; run < runs; run += 1) {
      const [activityId, fallbackRunId] = [newId(), newId()];
      activityIds.push(activityId);
      const startedAt = new Date(from + run * 26 * hourMs);
      const who = {
        createdBy: admin.userId,
        lastEditedBy: admin.userId,
        lastEditorEmail: admin.email,
        submittedBy: admin.userId,
        decidedBy: admin.userId,
      };
      const when = {
        createdAt: startedAt,
        updatedAt: startedAt,
        startedAt,
        completedAt: startedAt,
        submittedAt: startedAt,
        decidedAt: startedAt,
      };
      await tx
        .insertInto('activities')
        .values({
          ...{ enterpriseId, activityId, campaignId, number: run + 1, name: `Run ${run + 1}`, plan: JSON.stringify(emptyPlan()) },
          ...{
            approval: 'Approved' as const,
            state: 2 as const,
            seal: 'x',
            sealParts: '{}',
            approvedParts: '{}',
            fallbackRunId,
            ...who,
            ...when,
          },
        })
        .execute();
      for (let number = 1; number <= people; number += 1) {
        const [recipientId, customerId] = [newId(), newId()];
        const address = `+91${String(seed).padStart(2, '0')}${run}${String(number).padStart(6, '0')}`;
        const sentAt = startedAt.getTime() + random(20 * 3600) * 1000;
        const road = ['first', 'first', 'first', 'fallback', 'none'][random(5)] as string;
        const happened: What[] = [];
        const later = () => sentAt + (1 + random(48 * 3600)) * 1000;
        await tx
          .insertInto('customers')
          .values({ enterpriseId, customerId, name: `Asha ${number}`, createdAt: startedAt })
          .execute();
        const status = statuses[random(4)] as (typeof statuses)[number];
        const line = {
          enterpriseId,
          channelId,
          customerId,
          direction: 'out' as const,
          source: 'CAMPAIGN' as const,
          number,
          address,
          content: null,
        };
        const failed = { status: 'FAILED' as const, reason: 'RECIPIENT', statusAt: new Date(sentAt) };
        const left = { status, statusAt: new Date(sentAt), contentNumber: random(3) === 0 ? 1 : null };
        await tx
          .insertInto('messages')
          .values({ ...line, ...(road === 'first' ? left : failed), messageId: recipientId, createdAt: startedAt, resourceId: activityId })
          .execute();
        const messageId = road === 'fallback' ? newId() : recipientId;
        if (road === 'fallback') {
          await tx
            .insertInto('activityFallbacks')
            .values({ enterpriseId, activityId, messageId: recipientId, number, createdAt: startedAt, place: number })
            .execute();
          await tx
            .insertInto('messages')
            .values({ ...line, ...left, messageId, createdAt: startedAt, resourceId: fallbackRunId })
            .execute();
        }
        if (road === 'none') continue;
        const handed = { enterpriseId, messageId, channelId, vendorMessageId: '', createdAt: new Date(sentAt) };
        for (const attempt of [1, 2].slice(0, 1 + random(2)))
          await tx
            .insertInto('messageHandovers')
            .values({ ...handed, at: new Date(sentAt + (attempt - 1) * 1000), attempt })
            .execute();
        for (const [what, receipt, isIt] of [
          ['delivered', 'DELIVERED', ['DELIVERED', 'READ'].includes(status)],
          ['read', 'READ', status === 'READ'],
        ] as const) {
          // A vendor may tell of the reading alone.
          if (!isIt || (what === 'delivered' && status === 'READ' && random(4) === 0)) continue;
          const told = later();
          happened.push({ what, at: told });
          await tx
            .insertInto('messageEvents')
            .values({ enterpriseId, messageId, at: new Date(told), kind: 'receipt', status: receipt, detail: null })
            .execute();
        }
        for (const what of ['press', 'reply'] as const)
          for (let times = random(3); times > 0; times -= 1) {
            const [said, told] = [['Yes please', 'No', 'call me'][random(3)] as string, later()];
            happened.push({ what, at: told, text: said });
            const answered = {
              enterpriseId,
              activityId,
              responseId: newId(),
              messageId,
              customerId,
              channelId,
              address,
              messageKey: newId(),
            };
            await tx
              .insertInto('activityResponses')
              .values({
                ...answered,
                kind: what,
                at: new Date(told),
                ...(what === 'press' ? { button: said } : { body: `Well, ${said}!` }),
              })
              .execute();
          }
        for (const variable of ['body.1', 'button.0']) {
          if (random(2) === 0) continue;
          const code = newId().replaceAll('-', '').slice(-16);
          await tx
            .insertInto('shortLinks')
            .values({ enterpriseId, activityId, messageId, variable, code, address, target: 'https://a.example' })
            .execute();
          const opened = later();
          happened.push({ what: 'click', at: opened, text: variable });
          for (const [seenAs, when] of [
            ['previewer', opened - 500],
            ['person', opened],
            ['person', opened + 5000],
          ] as const)
            await sql`select place from follow_short_links(array[${code}]::text[], array[${seenAs}]::text[], ${new Date(when)})`.execute(
              tx,
            );
        }
        if (random(3) === 0) {
          const refused = later();
          happened.push({ what: 'refuse', at: refused });
          await tx
            .insertInto('blacklist')
            .values({ enterpriseId, entryId: newId(), address, kind: 'opted_out', source: 'customer', createdAt: new Date(refused) })
            .execute();
        }
        if (random(3) === 0) {
          const replied = sentAt + (random(48) - 12) * hourMs + 1000;
          if (replied >= sentAt) happened.push({ what: 'talk', at: replied });
          const chat = { enterpriseId, chatId: newId(), channelId, customerId, address: customerId, handledBy: 'queue' as const, state: 3 };
          const began = new Date(Math.min(sentAt, replied) - 1000);
          const times = { createdAt: began, lastActivityAt: began, firstReplyAt: new Date(replied), closedAt: new Date(replied + 1000) };
          await tx
            .insertInto('chats')
            .values({ ...chat, ...times, visit: '{}', botState: '{}' })
            .execute();
        }
        if (random(2) === 0) {
          const environment = random(4) === 0 ? ('sandbox' as const) : ('production' as const);
          const [begun, isDone, hasScored] = [later(), random(2) === 0, random(2) === 0];
          const [ended, scored] = [begun + random(9) * hourMs, begun + random(5) * 60_000];
          if (environment === 'production') {
            happened.push({ what: 'start', at: begun });
            if (isDone) happened.push({ what: 'complete', at: ended });
            if (hasScored) happened.push({ what: 'milestone', at: scored });
          }
          const walk = { enterpriseId, instanceId: newIdAt(begun), journeyId: stream, version: 1, customerId };
          const ends = isDone
            ? { state: 'COMPLETED' as const, endedAt: new Date(ended) }
            : { state: 'FAILED' as const, endedAt: new Date(ended) };
          await tx
            .insertInto('journeyInstances')
            .values({
              ...{ ...walk, ...ends, startedAt: new Date(begun), changedAt: new Date(begun), channelId, address, chatId: newId() },
              ...{ entryId: null, environment, instance: '{}' },
            })
            .execute();
          if (hasScored)
            await tx
              .insertInto('journeyMilestones')
              .values({ ...walk, milestoneId: milestone.id, at: new Date(scored) })
              .execute();
        }
        known.push({ recipientId, run, customerId, address, sentAt, road, happened });
      }
    }
  });
  return { known, activityIds };
}
/** The milestone of the stream that walks of these tests reach. */
const milestone = { id: '' };
/** Ids of walks begin with the time of their start. */
function newIdAt(ms: number): string {
  const id = newId();
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
}

/** Finds the time at which somebody has reached a milestone, by the notebook alone. */
function reachedAt(
  { sentAt, happened }: Known,
  { rule: { kind, variable, words, button, withinHours }, removedAt }: Made,
): number | undefined {
  const isIt = ({ what, text = '' }: What): boolean => {
    switch (kind) {
      case 'delivered':
        return what === 'delivered' || what === 'read';
      case 'clicked':
        return what === 'click' && (variable === '' || text === variable);
      case 'replied':
        return (
          (what === 'reply' || what === 'press') &&
          (words.length === 0 || words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
        );
      case 'pressed':
        return what === 'press' && (button === '' || text === button);
      default:
        return (
          what ===
          {
            read: 'read',
            talked: 'talk',
            optedOut: 'refuse',
            streamStarted: 'start',
            streamCompleted: 'complete',
            streamMilestone: 'milestone',
          }[kind]
        );
    }
  };
  const times = happened
    .filter(
      (one) =>
        isIt(one) && (withinHours === null || one.at <= sentAt + withinHours * hourMs) && (removedAt === undefined || one.at < removedAt),
    )
    .map((one) => one.at);
  return times.length === 0 ? undefined : Math.min(...times);
}

test.each(worlds.map(([zone, from], place) => ({ zone, from, seed: place + 1 })))(
  'screens 3.6 numbers 12 figures of milestones in $zone are those of a notebook, and each opens exactly its recipients',
  async ({ zone, from, seed }) => {
    const scene = await makeScene(zone);
    const campaignId = await scene.makeCampaign(scene.admin);
    const choices = (await scene.client.get(at(calls.choices.path, campaignId))).json().data;
    const { milestones: ofStream } = choices.streams.find(({ id }: { id: string }) => id === scene.stream);
    milestone.id = ofStream[0].id;
    const { known, activityIds } = await makeRuns(scene, campaignId, { from: new Date(from).getTime(), runs: 3, people: 14, seed });
    const stream = { journeyId: scene.stream };
    const made: Made[] = [];
    for (const one of [
      rule('delivered'),
      rule('read', { withinHours: 24 }),
      rule('clicked'),
      rule('clicked', { variable: 'button.0', withinHours: 20 }),
      rule('replied'),
      rule('replied', { words: ['CALL', 'yes'] }),
      rule('pressed', { button: 'No' }),
      rule('talked'),
      rule('streamStarted', stream),
      rule('streamCompleted', stream),
      rule('streamMilestone', { ...stream, journeyMilestone: milestone.id, withinHours: 30 }),
      rule('optedOut'),
    ])
      made.push(await makeMilestone(scene, campaignId, one));
    // One that was removed counts until then, and comes last.
    const gone = made.splice(4, 1)[0] as Made;
    const removedAt = new Date(from).getTime() + 30 * hourMs;
    expect((await scene.client.delete(at(calls.remove.path, campaignId, gone.id))).json()).toMatchObject({ status: true });
    await scene.enterprise.ctx.transaction((tx) =>
      tx
        .updateTable('campaignMilestones')
        .set({ removedAt: new Date(removedAt) })
        .where('enterpriseId', '=', scene.enterprise.enterpriseId)
        .where('milestoneId', '=', gone.id)
        .execute(),
    );
    made.push({ ...gone, removedAt });

    // Whole days of the zone select iterations; one of them by its id.
    const secondDay = dayOf(new Date(new Date(from).getTime() + 26 * hourMs), zone);
    const asks = [
      { asked: {}, isIn: () => true },
      { asked: { activityId: activityIds[1] }, isIn: (run: number) => run === 1 },
      { asked: { fromDate: secondDay }, isIn: (run: number) => run >= 1 },
      { asked: { toDate: secondDay, timeType: 'HOUR' }, isIn: (run: number) => run <= 1 },
    ];
    const opened = new Set<MilestoneMeasure>(['milestone.reached', 'milestone.reachedAny', 'milestone.stepMedian']);
    for (const [number, { asked, isIn }] of asks.entries()) {
      const report = await readReport(scene.admin, campaignId, asked);
      expect(report.milestones.map(({ id, removedOn }) => [id, removedOn !== ''])).toEqual(
        made.map((one) => [one.id, one.removedAt !== undefined]),
      );
      const own = known.filter(({ run }) => isIn(run));
      const facts = own.flatMap((person) =>
        made.map((one, place) => {
          const reached = reachedAt(person, one);
          const former = place === 0 ? undefined : reachedAt(person, made[place - 1] as Made);
          const isAfter = reached !== undefined && former !== undefined && reached >= former;
          return {
            ...{ id: one.id, recipient_id: person.recipientId, customer_id: person.customerId, reached },
            ...{ is_reached: reached !== undefined, time_ms: reached === undefined ? null : Math.max(0, reached - person.sentAt) },
            ...{ had_former: former !== undefined, is_after_former: isAfter, step_ms: isAfter ? reached - former : null },
          };
        }),
      );
      const { timeType, ...cell } = { timeType: 'DAY', ...asked } as { timeType: string; activityId?: string };
      for (const id of ['', ...made.map((one) => one.id)]) {
        const mine = facts.filter((fact) => id === '' || fact.id === id);
        const figures = id === '' ? report.figures : report.milestones.find((one) => one.id === id)?.figures;
        for (const { code, kind, where } of milestoneGrain.measures) {
          const measure = code as MilestoneMeasure;
          const of = (name: MilestoneMeasure) =>
            milestoneGrain.measures.find((one) => one.code === name) as (typeof milestoneGrain.measures)[number];
          const partOf = 'ratio' in kind ? of(kind.ratio[0] as MilestoneMeasure) : { kind, where };
          const counted = mine.filter((fact) => toTest(partOf.where)(fact));
          const key = (fact: (typeof facts)[number]) =>
            'distinct' in partOf.kind ? String(fact[partOf.kind.distinct as 'recipient_id']) : `${fact.recipient_id} ${fact.id}`;
          const expected = new Set(counted.map(key));
          expect([zone, measure, id, figures?.[measure]?.count]).toEqual([zone, measure, id, expected.size]);
          if ('ratio' in kind) {
            const whole = mine.filter((fact) => toTest(of(kind.ratio[1] as MilestoneMeasure).where)(fact)).length;
            expect(figures?.[measure]?.value).toEqual(whole === 0 ? null : expected.size / whole);
          } else if ('quantile' in kind) {
            const values = counted.map((fact) => Number(fact[kind.quantile[0] as 'time_ms'])).toSorted((one, other) => one - other);
            const wanted = values[Math.ceil((values.length * kind.quantile[1]) / 100) - 1];
            expect(figures?.[measure]?.value).toBe(wanted ?? null);
          }
          // Each world opens a third, and all of them every one: of all iterations each figure, of some iterations one of each kind.
          const turn = milestoneMeasures.indexOf(measure) + made.findIndex((one) => one.id === id) + 1;
          if (turn % worlds.length !== seed - 1 || (number > 0 && !opened.has(measure))) continue;
          const { total, rows } = await readRows(scene.admin, campaignId, { ...cell, measure, milestone: id }, id === '' ? 50 : 200);
          expect([measure, total, rows.length]).toEqual([measure, expected.size, expected.size]);
          if (!('distinct' in partOf.kind)) expect(new Set(rows.map((row) => `${row.messageId} ${row.milestoneId}`))).toEqual(expected);
        }
      }
      // Each point opens those who reached it then, by the clocks of the enterprise; all points are the figure. Each milestone opens its first
      // and its last one under one of the filters, another in each world, and the first world under the one that is left.
      for (const [place, one] of made.entries()) {
        expect(report.points.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0)).toBe(
          report.milestones[place]?.figures['milestone.reached']?.count,
        );
        const turn = (number + asks.length - (place % asks.length)) % asks.length;
        if (turn !== seed && !(turn === 0 && seed === 1)) continue;
        for (const { day, hour, counts } of [...report.points.slice(0, 1), ...report.points.slice(-1)]) {
          const then = { ...cell, measure: 'milestone.reached', milestone: one.id, day, ...(hour === null ? {} : { hour }) };
          const { rows } = await readRows(scene.admin, campaignId, then);
          expect([timeType, rows.length]).toEqual([timeType, counts[place]]);
          expect(rows.every(({ reachedOn }) => dayOf(new Date(reachedOn), zone) === day)).toBe(true);
        }
      }
      expect(report.activities.map(({ sent }) => sent)).toEqual(
        report.activities.map(({ number }) => own.filter(({ run }) => run + 1 === number).length),
      );
    }
  },
);

test('milestones are added, renamed and ordered by whom and when, each with its entry in the trail; what reaches one stays', async () => {
  const scene = await makeScene();
  const { admin, client } = scene;
  const campaignId = await scene.makeCampaign(admin);
  const list = async (): Promise<CampaignMilestone[]> => (await client.get(at(calls.list.path, campaignId))).json().data.milestones;
  const first = (await add(admin, campaignId, '  Read it ', rule('read', { words: ['x'], button: 'y' }))).data;
  expect(first).toMatchObject({ name: 'Read it', rule: rule('read'), createdBy: { id: admin.userId, name: admin.name }, version: 1 });
  const second = (await add(admin, campaignId, 'Asked', rule('replied', { words: ['call', 'call'] }))).data;
  expect(second.rule.words).toEqual(['call']);
  expect(await add(admin, campaignId, 'READ IT', rule('clicked'))).toMatchObject({ code: 'campaign.milestone_name_taken' });
  expect(await add(admin, campaignId, 'Walked', rule('streamStarted'))).toMatchObject({ code: 'request.invalid' });
  expect(await add(admin, campaignId, 'Walked', rule('streamStarted', { journeyId: newId() }))).toMatchObject({ code: 'request.invalid' });
  const noSuch = rule('streamMilestone', { journeyId: scene.stream, journeyMilestone: 'none' });
  expect(await add(admin, campaignId, 'Walked', noSuch)).toMatchObject({ code: 'request.invalid' });
  const save = async (id: string, change: object) => (await client.put(at(calls.update.path, campaignId, id), change)).json();
  expect(await save(second.id, { name: 'Asked for a call', place: 1, version: 1, rule: rule('optedOut') })).toMatchObject({ status: true });
  expect((await list()).map(({ name, rule: { kind } }) => [name, kind])).toEqual([
    ['Asked for a call', 'replied'],
    ['Read it', 'read'],
  ]);
  expect(await save(second.id, { name: 'Again', place: 1, version: 1 })).toMatchObject({ code: 'record.changed' });
  expect((await client.delete(at(calls.remove.path, campaignId, first.id))).json()).toMatchObject({ status: true });
  expect((await client.delete(at(calls.remove.path, campaignId, first.id))).json()).toMatchObject({ code: 'campaign.milestone_not_found' });
  // The name is free again; the copy of a campaign has those that are there.
  expect(await add(admin, campaignId, 'Read it', rule('delivered'))).toMatchObject({ status: true });
  const copy = (await client.post(campaigns.clone.path.replace(':campaignId', campaignId), { name: 'Copy', requestKey: newId() })).json()
    .data.id;
  const copied = (await client.get(at(calls.list.path, copy))).json().data.milestones as CampaignMilestone[];
  expect(copied.map(({ name, rule: { kind } }) => [name, kind])).toEqual([
    ['Asked for a call', 'replied'],
    ['Read it', 'delivered'],
  ]);
  const entries = (await client.get(`${audit.list.path}?kind=campaign_milestone&perPage=50`)).json().data;
  const acts = entries.entries.map(({ action }: { action: string }) => action);
  expect(acts.filter((action: string) => action !== 'view')).toEqual(['create', 'delete', 'edit', 'create', 'create']);
  for (let count = 2; count < campaignMilestonesMax; count += 1) await add(admin, campaignId, `More ${count}`, rule('read'));
  expect(await add(admin, campaignId, 'One more', rule('read'))).toMatchObject({
    code: 'campaign.milestones_too_many',
    data: { most: 20 },
  });
});

test('milestones are as far away as their campaign: by its access, by the scope of a role and by the enterprise; numbers are hidden from whom they are', async () => {
  const scene = await makeScene();
  const { enterprise, admin, client } = scene;
  const makeRole = async (dataScope: string, permissions: string[], maskedFields: string[] = []): Promise<TestUser> => {
    const given = { name: `Role ${newId()}`, description: '', permissions, dataScope, maskedFields };
    return app.makeUser({ enterprise, roles: [(await client.put(roles.saveRole.path, given)).json().data.code] });
  };
  const reporter = 'CAMPAIGNS.VIEW_CAMPAIGNREPORT';
  const owner = await makeRole('own', [reporter, 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW']);
  const colleague = await makeRole('department', [reporter], ['phone']);
  const other = await makeRole('own', [reporter]);
  const everyone = await makeRole('enterprise', [reporter]);
  const blind = await makeRole('enterprise', ['CAMPAIGNS.VIEW']);
  const dept = (await client.post(departments.create.path, { name: 'Sales' })).json().data.id;
  await client.put(departments.addUsers.path.replace(':departmentId', dept), { users: [owner.userId, colleague.userId] });
  const shared = await scene.makeCampaign(owner, 'Department');
  const secret = await scene.makeCampaign(owner, 'Private');
  const made = (await add(owner, shared, 'Read', rule('delivered'))).data;
  expect(made).toMatchObject({ name: 'Read' });
  const { known, activityIds } = await makeRuns(scene, shared, { from: Date.parse('2024-05-01T00:00:00Z'), runs: 1, people: 12, seed: 9 });
  const reached = known.filter((one) => reachedAt(one, made) !== undefined);
  expect(reached.length).toBeGreaterThan(0);
  const cell = { measure: 'milestone.reached', milestone: made.id };
  const codeOf = async (user: Pick<TestUser, 'token'>, path: string, campaignId: string) =>
    (await app.as(user).get(`${at(path, campaignId)}?${query({ ...cell, activityId: activityIds[0] ?? '' })}`)).json().code;
  for (const path of [calls.report.path, calls.rows.path, calls.customers.path, calls.explain.path]) {
    expect([await codeOf(owner, path, shared), await codeOf(colleague, path, shared)]).toEqual(['100', '100']);
    expect([await codeOf(other, path, shared), await codeOf(everyone, path, shared)]).toEqual(['campaign.not_found', 'campaign.not_found']);
    expect([await codeOf(colleague, path, secret), await codeOf(blind, path, shared)]).toEqual(['campaign.not_found', '1403']);
    expect(await codeOf(await app.makeUser(), path, shared)).toBe('campaign.not_found');
  }
  // Rows are the same in number whoever may see them; what they show of people is not.
  const seen = await readRows(owner, shared, cell);
  const masked = await readRows(colleague, shared, cell);
  expect([seen.total, masked.total]).toEqual([reached.length, reached.length]);
  expect((await readRows(admin, shared, cell)).rows.every(({ to }) => /^\+91\d+$/.test(to))).toBe(true);
  expect(masked.rows.some(({ to }) => reached.some(({ address }) => address === to))).toBe(false);
  // A milestone, or an iteration, of another campaign is none of this one.
  expect((await client.get(`${at(calls.rows.path, secret)}?${query(cell)}`)).json().code).toBe('campaign.milestone_not_found');
  expect((await client.get(`${at(calls.report.path, secret)}?activityId=${activityIds[0]}`)).json().code).toBe('activity.not_found');
  expect((await client.get(`${at(calls.report.path, shared)}?fromDate=2024-05-02&toDate=2024-05-01`)).json().code).toBe('request.invalid');
  expect((await app.as(colleague).post(at(calls.create.path, shared), { name: 'No', rule: rule('read') })).statusCode).toBe(403);
  const { customerIds } = (await client.get(`${at(calls.customers.path, shared)}?${query(cell)}`)).json().data;
  expect(new Set(customerIds)).toEqual(new Set(reached.map(({ customerId }) => customerId)));
});

test('the file of a figure has its rows, and a figure that changed from one iteration to the next is the sum of its parts', async () => {
  const scene = await makeScene('Asia/Kolkata');
  const campaignId = await scene.makeCampaign(scene.admin);
  const one = await makeMilestone(scene, campaignId, rule('replied'));
  const from = Date.parse('2024-06-01T00:00:00Z');
  const { known, activityIds } = await makeRuns(scene, campaignId, { from, runs: 2, people: 60, seed: 21 });
  const cell = { measure: 'milestone.reached', milestone: one.id, activityId: activityIds[1] };
  const reached = (run: number) => known.filter((person) => person.run === run && reachedAt(person, one) !== undefined).length;
  const accessId = (await scene.client.get(endpoints.files.downloadToken.path)).json().data.id;
  const file = await app.stranger().get(`${at(calls.csv.path, campaignId)}?${query({ ...cell, 'x-access-id': accessId })}`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.payload.split('\r\n')[0]).toContain('"Reached (Asia/Kolkata)"');
  expect(file.payload.trim().split('\r\n')).toHaveLength(reached(1) + 1);
  expect((await app.stranger().get(`${at(calls.csv.path, campaignId)}?${query(cell)}`)).statusCode).toBe(404);
  for (const measure of ['milestone.reached', 'milestone.share', 'milestone.timeMedian'] as const) {
    const path = `${at(calls.explain.path, campaignId)}?${query({ activityId: activityIds[1] ?? '', milestone: one.id, measure })}`;
    const told = (await scene.client.get(path)).json().data as MilestoneExplanation;
    expect([told.before.count, told.after.count, told.isTooFew]).toEqual([reached(0), reached(1), false]);
    expect(told.properties.map(({ by }) => by).toSorted()).toEqual(
      ['content', 'hour', 'road', 'weekday'].filter((by) => told.properties.some((p) => p.by === by)),
    );
    expect(told.properties.length).toBeGreaterThan(0);
    for (const { parts, others } of told.properties)
      expect(parts.reduce((sum, { change }) => sum + change, others.change)).toBeCloseTo(told.change, 9);
  }
  // The first iteration has none before it.
  const path = `${at(calls.explain.path, campaignId)}?${query({ activityId: activityIds[0] ?? '', milestone: one.id, measure: 'milestone.share' })}`;
  expect((await scene.client.get(path)).json().data).toMatchObject({ isTooFew: true, properties: [] });
  const report = await readReport(scene.admin, campaignId, { activityId: activityIds[1] ?? '' });
  expect(report.before).toMatchObject({ activityId: activityIds[0], number: 1 });
  expect(report.before?.milestones[one.id]?.['milestone.reached']?.count).toBe(reached(0));
  expect((await readReport(scene.admin, campaignId)).before).toBeNull();
});
