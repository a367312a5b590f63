import {
  type AnalyticsFigures,
  type AnalyticsReport,
  type AnalyticsRows,
  type AnalyticsTables,
  type CalendarHours,
  chatActionTypes,
  chatStates,
  endpoints,
  noDepartment,
} from '@parley/contract';
import { openAt } from '@parley/hours';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ChatEnder } from '#platform/db/schema.chat.ts';
import { newId } from '#platform/ids.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { insertChat, type LockedChat, lockChats, recordChats, updateDepartment } from '../record/chat.repository.ts';
import { appendEntry, becomeOwned, end, enterQueue, leavePeople, resume, suspend } from '../record/chat.rules.ts';

const app = await startApp();
const { calendars, chatAnalytics: calls, departments, roles } = endpoints;

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const hourMs = 3_600_000;
/** Filters under which each reader asks in each zone. */
const rounds = 5;
/** No queue of these past days is over today: the program's own sweep of deadlines leaves the notebook's chats alone. */
const waitsSeconds = 100 * 366 * 86_400;
/** Both changes of daylight saving, 29 February, and zones whose days begin far from those of UTC. */
const worlds = [
  ['Europe/Berlin', '2024-03-30T18:00:00Z'],
  ['Europe/Berlin', '2024-10-26T18:00:00Z'],
  ['Asia/Kolkata', '2024-02-28T12:00:00Z'],
  ['America/St_Johns', '2024-11-02T20:00:00Z'],
  ['Pacific/Kiritimati', '2023-12-30T00:00:00Z'],
  ['Australia/Lord_Howe', '2024-04-06T00:00:00Z'],
] as const;

type Step =
  | { at: number; what: 'queue' | 'reply' | 'suspend' | 'resume' | 'return' | 'miss' }
  | { at: number; what: 'own'; agentId: string; begun: 'picked' | 'transferred' }
  | { at: number; what: 'close'; by: ChatEnder }
  | { at: number; what: 'rate'; stars: number };
type Spell = { userId: string; began: number; ended?: number; isPassedOn: boolean; replied?: number; pausedMs: number };
/** A chat as somebody with a notebook would have written it down. */
type Known = {
  chatId: string;
  at: number;
  channelId: string;
  deptId: string | null;
  steps: Step[];
  labelIds: string[];
  hasReturned: boolean;
};

/** Says what has become of a chat, by the notebook alone. */
function follow({ steps }: Known) {
  const spells: Spell[] = [];
  const told = { queued: 0, picked: 0, replied: 0, closed: 0, missed: false, pausedMs: 0, transfers: 0, stars: 0, asked: false };
  let state: 'open' | 'closed' | 'missed' = 'open';
  let owner = '';
  let by = '';
  let pausedAt = 0;
  const current = () => spells.at(-1);
  const goOn = (at: number) => {
    if (pausedAt === 0) return;
    told.pausedMs += at - pausedAt;
    const spell = current();
    if (spell && owner !== '') spell.pausedMs += at - pausedAt;
    pausedAt = 0;
  };
  const leave = (at: number, isPassedOn: boolean) => {
    const spell = current();
    if (owner !== '' && spell) Object.assign(spell, { ended: at, isPassedOn });
    owner = '';
  };
  for (const step of steps) {
    const { at } = step;
    if (step.what === 'queue') {
      goOn(at);
      told.queued ||= at;
      leave(at, false);
    } else if (step.what === 'own') {
      goOn(at);
      if (state === 'closed') {
        told.pausedMs += at - told.closed;
        told.asked = false;
      }
      if (owner !== '') {
        told.transfers += 1;
        leave(at, true);
      }
      told.picked ||= at;
      state = 'open';
      owner = step.agentId;
      spells.push({ userId: owner, began: at, isPassedOn: false, pausedMs: 0 });
    } else if (step.what === 'reply') {
      told.replied ||= at;
      const spell = current();
      if (spell) spell.replied ??= at;
    } else if (step.what === 'suspend') pausedAt = at;
    else if (step.what === 'resume') goOn(at);
    else if (step.what === 'return') {
      goOn(at);
      leave(at, false);
    } else if (step.what === 'rate') told.stars = step.stars;
    else {
      goOn(at);
      told.asked = step.what === 'close' && owner !== '';
      leave(at, false);
      told.closed = at;
      told.missed ||= step.what === 'miss';
      state = step.what === 'miss' ? 'missed' : 'closed';
      by = step.what === 'close' ? step.by : '';
    }
  }
  const { queued, picked, replied, closed, missed, pausedMs, transfers, stars, asked } = told;
  return {
    spells,
    state,
    by: state === 'closed' ? by : '',
    missed,
    transfers,
    stars,
    asked: asked || stars > 0,
    attended: picked > 0,
    waitMs: picked && queued && picked >= queued ? picked - queued : undefined,
    replyMs: replied && replied >= picked ? replied - picked : undefined,
    handlingMs: state === 'closed' && picked ? Math.max(0, closed - picked - pausedMs) : undefined,
  };
}

const middle = (values: readonly number[], part: number): number | null =>
  values.length === 0 ? null : (values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? null);
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
const known = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);
const figure = (count: number) => ({ value: count, count });
const durations = (name: string, values: readonly number[]) => ({
  [`chat.${name}`]: { value: meanOf(values), count: values.length },
  [`chat.${name}Median`]: { value: middle(values, 0.5), count: values.length },
  [`chat.${name}P90`]: { value: middle(values, 0.9), count: values.length },
});

/** The figures of chats, counted again in plain TypeScript. */
function recount(chats: readonly Known[]) {
  const all = chats.map((chat) => ({ ...follow(chat), chat }));
  const count = (fits: (one: (typeof all)[number]) => boolean) => figure(all.filter(fits).length);
  const closed = (by: string) => count((one) => one.state === 'closed' && one.by === by);
  const [rated, asked, back, ended] = [
    all.filter(({ stars }) => stars > 0),
    all.filter((one) => one.asked),
    all.filter(({ chat }) => chat.hasReturned),
    all.filter(({ state }) => state !== 'open'),
  ];
  const rate = (part: readonly unknown[], of: readonly unknown[]) => ({
    value: of.length === 0 ? null : part.length / of.length,
    count: part.length,
  });
  return {
    'chat.incoming': figure(all.length),
    'chat.attended': count((one) => one.attended),
    'chat.missed': count((one) => one.missed),
    'chat.missedTimedOut': count((one) => one.missed),
    'chat.missedOutOfHours': figure(0),
    'chat.missedAfterClosing': figure(0),
    'chat.missedForGood': count((one) => one.missed && !one.attended),
    'chat.unserved': count((one) => !one.missed && !one.attended && one.state !== 'open'),
    'chat.waiting': count((one) => !one.missed && !one.attended && one.state === 'open'),
    'chat.transferred': count((one) => one.transfers > 0),
    'chat.ended': figure(ended.length),
    'chat.closed': count((one) => one.state === 'closed'),
    'chat.closedByAgent': closed('agent'),
    'chat.closedByCustomer': closed('customer'),
    'chat.closedBySystem': closed('system'),
    'chat.closedByBot': closed('bot'),
    'chat.closedUnknown': figure(0),
    'chat.stillOpen': count((one) => one.state === 'open'),
    'chat.owned': count((one) => one.spells.length > 0),
    'chat.asked': figure(asked.length),
    'chat.rated': figure(rated.length),
    'chat.cameBack': figure(back.length),
    ...durations('wait', known(all.map(({ waitMs }) => waitMs))),
    ...durations('firstReply', known(all.map(({ replyMs }) => replyMs))),
    ...durations('handling', known(all.map(({ handlingMs }) => handlingMs))),
    'chat.rating': { value: meanOf(rated.map(({ stars }) => stars)), count: rated.length },
    'chat.ratingRate': rate(rated, asked),
    'chat.cameBackRate': rate(back, ended),
  };
}

/** Means are told to a millionth: sums of decimals differ behind it. */
const rounded = (figures: AnalyticsFigures) =>
  Object.fromEntries(
    Object.entries(figures).map(([code, one]) => [code, { ...one, value: one.value === null ? null : Math.round(one.value * 1e6) / 1e6 }]),
  );

test.each(worlds)(
  'each figure in %s from %s is the number of its rows and what a notebook says, for every reader',
  async (timeZone, start) => {
    const world = worlds.findIndex(([, at]) => at === start);
    const random = createRandom(world + 3);
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const enterprise = await app.makeEnterprise({ timeZone });
    const { ctx, enterpriseId } = enterprise;
    const channels = await Promise.all([makeWebChannel(enterprise), makeWebChannel(enterprise)]);
    const admin = await app.makeUser({ enterprise });
    const makeRole = async (dataScope: string): Promise<TestUser> => {
      const role = { name: `Role ${newId()}`, description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope, maskedFields: [] };
      return app.makeUser({ enterprise, roles: [(await app.as(admin).put(roles.saveRole.path, role)).json().data.code] });
    };
    const [own, manager] = [await makeRole('own'), await makeRole('department')];
    const makeCalendar = async (hours: CalendarHours, isDefault: boolean): Promise<string> =>
      (await app.as(admin).post(calendars.create.path, { name: `Hours ${newId()}`, isDefault, ...hours })).json().data.id;
    const makeDepartment = async (name: string, calendarId = ''): Promise<string> =>
      (await app.as(admin).post(departments.create.path, { name, calendarId })).json().data.id;
    const daily = (from: string, to: string): CalendarHours => ({
      timeZone,
      days: Array.from({ length: 7 }, () => [{ from, to }]),
      exceptions: [
        { name: 'Holiday', from: dayOf(new Date(start), timeZone), to: dayOf(new Date(start), timeZone), yearly: true, slots: [] },
      ],
    });
    const [office, night] = [daily('08:00', '16:00'), { ...daily('20:00', '06:30'), timeZone: 'Asia/Kathmandu' }];
    await makeCalendar(office, true);
    const nightId = await makeCalendar(night, false);
    const [billing, sales] = [await makeDepartment('Billing', nightId), await makeDepartment('Sales')];
    const isInHours = ({ deptId, at }: Known) => openAt(deptId === billing ? night : office, at).open;
    await app.as(admin).put(departments.addUsers.path.replace(':departmentId', billing), { users: [manager.userId] });
    const agents = [
      own.userId,
      (await app.makeUser({ enterprise, roles: [3] })).userId,
      (await app.makeUser({ enterprise, roles: [3] })).userId,
    ];
    const labelIds = [newId(), newId()];
    await ctx.transaction((tx) =>
      sql`insert into chat_labels (enterprise_id, label_id, name, colour, place) values (${enterpriseId}, ${labelIds[0]}, 'Refund', '#1f6f78', 1),
      (${enterpriseId}, ${labelIds[1]}, 'Delay', '#1f6f78', 2)`.execute(tx),
    );

    const chats: Known[] = [];
    const change = (chat: Known, step: Step, act: (locked: LockedChat, now: Date) => void) => {
      chat.steps.push(step);
      return ctx.transaction(async (tx) => {
        const [locked] = await lockChats(tx, enterpriseId, [chat.chatId]);
        act(locked as LockedChat, new Date(step.at));
        await recordChats(tx, enterpriseId, { chats: [locked as LockedChat], actions: [], ledger: [], keys: [] });
      });
    };
    const own1 = (chat: Known, at: number, agentId: string, begun: 'picked' | 'transferred') =>
      change(chat, { at, what: 'own', agentId, begun }, (locked, now) => {
        if (locked.state === chatStates.closed) locked.asksRating = false;
        becomeOwned(locked, agentId, begun, now);
      });
    const close = (chat: Known, at: number, by: ChatEnder) =>
      change(chat, { at, what: 'close', by }, (locked, now) => {
        locked.asksRating = locked.ownerId !== null;
        end(locked, chatStates.closed, by, now);
      });
    /** A random course of one chat. @returns its end; 0: it goes on */
    const play = async (chat: Known): Promise<number> => {
      let at = chat.at;
      const later = () => (at += 1000 + random(40 * 60_000));
      if (random(8) === 0) {
        await close(chat, later(), 'bot');
        return at;
      }
      if (random(12) === 0) return 0;
      await change(chat, { at: later(), what: 'queue' }, (locked, now) => enterQueue(locked, waitsSeconds, now));
      const fate = random(6);
      if (fate === 0) {
        await change(chat, { at: later(), what: 'miss' }, (locked, now) => {
          end(locked, chatStates.missed, 'system', now);
          Object.assign(locked, { missedReason: 1, missedAt: now, asksRating: false });
        });
        if (random(2) === 0) return at;
      } else if (fate === 1) {
        await close(chat, later(), 'customer');
        return at;
      }
      let agentId = pick(agents);
      await own1(chat, later(), agentId, 'picked');
      for (let more = random(5); more > 0; more--) {
        const what = random(6);
        if (what <= 1)
          await change(chat, { at: later(), what: 'reply' }, (locked, now) => {
            appendEntry(
              locked,
              { actionType: chatActionTypes.agentReply, author: { kind: 'agent', id: agentId, name: '' }, message: 'x' },
              now,
            );
          });
        else if (what === 2) {
          await change(chat, { at: later(), what: 'suspend' }, (locked, now) => suspend(locked, null, now));
          if (random(2) === 0) await change(chat, { at: later(), what: 'resume' }, (locked, now) => resume(locked, now));
          else {
            await close(chat, later(), 'system');
            return at;
          }
        } else if (what === 3) {
          agentId = pick(agents.filter((other) => other !== agentId));
          await own1(chat, later(), agentId, 'transferred');
        } else if (what === 4) {
          await change(chat, { at: later(), what: 'queue' }, (locked, now) => enterQueue(locked, waitsSeconds, now));
          agentId = pick(agents);
          await own1(chat, later(), agentId, 'picked');
        } else if (random(3) === 0) {
          await change(chat, { at: later(), what: 'return' }, (locked, now) => {
            leavePeople(locked, now);
            locked.handledBy = 'bot';
          });
          await close(chat, later(), 'bot');
          return at;
        }
      }
      if (random(5) === 0) return 0;
      await close(chat, later(), pick(['agent', 'customer', 'system'] as const));
      if (random(6) === 0) {
        chat.hasReturned = true;
        await own1(chat, later(), agentId, 'picked');
        if (random(3) === 0) return 0;
        await close(chat, later(), 'agent');
      }
      if (random(2) === 0) {
        const stars = 1 + random(5);
        await change(chat, { at: later(), what: 'rate', stars }, (locked) => {
          locked.rating = stars;
        });
      }
      return at;
    };

    for (let person = 0; person < 24; person++) {
      const customerId = newId();
      await ctx.transaction((tx) =>
        sql`insert into customers (enterprise_id, customer_id, name, number) values (${enterpriseId}, ${customerId}, 'Meera', '')`.execute(
          tx,
        ),
      );
      const channelId = pick(channels).id;
      let at = Date.parse(start) + random(24 * 5) * hourMs + random(3600) * 1000;
      let former: Known | undefined;
      for (let visits = 1 + random(3); visits > 0; visits--) {
        const chat: Known = { chatId: newId(), at, channelId, deptId: null, steps: [], labelIds: [], hasReturned: false };
        await ctx.transaction(async (tx) => {
          await insertChat(tx, {
            ...{ enterpriseId, chatId: chat.chatId, channelId, customerId, address: newId(), handledBy: 'bot', visit: {}, line: null },
            previousChatId: former?.chatId ?? null,
            now: new Date(at),
          });
          chat.deptId = pick([null, billing, sales]);
          if (chat.deptId) await updateDepartment(tx, enterpriseId, chat.chatId, chat.deptId);
          chat.labelIds = labelIds.filter(() => random(3) === 0);
          for (const labelId of chat.labelIds)
            await sql`insert into chat_label_marks (enterprise_id, chat_id, label_id, at) values (${enterpriseId}, ${chat.chatId}, ${labelId}, now())`.execute(
              tx,
            );
        });
        chats.push(chat);
        const endedAt = await play(chat);
        const closedAt = chat.steps.findLast(({ what }) => what === 'close' || what === 'miss')?.at ?? 0;
        if (endedAt === 0) break;
        at = endedAt + (1 + random(40)) * hourMs;
        if (visits > 1 && at - closedAt <= 24 * hourMs) chat.hasReturned = true;
        former = chat;
      }
    }
    // Two customers become one, and some chats move: figures of chats stay, those of departments follow.
    await ctx.transaction(async (tx) => {
      const moved = chats.filter(() => random(6) === 0);
      for (const chat of moved) {
        chat.deptId = sales;
        await updateDepartment(tx, enterpriseId, chat.chatId, sales);
      }
    });

    const days = [...new Set(chats.map((chat) => dayOf(new Date(chat.at), timeZone)))].sort();
    const readers = [
      { user: admin, sees: () => true, isOwn: false },
      { user: manager, sees: ({ deptId }: Known) => deptId === null || deptId === billing, isOwn: false },
      { user: own, sees: (chat: Known) => follow(chat).spells.some(({ userId }) => userId === own.userId), isOwn: true },
    ];
    let asked = 0;
    let session = admin;
    const get = async <T>(user: TestUser, path: string, query: Record<string, string>): Promise<T> => {
      // A session has so many calls a minute.
      asked += 1;
      if (asked % 50 === 0 || session.userId !== user.userId) session = { ...user, ...(await app.makeSession(user)) };
      const answer = await app.as(session).get(`${path}?${new URLSearchParams(query)}`);
      expect([path, query, answer.statusCode]).toEqual([path, query, 200]);
      return answer.json().data;
    };
    for (const [place, { user, sees, isOwn }] of readers.entries())
      for (let round = 0; round < rounds; round++) {
        const from = random(days.length);
        const [fromDate = '', toDate = ''] = [days[from], days[from + random(days.length - from)]];
        const [departmentId, agentId, channelId, labelId] = [
          random(3) === 0 ? pick([billing, sales, noDepartment]) : '',
          random(3) === 0 ? pick(agents) : '',
          random(3) === 0 ? pick(channels).id : '',
          random(3) === 0 ? pick(labelIds) : '',
        ];
        const hours = ['', 'open', 'closed'][random(3)] ?? '';
        const filter = Object.fromEntries(
          Object.entries({ fromDate, toDate, departmentId, agentId, channelId, labelId, hours }).filter(([, value]) => value !== ''),
        );
        const wanted = chats.filter((chat) => {
          const day = dayOf(new Date(chat.at), timeZone);
          return (
            sees(chat) &&
            day >= fromDate &&
            day <= toDate &&
            (departmentId === '' || (chat.deptId ?? noDepartment) === departmentId) &&
            (agentId === '' || follow(chat).spells.some(({ userId }) => userId === agentId)) &&
            (channelId === '' || chat.channelId === channelId) &&
            (labelId === '' || chat.labelIds.includes(labelId)) &&
            (hours === '' || isInHours(chat) === (hours === 'open'))
          );
        });
        const report = await get<AnalyticsReport>(user, calls.report.path, filter);
        expect(rounded(report.figures)).toEqual(rounded(recount(wanted) as AnalyticsFigures));
        const { figures } = report;
        const count = (code: keyof AnalyticsFigures) => figures[code]?.count ?? -1;
        expect(count('chat.incoming')).toBe(
          count('chat.attended') + count('chat.missedForGood') + count('chat.unserved') + count('chat.waiting'),
        );
        expect(count('chat.attended')).toBe(count('chat.owned'));
        for (const { day, figures: ofDay } of report.days) {
          const again = recount(wanted.filter((chat) => dayOf(new Date(chat.at), timeZone) === day)) as AnalyticsFigures;
          expect(rounded(ofDay)).toEqual(
            rounded(Object.fromEntries(Object.keys(ofDay).map((code) => [code, again[code as 'chat.wait']])) as AnalyticsFigures),
          );
        }
        for (const part of [report.days.map((one) => one.figures['chat.incoming']?.count ?? 0), report.hours.map((one) => one.count)])
          expect(part.reduce((sum, one) => sum + one, 0)).toBe(wanted.length);
        for (const { key, figures: ofLabel } of report.labels)
          expect(ofLabel['chat.incoming']?.count).toBe(wanted.filter((chat) => chat.labelIds.includes(key)).length);

        // the rows behind the figures: each reader opens each figure, under one of the filters, which are others in each zone
        for (const [number, [code, one]] of Object.entries(figures).entries()) {
          if ((number + place + world) % rounds !== round) continue;
          const rows = await get<AnalyticsRows>(user, calls.rows.path, { ...filter, measure: code, perPage: '200' });
          expect([code, rows.total, rows.rows.length]).toEqual([code, one.count, one.count]);
        }
        const hour = report.hours[random(report.hours.length)];
        if (hour) {
          const place = String((hour.weekday - 1) * 24 + hour.hour);
          const rows = await get<AnalyticsRows>(user, calls.rows.path, { ...filter, measure: 'chat.incoming', hour: place });
          expect(rows.total).toBe(hour.count);
        }

        // agents and departments add up to the whole
        const tables = await get<AnalyticsTables>(user, calls.tables.path, filter);
        expect(tables.departments.reduce((sum, group) => sum + (group.figures['chat.incoming']?.count ?? 0), 0)).toBe(wanted.length);
        const isCounted = (userId: string) => (!isOwn || userId === own.userId) && (agentId === '' || userId === agentId);
        const spells = wanted.flatMap((chat) =>
          follow(chat)
            .spells.filter(({ userId }) => isCounted(userId))
            .map((spell) => ({ ...spell, chat })),
        );
        expect(tables.agents.map(({ key }) => key).sort()).toEqual([...new Set(spells.map(({ userId }) => userId))].sort());
        for (const agent of tables.agents) {
          const mine = spells.filter(({ userId }) => userId === agent.key);
          const replies = known(mine.map(({ began, replied }) => replied && replied - began));
          const lengths = known(mine.map(({ began, ended, pausedMs }) => ended && Math.max(0, ended - began - pausedMs)));
          expect(agent.figures).toMatchObject({
            'spell.owned': figure(mine.length),
            'spell.passedOn': figure(mine.filter(({ isPassedOn }) => isPassedOn).length),
            'spell.firstReplyMedian': { value: middle(replies, 0.5), count: replies.length },
            'spell.handlingMedian': { value: middle(lengths, 0.5), count: lengths.length },
            'chat.incoming': figure(new Set(mine.map(({ chat }) => chat)).size),
          });
          const rows = await get<AnalyticsRows>(user, calls.rows.path, {
            ...filter,
            agentId: agent.key,
            measure: 'spell.firstReplyMedian',
            perPage: '200',
          });
          expect(rows.rows.map(({ value }) => value).sort()).toEqual(replies.map(Number).sort());
          const had = await get<AnalyticsRows>(user, calls.rows.path, { ...filter, agentId: agent.key, measure: 'chat.incoming' });
          expect(had.total).toBe(agent.figures['chat.incoming']?.count);
        }
        const { sum, extra, whole, several } = tables.foot;
        expect([whole, sum - extra]).toEqual([new Set(spells.map(({ chat }) => chat)).size, whole]);
        const agentsOf = (chat: Known) => new Set(spells.filter((spell) => spell.chat === chat).map(({ userId }) => userId)).size;
        expect(several).toBe(wanted.filter((chat) => agentsOf(chat) > 1).length);
      }
  },
);
