import { channelTypes, type Endpoint, emptyPlan, endpoints, showChatNumber } from '@parley/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { idAt } from '#platform/db/id-at.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from './app.ts';
import { createBots, shopIntents } from './bots.ts';
import type { TestUser } from './factories.ts';
import { createPhoneBook } from './phone-book.ts';
import { allEndpoints, urlOf } from './samples.ts';
import { makeWebChannel } from './scene.ts';
import { createTemplates } from './templates.ts';
import { pngUpload } from './upload.ts';

const app = await startApp();
const { as, makeUser, contextOf } = app;
const book = createPhoneBook(app);
const builder = createBots(app);
const { makeSendingChannel, makeTemplate } = createTemplates(app);

/** A list's answer without a filter, and the rest under each filter: names of rows in the order of the list. */
type Case = {
  by?: TestUser;
  params?: Record<string, string>;
  /** The parameters of every question. */
  always?: Record<string, string>;
  /** The rows within the answer, and the field that tells them apart. */
  rows: string;
  name?: string;
  all: string[];
  left: [query: Record<string, string>, names: string[]][];
};
type List = () => Promise<Case>;

const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
/** The filters from and to, each alone and both: on records made on these three days, with the newest first. */
const byDay = ([first, second, third]: readonly string[], isInstant = true): Case['left'] => {
  const [from, to] = isInstant ? [`${days[1]}T00:00:00.000Z`, `${days[1]}T23:59:59.999Z`] : [days[1], days[1]];
  return [
    [{ fromDate: from }, [third, second] as string[]],
    [{ toDate: to }, [second, first] as string[]],
    [{ fromDate: from, toDate: to }, [second] as string[]],
  ];
};

const post = async (user: TestUser, path: string, body: object) => {
  const answer = await as(user).post(path, body);
  expect([path, answer.statusCode, answer.json().message]).toEqual([path, 200, expect.anything()]);
  return answer.json();
};

let shop: TestUser;
let ben: TestUser;
let customers: string[];
let group: string;
let label: string;
/** Two of WhatsApp. */
let lines: [string, string];

beforeAll(async () => {
  shop = await makeUser({ name: 'Ada' });
  ben = await makeUser({ enterprise: shop, name: 'Ben' });
  lines = [await makeSendingChannel(shop, { name: 'Alpha' }), await makeSendingChannel(shop, { name: 'Beta' })];
  [group, label] = [await book.makeGroup(shop, 'Patients'), await book.makeLabel(shop, 'Urgent')];
  const people = [
    await book.makeCustomer(shop, { name: 'Asha Rao', phoneNumber: '+919820000001' }),
    await book.makeCustomer(shop, { name: 'Ravi Iyer', phoneNumber: '+919820000002' }),
    await book.makeCustomer(shop, { name: 'Meera Nair', phoneNumber: '+919820000003' }),
  ];
  customers = people.map(({ id }: { id: string }) => id);
});

/** Broadcasts on the three days, to nobody. */
async function makeBroadcasts(): Promise<void> {
  const { enterpriseId, userId } = shop;
  await contextOf(shop).transaction(async (tx) => {
    for (const [index, day] of days.entries()) {
      const at = { enterpriseId, channelId: lines[0], createdAt: noonOf(day) };
      const runId = newId();
      await tx
        .insertInto('sendRuns')
        .values({ ...at, runId, source: 'BROADCAST', state: 'done', frozenUpTo: 0, message: '{}' })
        .execute();
      await tx
        .insertInto('broadcasts')
        .values({ ...at, broadcastId: runId, name: `Offer ${index + 1}`, message: '{}', createdBy: userId })
        .execute();
    }
  });
}

/** A message of the ledger for each of the three days. */
async function makeMessages(user: TestUser, channels: readonly string[]): Promise<string[]> {
  const ids = days.map((day) => idAt(noonOf(day)));
  await contextOf(user).transaction((tx) =>
    tx
      .insertInto('messages')
      .values(
        days.map((day, index) => ({
          enterpriseId: user.enterpriseId,
          messageId: ids[index] as string,
          createdAt: noonOf(day),
          statusAt: noonOf(day),
          channelId: channels[index] as string,
          customerId: null,
          direction: 'out' as const,
          source: (['BROADCAST', 'CHAT', 'API'] as const)[index] as 'API',
          status: (['DELIVERED', 'FAILED', 'SENT'] as const)[index] as 'SENT',
          address: `+9198200000${index + 11}`,
          resourceId: newId(),
          cost: 0,
        })),
      )
      .execute(),
  );
  return ids;
}

/** Three campaigns on three days, by two makers on two channels, the second with an iteration that is submitted. */
async function makeCampaigns() {
  const maker = await makeUser({ name: 'Mia' });
  const second = await makeUser({ enterprise: maker, name: 'Max' });
  const checker = await makeUser({ enterprise: maker, name: 'Chi' });
  const channels = [await makeSendingChannel(maker, { name: 'One' }), await makeSendingChannel(maker, { name: 'Two' })];
  const made: { campaignId: string; activityId: string }[] = [];
  for (const [index, name] of ['Spring', 'Summer', 'Autumn'].entries()) {
    const by = index === 1 ? second : maker;
    const plan = { ...emptyPlan(), channelId: channels[index === 1 ? 1 : 0] };
    const { id: campaignId } = (await post(by, endpoints.campaigns.create.path, { name, accessType: 'Everyone', plan })).data;
    const { id: activityId } = (await post(by, endpoints.activities.create.path, { campaignId, name: `${name} wave` })).data;
    made.push({ campaignId, activityId });
  }
  const { enterpriseId } = maker;
  await contextOf(maker).transaction(async (tx) => {
    for (const [index, { campaignId, activityId }] of made.entries()) {
      const createdAt = noonOf(days[index] as string);
      await tx
        .updateTable('campaigns')
        .set({ createdAt })
        .where('enterpriseId', '=', enterpriseId)
        .where('campaignId', '=', campaignId)
        .execute();
      await tx
        .updateTable('activities')
        .set({
          createdAt,
          ...(index === 1
            ? {
                approval: 'Approved' as const,
                seal: 'sealed',
                state: 1,
                submittedAt: createdAt,
                decidedAt: createdAt,
                decidedBy: checker.userId,
              }
            : {}),
        })
        .where('enterpriseId', '=', enterpriseId)
        .where('activityId', '=', activityId)
        .execute();
    }
  });
  return { maker, second, checker, channels, made };
}
let campaigning: ReturnType<typeof makeCampaigns> | undefined;
const campaignScene = () => (campaigning ??= makeCampaigns());

/** Three streams in two folders. */
async function makeStreams() {
  const user = await makeUser();
  const channels = [await makeSendingChannel(user, { name: 'One' }), await makeSendingChannel(user, { name: 'Two' })];
  const ids: string[] = [];
  for (const [index, name] of ['Booking', 'Survey', 'Welcome'].entries())
    ids.push((await post(user, endpoints.journeys.create.path, { name, folder: index === 1 ? 'Care' : 'Sales', example: 'nps' })).data.id);
  await post(user, `${endpoints.journeys.list.path}/${ids[1]}/publish`, { revision: 1 });
  await post(user, `${endpoints.journeys.list.path}/${ids[2]}/publish`, { revision: 1 });
  await contextOf(user).transaction(async (tx) => {
    const { document } = await tx
      .selectFrom('journeys')
      .select('document')
      .where('enterpriseId', '=', user.enterpriseId)
      .where('journeyId', '=', ids[2] as string)
      .executeTakeFirstOrThrow();
    const written = document as unknown as { settings: object };
    const channel = { id: channels[1], name: 'Two' };
    await tx
      .updateTable('journeys')
      .set({ document: JSON.stringify({ ...written, settings: { ...written.settings, channels: [channel] } }) })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('journeyId', '=', ids[2] as string)
      .execute();
  });
  return { user, channels, ids };
}
let streaming: ReturnType<typeof makeStreams> | undefined;
const streamScene = () => (streaming ??= makeStreams());

/** Three deliveries of a webhook or a bridge, one in each state. */
async function makeDeliveries(by: TestUser, path: string, more: object, param: string) {
  const { id } = (await post(by, path, { name: 'Hook', url: 'https://hooks.example.com/', ...more })).data;
  const { enterpriseId } = by;
  await contextOf(by).transaction(async (tx) => {
    for (const [index, state] of (['DONE', 'DEAD', 'WAITING'] as const).entries()) {
      const at = noonOf(days[index] as string);
      const eventId = newId();
      await tx
        .insertInto('webhookEvents')
        .values({ enterpriseId, eventId, type: state.toLowerCase(), body: '{}', createdAt: at })
        .execute();
      await tx
        .insertInto('webhookDeliveries')
        .values({
          enterpriseId,
          webhookId: id,
          eventId,
          deliveryId: idAt(at),
          state,
          orderKey: state,
          createdAt: at,
          dueAt: new Date('2099-01-01'),
          finishedAt: state === 'WAITING' ? null : at,
        })
        .execute();
    }
  });
  return {
    params: { [param]: id },
    rows: 'data.deliveries',
    name: 'state',
    all: ['WAITING', 'DEAD', 'DONE'],
    left: [[{ state: 'DEAD' }, ['DEAD']]] as Case['left'],
  };
}

/** Conversations of a bot that nothing answered, of one, ten and forty days ago; the second is of a class, and was tried out. */
async function makeConversations() {
  const { id: botId } = await builder.makeBot(shop, 'Insights');
  const ruleId = (await post(shop, endpoints.insights.saveRule.path.replace(':agentId', botId), { name: 'Ten', words: ['ten'] })).data.id;
  const { enterpriseId } = shop;
  await contextOf(shop).transaction(async (tx) => {
    for (const [index, [ago, text]] of (
      [
        [1, 'of one day'],
        [10, 'of ten days'],
        [40, 'of forty days'],
      ] as const
    ).entries()) {
      const at = new Date(Date.now() - ago * 86_400_000);
      const of = { enterpriseId, botId, sessionId: newId(), origin: index === 1 ? ('TRYIT' as const) : ('CHAT' as const) };
      await tx
        .insertInto('botSessions')
        .values({ ...of, startedAt: at, lastAt: at, ruleId: index === 1 ? ruleId : null, turnCount: 1 })
        .execute();
      const said = { text, reply: '', answeredBy: 'outOfScope', isInScope: false, emotion: 'anger', intentId: null };
      await tx
        .insertInto('botTurns')
        .values({ ...of, ...said, turnId: idAt(at), askedAt: at, versionNumber: 1, customerId: null })
        .execute();
    }
  });
  return { params: { agentId: botId }, ruleId };
}
let talking: ReturnType<typeof makeConversations> | undefined;
const makeTalks = () => (talking ??= makeConversations());

/** The lists by the name of their call. */
const lists: Record<string, List> = {
  'users.listUsers': async () => {
    const by = await makeUser({ name: 'Ada' });
    await makeUser({ enterprise: by, name: 'Cem', roles: [3] });
    const dora = await makeUser({ enterprise: by, name: 'Dora', roles: [6] });
    const gone = await makeUser({ enterprise: by, name: 'Gone' });
    const { id } = (await post(by, endpoints.departments.create.path, { name: 'Sales' })).data;
    await as(by).put(endpoints.departments.addUsers.path.replace(':departmentId', id), { users: [dora.userId] });
    await as(by).delete(`${endpoints.users.deactivate.path.replace(':userId', gone.userId)}?isValidate=false`);
    return {
      by,
      rows: 'response.users',
      all: ['Ada', 'Cem', 'Dora'],
      left: [
        [{ name: 'EM' }, ['Cem']],
        [{ state: '2' }, ['Gone']],
        [{ role: '3' }, ['Cem']],
        [{ deptId: id }, ['Dora']],
      ],
    };
  },
  'departments.list': async () => {
    const by = await makeUser();
    for (const name of ['Care', 'Sales', 'Stock']) await post(by, endpoints.departments.create.path, { name });
    return { by, rows: 'response.departments', all: ['Care', 'Sales', 'Stock'], left: [[{ name: 'ALE' }, ['Sales']]] };
  },
  'departments.mappedUsers': async () => {
    const by = await makeUser({ name: 'Ada' });
    const users = [await makeUser({ enterprise: by, name: 'Cem' }), await makeUser({ enterprise: by, name: 'Dora' })];
    const { id } = (await post(by, endpoints.departments.create.path, { name: 'Sales' })).data;
    const path = endpoints.departments.addUsers.path.replace(':departmentId', id);
    await as(by).put(path, { users: [by.userId, ...users.map(({ userId }) => userId)] });
    await makeUser({ enterprise: by, name: 'Zoe' });
    return {
      by,
      params: { departmentId: id },
      always: { mapped: 'true' },
      rows: 'response.users',
      all: ['Ada', 'Cem', 'Dora'],
      left: [
        [{ name: 'DOR' }, ['Dora']],
        [{ mapped: 'false' }, ['Zoe']],
      ],
    };
  },
  'twoFactor.listUsers': async () => {
    const by = await makeUser({ name: 'Ada' });
    for (const name of ['Cem', 'Dora']) await makeUser({ enterprise: by, name });
    return { by, rows: 'response.users', all: ['Ada', 'Cem', 'Dora'], left: [[{ name: 'em' }, ['Cem']]] };
  },
  'invitations.list': async () => {
    const by = await makeUser();
    for (const one of ['a', 'b', 'c'])
      await post(by, endpoints.invitations.invite.path, { emailId: `${one}-${by.userId}@example.com`, roles: [3] });
    const all = ['c', 'b', 'a'].map((one) => `${one}-${by.userId}@example.com`);
    return { by, rows: 'response.invitations', name: 'emailId', all, left: [] };
  },
  'channels.list': async () => {
    const by = await makeUser();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await makeWebChannel({ enterpriseId: by.enterpriseId, name: '', ctx: contextOf(by) })).id);
    await contextOf(by).transaction(async (tx) => {
      for (const [index, name] of ['Alpha', 'Beta', 'Gamma'].entries())
        await tx
          .updateTable('channels')
          .set({ name, ...(index === 2 ? { type: channelTypes.WHATSAPP } : {}) })
          .where('enterpriseId', '=', by.enterpriseId)
          .where('channelId', '=', ids[index] as string)
          .execute();
    });
    return {
      by,
      rows: 'response.channelConfig',
      all: ['Alpha', 'Beta', 'Gamma'],
      left: [
        [{ name: 'ET' }, ['Beta']],
        [{ type: String(channelTypes.WHATSAPP) }, ['Gamma']],
      ],
    };
  },
  'artifacts.list': async () => {
    const by = await makeUser();
    const { id: deptId } = (await post(by, endpoints.departments.create.path, { name: 'Sales' })).data;
    const { id: bucketId } = (await post(by, endpoints.artifacts.createBucket.path, { name: 'Offers', isPublic: true })).data;
    const file = (await as(by).post(endpoints.files.upload.path, ...(await pngUpload()))).json().response;
    const make = (body: object) => post(by, endpoints.artifacts.create.path, body);
    await make({ isPublic: true, deptId, data: { type: 'MSG', name: 'Words', message: 'Hello' } });
    await make({ isPublic: false, data: { type: 'URL', title: 'Page', url: 'https://shop.example/' } });
    const picture = await make({ isPublic: true, bucketId, data: { type: 'IMAGE', fileId: file.id, name: 'Picture' } });
    const channelId = await makeSendingChannel(by, { name: 'One' });
    const components = [
      { type: 'HEADER', format: 'IMAGE', fileId: picture.response.data.fileId },
      { type: 'BODY', text: 'Hi', samples: {} },
    ];
    expect((await makeTemplate(by, channelId, { components })).id).toBeTruthy();
    return {
      by,
      rows: 'response.artifacts',
      name: 'data.name',
      all: ['Picture', 'Page', 'Words'],
      left: [
        [{ type: '3' }, ['Page']],
        [{ desc: 'PAG' }, ['Page']],
        [{ visibility: 'private' }, ['Page']],
        [{ visibility: 'public' }, ['Picture', 'Words']],
        [{ mediaType: 'IMAGE' }, ['Picture']],
        [{ deptId }, ['Words']],
        [{ adminView: 'true' }, ['Picture', 'Words']],
        [{ bucketId }, ['Picture']],
        [{ unused: 'true' }, ['Page', 'Words']],
      ],
    };
  },
  'artifacts.buckets': async () => {
    const by = await makeUser();
    const { id: deptId } = (await post(by, endpoints.departments.create.path, { name: 'Sales' })).data;
    const bucket = async (name: string, isPublic: boolean, data: object, more: object = {}) => {
      const { id } = (await post(by, endpoints.artifacts.createBucket.path, { name, isPublic })).data;
      await post(by, endpoints.artifacts.create.path, { isPublic: true, bucketId: id, data, ...more });
    };
    await bucket('Hidden', false, { type: 'URL', title: 'Page', url: 'https://shop.example/' });
    await bucket('Known', true, { type: 'MSG', message: 'Hello' }, { deptId });
    await bucket('Shared', true, { type: 'MSG', message: 'Bye' });
    return {
      by,
      rows: 'data.list',
      name: 'name+count',
      all: ['Hidden 1', 'Known 1', 'Shared 1'],
      left: [
        [{ type: '3' }, ['Hidden 1', 'Known 0', 'Shared 0']],
        [{ desc: 'HELL' }, ['Known 1']],
        [{ visibility: 'private' }, ['Hidden 0', 'Known 0', 'Shared 0']],
        [{ mediaType: 'URL' }, ['Hidden 1', 'Known 0', 'Shared 0']],
        [{ deptId }, ['Hidden 0', 'Known 1', 'Shared 0']],
        [{ adminView: 'true' }, ['Known 1', 'Shared 1']],
      ],
    };
  },
  'blacklist.list': async () => {
    const by = await makeUser();
    const channelId = await makeSendingChannel(by, { name: 'Alpha' });
    const numbers = ['+919820000021', '+919820000022', '+919820000023'];
    await contextOf(by).transaction((tx) =>
      tx
        .insertInto('blacklist')
        .values(
          numbers.map((address, index) => ({
            enterpriseId: by.enterpriseId,
            entryId: newId(),
            address,
            kind: index === 1 ? ('opted_out' as const) : ('blocked' as const),
            source: (['manual', 'customer', 'import'] as const)[index] as 'manual',
            channelId: index === 1 ? channelId : null,
            createdBy: by.userId,
            removedAt: null,
            removedBy: null,
            createdAt: noonOf(days[index] as string),
          })),
        )
        .execute(),
    );
    return {
      by,
      rows: 'data.blacklist',
      name: 'numbers',
      all: ['+919820000023', '+919820000022', '+919820000021'],
      left: [
        [{ search: '0023' }, ['+919820000023']],
        [{ kind: 'opted_out' }, ['+919820000022']],
        [{ source: 'import' }, ['+919820000023']],
        [{ channelId }, ['+919820000022']],
      ],
    };
  },
  'reports.messageStatus': async () => {
    const by = await makeUser();
    const channels = [await makeSendingChannel(by, { name: 'One' }), await makeSendingChannel(by, { name: 'Two' })];
    const ids = await makeMessages(by, [channels[0] as string, channels[0] as string, channels[1] as string]);
    const all = ['+919820000013', '+919820000012', '+919820000011'];
    const [first, second, third] = [...all].reverse() as [string, string, string];
    return {
      by,
      rows: 'data.message',
      name: 'to',
      always: { fromDate: days[0], toDate: days[2] },
      all,
      left: [
        ...byDay([first, second, third], false),
        [{ channelId: channels[1] as string }, [third]],
        [{ source: 'CHAT' }, [second]],
        [{ status: 'FAILED' }, [second]],
        [{ customerNumber: first }, [first]],
        [{ messageId: ids[1] as string }, [second]],
        [{ noReceipt: 'true' }, [third]],
        [{ after: ids[1] as string }, [first]],
      ],
    };
  },
  'reports.messageSource': async () => {
    const by = await makeUser();
    const channels = [await makeSendingChannel(by, { name: 'One' }), await makeSendingChannel(by, { name: 'Two' })];
    await makeMessages(by, [channels[0] as string, channels[0] as string, channels[1] as string]);
    const always = { fromDate: days[0], toDate: days[2] };
    return {
      by,
      always,
      rows: 'data.counts',
      name: 'source',
      all: ['API', 'BROADCAST', 'CHAT'],
      left: [
        [{ ...always, fromDate: days[1] }, ['API', 'CHAT']],
        [{ ...always, toDate: days[1] }, ['BROADCAST', 'CHAT']],
        [{ ...always, channelId: channels[1] as string }, ['API']],
      ],
    };
  },
  'chats.history': async () => {
    const { enterpriseId } = shop;
    const ids = days.map(() => newId());
    const departmentId = newId();
    const labelId = newId();
    await contextOf(shop).transaction(async (tx) => {
      await tx.insertInto('departments').values({ enterpriseId, departmentId, name: 'History' }).execute();
      await tx
        .insertInto('chatLabels')
        .values({ enterpriseId, labelId, deptId: null, name: 'Late', colour: '#336699', place: 1 })
        .execute();
      await tx
        .insertInto('chats')
        .values(
          days.map((day, index) => ({
            enterpriseId,
            chatId: ids[index] as string,
            channelId: lines[index === 2 ? 1 : 0],
            customerId: customers[index] as string,
            address: newId(),
            handledBy: 'queue',
            visit: '{}',
            botState: '{}',
            state: index === 1 ? 4 : 3,
            ownerId: null,
            deptId: index === 0 ? departmentId : null,
            rating: index === 0 ? 5 : null,
            missedReason: index === 1 ? 2 : null,
            chatNo: 700 + index,
            createdAt: noonOf(day),
            lastActivityAt: noonOf(day),
            closedAt: noonOf(day),
            missedAt: index === 1 ? noonOf(day) : null,
          })),
        )
        .execute();
      await tx
        .insertInto('chatLabelMarks')
        .values({ enterpriseId, chatId: ids[1] as string, labelId })
        .execute();
      await tx
        .insertInto('chatParticipants')
        .values({ enterpriseId, chatId: ids[2] as string, userId: ben.userId, kind: 'left', joinedAt: noonOf(days[2]) })
        .execute();
      const words = { enterprise_id: enterpriseId, chat_id: ids[0] as string, number: 1, acted_on: noonOf(days[0]) };
      await sql`insert into chat_search (enterprise_id, chat_id, number, acted_on, words)
        values (${words.enterprise_id}, ${words.chat_id}, 1, ${words.acted_on}, array_to_tsvector(array['porcupine']))`.execute(tx);
    });
    const numberOf = async (customerId: string) =>
      (
        await contextOf(shop).read((tx) =>
          tx.selectFrom('customers').select('number').where('customerId', '=', customerId).executeTakeFirstOrThrow(),
        )
      ).number;
    const [firstDay, second, third] = ['Asha Rao', 'Ravi Iyer', 'Meera Nair'];
    return {
      rows: 'data.chats',
      name: 'customerName',
      all: [third, second, firstDay],
      left: [
        [{ customerId: customers[0] as string }, [firstDay]],
        [{ name: 'NAIR' }, [third]],
        [{ state: '4' }, [second]],
        ...byDay([firstDay, second, third], false),
        [{ phone: await numberOf(customers[1] as string) }, [second]],
        [{ agentId: ben.userId }, [third]],
        [{ departmentId }, [firstDay]],
        [{ departmentId: 'none' }, [third, second]],
        [{ channelId: lines[1] }, [third]],
        [{ missedReason: '0' }, [second]],
        [{ labelId }, [second]],
        [{ rating: '5' }, [firstDay]],
        [{ text: 'Porcu' }, [firstDay]],
        [{ number: showChatNumber(701) }, [second]],
        [{ after: `${noonOf(days[1]).toISOString()}_${ids[1]}` }, [firstDay]],
        [{ origin: 'moved' }, []],
      ],
    };
  },
  'chats.agents': async () => {
    const by = await makeUser({ name: 'Ada' });
    const role = (await as(by).put(endpoints.roles.saveRole.path, { name: 'Desk', permissions: ['CHAT.HANDLE'] })).json().data.code;
    const cem = await makeUser({ enterprise: by, name: 'Cem', roles: [3] });
    await makeUser({ enterprise: by, name: 'Dora', roles: [role] });
    await makeUser({ enterprise: by, name: 'Eve', roles: [3] });
    await as(cem).put(endpoints.chats.updateAgentStatus.path, { agentStatus: 2, reason: 'Lunch' });
    return {
      by,
      rows: 'response.users',
      all: ['Ada', 'Cem', 'Dora', 'Eve'],
      left: [
        [{ name: 'EV' }, ['Eve']],
        [{ roles: String(role) }, ['Dora']],
        [{ agentStatus: '2' }, ['Cem']],
      ],
    };
  },
  'chatLabels.list': async () => {
    const by = await makeUser();
    const { id } = (await post(by, endpoints.departments.create.path, { name: 'Sales' })).data;
    for (const name of ['Order', 'Refund']) await post(by, endpoints.chatLabels.create.path, { name });
    await post(by, endpoints.chatLabels.create.path, { name: 'Quote', deptId: id });
    return { by, rows: 'data', all: ['Order', 'Refund'], left: [[{ deptId: id }, ['Quote']]] };
  },
  'customers.list': async () => ({
    rows: 'response.customers',
    all: ['Meera Nair', 'Ravi Iyer', 'Asha Rao'],
    left: [[{ name: 'IYER' }, ['Ravi Iyer']]],
  }),
  'phoneBook.list': async () => {
    const [first, second] = customers as [string, string];
    await post(shop, endpoints.phoneBook.addToGroups.path, { groupIds: [group], customerIds: [first] });
    await post(shop, endpoints.phoneBook.addLabels.path, { tagIds: [label], customerIds: [second] });
    const conditions = {
      match: 'all',
      clauses: [{ match: 'all', conditions: [{ field: 'name', operator: 'is', values: ['Meera Nair'] }] }],
    };
    const saved = (await post(shop, endpoints.phoneBook.saveFilter.path, { name: 'Meera', conditions })).data.filter;
    return {
      rows: 'data.customers.customers',
      all: ['Meera Nair', 'Ravi Iyer', 'Asha Rao'],
      left: [
        [{ search: 'ravi' }, ['Ravi Iyer']],
        [{ groups: group }, ['Asha Rao']],
        [{ tags: label }, ['Ravi Iyer']],
        [{ filterId: saved.id }, ['Meera Nair']],
        [{ conditions: JSON.stringify(conditions) }, ['Meera Nair']],
      ],
    };
  },
  'phoneBook.listGroups': async () => {
    const by = await makeUser();
    for (const name of ['Regulars', 'Staff', 'VIP']) await book.makeGroup(by, name);
    return { by, rows: 'data.groups', all: ['Regulars', 'Staff', 'VIP'], left: [[{ search: 'vi' }, ['VIP']]] };
  },
  'phoneBook.listLabels': async () => {
    const by = await makeUser();
    for (const name of ['Cold', 'Hot', 'Warm']) await book.makeLabel(by, name);
    return { by, rows: 'data.tags', all: ['Cold', 'Hot', 'Warm'], left: [[{ search: 'HO' }, ['Hot']]] };
  },
  'imports.list': async () => {
    const by = await makeUser();
    const ids: string[] = [];
    for (const index of days.keys()) ids.push((await book.importCsv(by, `Name,Phone Number\nAsha,+91982000010${index}\n`)).uploadId);
    await contextOf(by).transaction(async (tx) => {
      for (const [index, day] of days.entries())
        await sql`update csv_imports set created_at = ${noonOf(day)}, submitted_at = ${noonOf(day)} where import_id = ${ids[index]}`.execute(
          tx,
        );
    });
    return { by, rows: 'data.customerCSVs', name: 'uploadId', all: [...ids].reverse(), left: byDay(ids) };
  },
  'imports.errors': async () => {
    const by = await makeUser();
    const { uploadId } = await book.importCsv(by, 'Name,Phone Number\n,+919820000201\nRavi,12\nMeera,13\n');
    return {
      by,
      params: { uploadId },
      rows: 'data.customers.customers',
      name: 'lineNumber',
      all: ['2', '3', '4'],
      left: [
        [{ search: 'MEER' }, ['4']],
        [{ kind: 'value.required name' }, ['2']],
      ],
    };
  },
  'broadcasts.list': async () => {
    await makeBroadcasts();
    return {
      rows: 'data.broadcastList',
      all: ['Offer 3', 'Offer 2', 'Offer 1'],
      left: [[{ name: 'FER 2' }, ['Offer 2']], ...byDay(['Offer 1', 'Offer 2', 'Offer 3'])],
    };
  },
  'campaigns.list': async () => {
    const { maker, second, channels } = await campaignScene();
    return {
      by: maker,
      rows: 'data.campaigns',
      all: ['Autumn', 'Summer', 'Spring'],
      left: [
        [{ state: '1' }, ['Summer']],
        [{ name: 'UMM' }, ['Summer']],
        ...byDay(['Spring', 'Summer', 'Autumn']),
        [{ channelId: channels[1] as string }, ['Summer']],
        [{ makerId: second.userId }, ['Summer']],
      ],
    };
  },
  'activities.list': async () => {
    const { maker, second, checker, channels, made } = await campaignScene();
    return {
      by: maker,
      rows: 'data.activities',
      all: ['Autumn wave', 'Summer wave', 'Spring wave'],
      left: [
        [{ approval: 'Approved' }, ['Summer wave']],
        [{ state: '1' }, ['Summer wave']],
        [{ campaignId: made[0]?.campaignId as string }, ['Spring wave']],
        [{ name: 'UMM' }, ['Summer wave']],
        ...byDay(['Spring wave', 'Summer wave', 'Autumn wave']),
        [{ channelId: channels[1] as string }, ['Summer wave']],
        [{ makerId: second.userId }, ['Summer wave']],
        [{ checkerId: checker.userId }, ['Summer wave']],
      ],
    };
  },
  'campaigns.externalStats': async () => {
    const { maker, checker, made } = await makeCampaigns();
    await contextOf(maker).transaction(async (tx) => {
      for (const [index, { activityId }] of made.entries())
        await tx
          .updateTable('activities')
          .set({ approval: 'Approved', seal: 'sealed', state: 2, startedAt: noonOf(days[index] as string), decidedBy: checker.userId })
          .where('enterpriseId', '=', maker.enterpriseId)
          .where('activityId', '=', activityId)
          .execute();
    });
    return {
      by: maker,
      rows: 'data.rows',
      name: 'campaign',
      all: ['Spring', 'Summer', 'Autumn'],
      left: [
        ...byDay(['Autumn', 'Summer', 'Spring'].reverse()).map(([query, names]): Case['left'][number] => [query, names.toReversed()]),
        [{ campaignId: made[0]?.campaignId as string }, ['Spring']],
      ],
    };
  },
  'bots.list': async () => {
    const by = await makeUser();
    for (const name of ['Care', 'Sales', 'Stock']) await builder.makeBot(by, name);
    return { by, rows: 'data.agents', all: ['Stock', 'Sales', 'Care'], left: [[{ name: 'ALE' }, ['Sales']]] };
  },
  'intents.list': async () => {
    const by = await makeUser();
    const { id } = await builder.makeBot(by);
    const storyId = await builder.makeStory(by, id);
    for (const intent of shopIntents) await builder.makeIntent(by, id, storyId, intent);
    return {
      by,
      params: { agentId: id, storyId },
      rows: 'data.intents',
      all: ['Opening hours', 'Return goods', 'Track parcel'],
      left: [[{ name: 'TURN' }, ['Return goods']]],
    };
  },
  'entities.list': async () => {
    const by = await makeUser();
    const { id } = await builder.makeBot(by);
    for (const name of ['city', 'colour', 'size']) await builder.makeEntity(by, id, name, { one: ['two'] });
    return {
      by,
      params: { agentId: id },
      always: { type: '0' },
      rows: 'data.entities',
      all: ['city', 'colour', 'size'],
      left: [
        [{ searchterm: 'OLO' }, ['colour']],
        [{ type: '1', searchterm: 'date-r' }, ['sys.date-range']],
      ],
    };
  },
  'journeys.list': async () => {
    const { user, channels } = await streamScene();
    return {
      by: user,
      rows: 'data.journeys',
      all: ['Welcome', 'Survey', 'Booking'],
      left: [
        [{ search: 'SUR' }, ['Survey']],
        [{ folder: 'Care' }, ['Survey']],
        [{ state: 'DRAFT' }, ['Booking']],
        [{ channelId: channels[1] as string }, ['Welcome']],
      ],
    };
  },
  'publishing.list': async () => {
    const { user, channels, ids } = await streamScene();
    for (const [index, word] of ['one', 'two', 'three'].entries())
      await post(user, endpoints.publishing.attach.path, {
        journeyId: ids[index === 1 ? 1 : 2],
        channelId: channels[index === 2 ? 1 : 0],
        kind: 'keyword',
        word,
      });
    return {
      by: user,
      rows: 'data.entries',
      name: 'word',
      all: ['one', 'two', 'three'],
      left: [
        [{ journeyId: ids[1] as string }, ['two']],
        [{ channelId: channels[1] as string }, ['three']],
      ],
    };
  },
  'journeyMonitor.list': async () => {
    const by = await makeUser();
    const channels = [await makeSendingChannel(by, { name: 'One' }), await makeSendingChannel(by, { name: 'Two' })];
    const journeyIds: string[] = [];
    for (const name of ['Booking', 'Survey'])
      journeyIds.push((await post(by, endpoints.journeys.create.path, { name, example: 'nps' })).data.id);
    const people: string[] = [];
    for (const index of days.keys())
      people.push((await book.makeCustomer(by, { name: `P${index}`, phoneNumber: `+91982000030${index}` })).id);
    const ids = days.map((day) => idAt(noonOf(day)));
    const { enterpriseId } = by;
    await contextOf(by).transaction(async (tx) => {
      for (const [index, day] of days.entries()) {
        const at = noonOf(day);
        await tx
          .insertInto('journeyInstances')
          .values({
            enterpriseId,
            instanceId: ids[index] as string,
            journeyId: journeyIds[index === 1 ? 1 : 0] as string,
            version: index === 1 ? 2 : 1,
            customerId: people[index] as string,
            channelId: channels[index === 1 ? 1 : 0] as string,
            chatId: newId(),
            address: `+91982000030${index}`,
            environment: 'sandbox',
            state: index === 1 ? 'WAITING' : 'COMPLETED',
            instance: '{}',
            turn: 0,
            nodeNo: index === 1 ? 1 : 0,
            startedAt: at,
            changedAt: at,
            endedAt: index === 1 ? null : at,
          })
          .execute();
      }
      await tx
        .insertInto('journeyNodes')
        .values({ enterpriseId, journeyId: journeyIds[1] as string, nodeNo: 1, nodeId: 'ask00001', name: 'Ask', type: 'input.text' })
        .execute();
    });
    return {
      by,
      rows: 'data.instances',
      name: 'address',
      all: ['+919820000302', '+919820000301', '+919820000300'],
      left: [
        [{ journeyId: journeyIds[1] as string }, ['+919820000301']],
        [{ version: '2' }, ['+919820000301']],
        [{ channelId: channels[1] as string }, ['+919820000301']],
        [{ state: 'WAITING' }, ['+919820000301']],
        [{ node: 'ask00001' }, ['+919820000301']],
        [{ search: '+91 98200 00302' }, ['+919820000302']],
      ],
    };
  },
  'integrations.list': async () => {
    const by = await makeUser();
    const make = (body: object) => post(by, endpoints.integrations.create.path, body);
    await make({ name: 'Model', authType: 5, llm: 1, apikey: 'model-key-0123456789' });
    await make({
      name: 'Ears',
      authType: 6,
      baseUrl: 'https://speech.example.com/v1',
      model: 'whisper-1',
      apikey: 'speech-key-0123456789',
    });
    await make({ name: 'Meetings', authType: 3, baseUrl: 'https://meet.example.com' });
    return {
      by,
      rows: 'response.integrations',
      all: ['Ears', 'Meetings', 'Model'],
      left: [
        [{ name: 'EET' }, ['Meetings']],
        [{ authType: '5' }, ['Model']],
      ],
    };
  },
  'notifications.list': async () => {
    await contextOf(ben).transaction((tx) =>
      tx
        .insertInto('notifications')
        .values(
          days.map((day, index) => ({
            enterpriseId: ben.enterpriseId,
            notificationId: newId(),
            userId: ben.userId,
            kind: index === 1 ? 'work_moved' : 'test',
            title: `Notice ${index + 1}`,
            cause: String(index),
            createdAt: noonOf(day),
            readAt: index === 2 ? null : noonOf(day),
          })),
        )
        .execute(),
    );
    await contextOf(ben).transaction((tx) =>
      tx.deleteFrom('notifications').where('userId', '=', ben.userId).where('title', 'not like', 'Notice %').execute(),
    );
    return {
      by: ben,
      rows: 'data.notifications',
      name: 'title',
      all: ['Notice 3', 'Notice 2', 'Notice 1'],
      left: [
        [{ unreadOnly: 'true' }, ['Notice 3']],
        [{ kind: 'work_moved' }, ['Notice 2']],
      ],
    };
  },
  'templates.list': async () => {
    const by = await makeUser();
    const [chat, sms] = [await makeSendingChannel(by, { name: 'One' }), await makeSendingChannel(by, { name: 'Two' })];
    await makeTemplate(by, chat, { name: 'first_one' });
    const second = await makeTemplate(by, sms, { name: 'second_one', language: 'hi', category: 'MARKETING' });
    await makeTemplate(by, chat, { name: 'third_one' });
    await contextOf(by).transaction(async (tx) => {
      const change = tx.updateTable('templates').where('enterpriseId', '=', by.enterpriseId).where('templateId', '=', second.id);
      await change.set({ status: 'APPROVED' }).execute();
      await tx.updateTable('channels').set({ type: channelTypes.RCS }).where('channelId', '=', sms).execute();
    });
    return {
      by,
      rows: 'data.templates',
      all: ['first_one', 'second_one', 'third_one'],
      left: [
        [{ perPage: '1', page: '2' }, ['second_one']],
        [{ channelId: sms }, ['second_one']],
        [{ type: String(channelTypes.RCS) }, ['second_one']],
        [{ name: 'COND' }, ['second_one']],
        [{ status: 'APPROVED' }, ['second_one']],
        [{ category: 'MARKETING' }, ['second_one']],
        [{ language: 'hi' }, ['second_one']],
      ],
    };
  },
  'broadcasts.messages': async () => {
    const by = await makeUser();
    const channelId = await makeSendingChannel(by, { name: 'One' });
    const createdAt = noonOf(days[0]);
    const runId = idAt(createdAt);
    const of = { enterpriseId: by.enterpriseId, channelId, createdAt };
    const states = [
      ['READ', ''],
      ['SKIPPED', 'OPTED_OUT'],
      ['SKIPPED', 'BLOCKED'],
    ] as const;
    await contextOf(by).transaction(async (tx) => {
      await tx
        .insertInto('sendRuns')
        .values({ ...of, runId, source: 'BROADCAST', state: 'done', frozenUpTo: 3, message: '{}' })
        .execute();
      await tx
        .insertInto('broadcasts')
        .values({ ...of, broadcastId: runId, name: 'Offer', message: '{}', createdBy: by.userId })
        .execute();
      await tx
        .insertInto('messages')
        .values(
          states.map(([status, reason], index) => ({
            ...of,
            messageId: idAt(createdAt),
            statusAt: createdAt,
            customerId: null,
            direction: 'out' as const,
            source: 'BROADCAST' as const,
            resourceId: runId,
            number: index + 1,
            address: `+91982000040${index + 1}`,
            status,
            reason,
            cost: 0,
          })),
        )
        .execute();
    });
    return {
      by,
      params: { broadcastId: runId },
      rows: 'data.message',
      name: 'to',
      all: ['+919820000401', '+919820000402', '+919820000403'],
      left: [
        [{ status: 'SKIPPED' }, ['+919820000402', '+919820000403']],
        [{ reason: 'BLOCKED' }, ['+919820000403']],
      ],
    };
  },
  'webhooks.deliveries': async () => {
    const by = await makeUser();
    return { by, ...(await makeDeliveries(by, endpoints.webhooks.create.path, { events: ['chat.closed'] }, 'webhookId')) };
  },
  'relays.deliveries': async () => {
    const by = await makeUser();
    const { params, ...made } = await makeDeliveries(by, endpoints.relays.create.path, {}, 'id');
    const other = (await post(by, endpoints.relays.create.path, { name: 'Other', url: 'https://hooks.example.com/other' })).data.id;
    return { by, ...made, always: params, left: [...made.left, [{ id: other }, []]] };
  },
  'insights.conversations': async () => {
    const { params, ruleId } = await makeTalks();
    return {
      params,
      always: { days: '90' },
      rows: 'data.conversations',
      name: 'firstText',
      all: ['of one day', 'of forty days'],
      left: [
        [{ days: '30' }, ['of one day']],
        [{ ruleId }, ['of ten days']],
      ],
    };
  },
  'insights.rules': async () => ({
    params: (await makeTalks()).params,
    always: { days: '90' },
    rows: 'data.counts',
    name: 'name+count',
    all: ['Ten 1', ' 2'],
    left: [[{ days: '7' }, ['Ten 0', ' 1']]],
  }),
  'insights.sentiment': async () => ({
    params: (await makeTalks()).params,
    always: { days: '90' },
    rows: 'data.samples',
    name: 'text',
    all: ['of one day', 'of ten days', 'of forty days'],
    left: [[{ days: '7' }, ['of one day']]],
  }),
  'training.unanswered': async () => ({
    params: (await makeTalks()).params,
    always: { days: '90', includeTryIt: 'true' },
    rows: 'data.groups',
    name: 'label',
    all: ['of one day', 'of ten days', 'of forty days'],
    left: [
      [{ days: '7' }, ['of one day']],
      [{ includeTryIt: 'false' }, ['of one day', 'of forty days']],
    ],
  }),
  'bin.list': async () => {
    const by = await makeUser({ name: 'Ada' });
    const other = await makeUser({ enterprise: by, name: 'Cem' });
    const drop = (user: TestUser, path: string, id: string) => as(user).delete(path.replace(':setId', id));
    await drop(by, endpoints.phoneBook.removeGroup.path, await book.makeGroup(by, 'Staff'));
    await drop(other, endpoints.phoneBook.removeGroup.path, await book.makeGroup(by, 'VIP'));
    await drop(by, endpoints.phoneBook.removeLabel.path, await book.makeLabel(by, 'Hot'));
    return {
      by,
      rows: 'data.entries',
      all: ['Hot', 'VIP', 'Staff'],
      left: [
        [{ kind: 'label' }, ['Hot']],
        [{ search: 'staf' }, ['Staff']],
        [{ userId: other.userId }, ['VIP']],
      ],
    };
  },
  'audit.list': async () => {
    const by = await makeUser({ name: 'Ada' });
    const other = await makeUser({ enterprise: by, name: 'Cem' });
    const first = await book.makeGroup(by, 'Staff');
    await post(other, endpoints.chatLabels.create.path, { name: 'Order' });
    await as(by).delete(endpoints.phoneBook.removeGroup.path.replace(':setId', first));
    const { entries } = (await as(by).get(endpoints.audit.list.path)).json().data as { entries: { id: string; at: string }[] };
    const day = (entries[0]?.at ?? '').slice(0, 10);
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    return {
      by,
      always: { perPage: '25' },
      rows: 'data.entries',
      name: 'recordName',
      all: ['Staff', 'Order', 'Staff'],
      left: [
        [{ fromDate: after, toDate: after }, []],
        [{ fromDate: before, toDate: before }, []],
        [{ userId: other.userId }, ['Order']],
        [{ module: 'chat' }, ['Order']],
        [{ action: 'delete' }, ['Staff']],
        [{ kind: 'group' }, ['Staff', 'Staff']],
        [{ recordId: first }, ['Staff', 'Staff']],
        [{ search: 'ORDE' }, ['Order']],
        [{ after: entries[1]?.id as string }, ['Staff']],
      ],
    };
  },
};

/** Lists whose filters other tests ask one by one, and what else a call that reads asks for. */
const elsewhere: Record<string, string> = {
  'sql.log': 'sql.api.test.ts',
  'onboardings.list': 'onboarding.api.test.ts',
  'onboardings.details': 'onboarding.api.test.ts',
  'onboardings.permissions': 'onboarding.api.test.ts',
  'onboardings.accounts': 'onboarding.api.test.ts',
  'onboardings.numbers': 'onboarding.api.test.ts',
  'onboardings.callbacks': 'onboarding.api.test.ts',
  'onboardings.checks': 'onboarding.api.test.ts',
  'video.recording': 'video.api.test.ts: it names the chat, whose readers alone get the recording',
  'files.download': 'playable.api.test.ts',
  'mailPages.get': 'mail.api.test.ts: whether its pictures are shown',
  'mailReplies.get': 'mail-reply.api.test.ts: the mail whose recipients are named',
  'chatAnalytics.report': 'analytics.api.test.ts',
  'chatAnalytics.tables': 'analytics.api.test.ts',
  'chatAnalytics.explain': 'analytics.explain.api.test.ts',
  'chatAnalytics.rows': 'analytics.api.test.ts',
  'chatAnalytics.download': 'analytics.export.api.test.ts',
  'chatAnalytics.rowsDownload': 'analytics.export.api.test.ts',
  'encaps.list': 'encap.api.test.ts',
  'encaps.log': 'encap.api.test.ts',
  'encapLaunches.list': 'no filter',
  'encapLaunches.links': 'walk.api.test.ts',
  'encapReports.instanceCount': 'encap.api.test.ts',
  'encapReports.instances': 'encap.api.test.ts',
  'encapReports.dataCollection': 'encap.api.test.ts',
  'encapReports.dataCollectionCsv': 'encap.api.test.ts',
  'encapReports.milestoneCount': 'encap.api.test.ts',
  'encapReports.milestoneGraph': 'encap.api.test.ts',
  'encapReports.milestones': 'encap.api.test.ts',
  'packages.list': 'package.api.test.ts',
  'moves.list': 'moving.api.test.ts',
  'moves.records': 'moving.api.test.ts',
  'movedChats.get': 'one conversation, no filter',
  'packages.own': 'the choice of a dialog: package.api.test.ts',
  'flows.list': 'flow-editor.api.test.ts',
  'forms.list': 'form.api.test.ts',
  'forms.answers': 'page.api.test.ts',
  'forms.figures': 'page.api.test.ts',
  'forms.download': 'page.api.test.ts',
  'speech.figures': 'speech.api.test.ts',
  'speech.list': 'speech.api.test.ts',
  'speech.download': 'speech.api.test.ts',
  'screenFilters.list': 'screen-filter.api.test.ts',
  'lateChanges.summary': 'late-change.api.test.ts',
  'lateChanges.rows': 'late-change.api.test.ts',
  'chatTargets.get': 'target.api.test.ts',
  'chatLabels.list.chatId': 'label.api.test.ts',
  'journeyMonitor.list.dueFrom': 'monitor.api.test.ts',
  'journeyMonitor.list.dueTo': 'monitor.api.test.ts',
  'journeyMonitor.list.counted': 'report.api.test.ts',
  'journeyMonitor.list.startedFrom': 'report.api.test.ts',
  'journeyMonitor.list.startedTo': 'report.api.test.ts',
  'journeyMonitor.list.environment': 'report.api.test.ts',
  'journeyMonitor.list.ending': 'report.api.test.ts',
  'journeyMonitor.list.withoutAgent': 'report.api.test.ts',
  'journeyMonitor.list.passage': 'report.api.test.ts',
  'journeyMonitor.list.passedNode': 'report.api.test.ts',
  'journeyMonitor.list.passedExit': 'report.api.test.ts',
  'journeyMonitor.list.milestone': 'report.api.test.ts',
  'activities.list.order': 'an order, no filter',
  'reports.messageStatus.consumedBy': 'consumption.api.test.ts',
  'reports.messageStatus.consumed': 'consumption.api.test.ts',
  'artifacts.buckets.perPage': 'buckets come all at once',
  'artifacts.buckets.from': 'buckets come all at once',
  'imports.errors.groups': 'travels empty: a row that was refused is in no group',
  'imports.errors.tags': 'travels empty: a row that was refused has no label',
  'account.captcha': 'no list',
  'account.isEmailUnique': 'no list',
  'sso.singleLogout': 'no list',
  'roles.why': 'no list',
  'audit.export': 'audit.api.test.ts',
  'reports.export': 'report.api.test.ts',
  'botReport.download': 'bot/report/report.api.test.ts',
  'chats.summary': 'chat.calls.api.test.ts',
  'chats.get': 'chat.calls.api.test.ts',
  'chats.waiting': 'chat.calls.api.test.ts',
  'chats.userDetails': 'chat.calls.api.test.ts',
  'chatMonitor.agents': 'monitor.api.test.ts',
  'chatMonitor.chats': 'monitor.api.test.ts',
  'chatMonitor.presence': 'monitor.api.test.ts',
  'inbox.list': 'inbox.api.test.ts',
  'inbox.search': 'search.api.test.ts',
  'chats.chatConfig': 'settings.api.test.ts',
  'chats.configuration': 'settings.api.test.ts',
  'chats.previewConfiguration': 'settings.preview.api.test.ts',
  'chatLabels.details': 'no list',
  'chatSides.mentions': 'note.api.test.ts',
  'chatSides.mentionable': 'note.api.test.ts',
  'assist.suggest': 'assist.api.test.ts',
  'assist.translations': 'assist.api.test.ts',
  'assist.counts': 'assist.counts.api.test.ts',
  'assist.replies': 'assist.counts.api.test.ts',
  'boards.rows': 'board.api.test.ts',
  'boards.readers': 'board.api.test.ts',
  'reportSchedules.deliveries': 'pages alone: schedule.api.test.ts',
  'macros.list': 'macro.api.test.ts',
  'chatFields.list': 'field.api.test.ts',
  'siteRules.shows': 'site-rule.api.test.ts',
  'clockPolicies.groups': 'clock-policy.api.test.ts',
  'chatRules.choices': 'rule.api.test.ts',
  'chatRules.trial': 'one chat, no list: rule.api.test.ts',
  'richCards.list': 'card.api.test.ts',
  'richCards.preview': 'one card, no list: card.api.test.ts',
  'richCards.event': 'one file, no list: card.api.test.ts',
  'quickReplies.list': 'quick-reply.api.test.ts',
  'quickReplies.fill': 'no list',
  'phoneBook.lookup': 'no list',
  'phoneBook.doubles': 'spellings.api.test.ts',
  'phoneBook.timeline': 'phone-book.api.test.ts',
  'privacy.erasures': 'erasure.api.test.ts',
  'privacy.consentHistory': 'consent.api.test.ts',
  'broadcasts.validateMedia': 'no list',
  'billing.consumption': 'consumption.api.test.ts',
  'billing.movements': 'consumption.api.test.ts',
  'billing.exportMovements': 'consumption.api.test.ts',
  'billing.recharges': 'recharge.api.test.ts',
  'calendars.check': 'calendar.api.test.ts',
  'calendars.strip': 'calendar.api.test.ts',
  'operator.listAccounts': 'operator.api.test.ts',
  'bookings.calendar': 'booking.api.test.ts',
  'campaignMilestones.report': 'milestone.api.test.ts',
  'campaignMilestones.rows': 'milestone.api.test.ts',
  'campaignMilestones.customers': 'milestone.api.test.ts: the rows of it',
  'campaignMilestones.explain': 'milestone.api.test.ts',
  'campaignMilestones.csv': 'milestone.api.test.ts',
  'campaigns.responses': 'response.api.test.ts',
  'campaigns.responsesCsv': 'response.api.test.ts',
  'campaigns.variables': 'no list',
  'campaigns.report': 'no list',
  'campaigns.externalCsv': 'campaign.api.test.ts',
  'activities.recipients': 'response.api.test.ts, link.api.test.ts, fallback.api.test.ts, activity.choose.api.test.ts',
  'activities.export': 'no list',
  'activities.why': 'no list',
  'activities.preview': 'no list',
  'activities.unknown': 'no list',
  'journeyMonitor.count': 'act.api.test.ts',
  'streamReports.figures': 'report.api.test.ts',
  'streamReports.funnel': 'report.api.test.ts',
  'streamReports.refused': 'report.api.test.ts',
  'streamReports.data': 'report.api.test.ts',
  'streamReports.dataExport': 'report.api.test.ts',
  'milestoneReports.figures': 'report.api.test.ts',
  'milestoneReports.people': 'report.api.test.ts',
  'milestoneReports.customers': 'report.api.test.ts',
  'milestoneReports.export': 'report.api.test.ts',
  'journeyMonitor.actPeople': 'act.api.test.ts',
  'dashboard.info': 'dashboard.api.test.ts',
  'dashboard.figures': 'dashboard.api.test.ts',
  'dashboard.rows': 'dashboard.api.test.ts',
  'dashboard.cards': 'no list',
  'dashboard.missed': 'dashboard.api.test.ts',
  'knowledge.text': 'knowledge.api.test.ts',
  'journeys.details': 'no list',
  'journeys.refs': 'journey.api.test.ts',
  'forms.refs': 'access.api.test.ts',
  'journeyMonitor.forecast': 'monitor.api.test.ts',
  'designer.access': 'no list',
  'integrations.workflows': 'services.api.test.ts',
  'integrations.processes': 'services.api.test.ts',
  'relays.get': 'no list',
  'relays.address': 'no list',
  'relays.delivery': 'no list',
  'training.exportData': 'no list',
  'templates.get': 'no list',
  'templates.variables': 'no list',
  'widget.config': 'no list',
  'sandbox.phones': 'sandbox.api.test.ts',
  'chatHistory.pdf': 'transcript.api.test.ts',
  'chatHistory.text': 'transcript.api.test.ts',
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
const nameOf = (row: unknown, name: string): string =>
  name
    .split('+')
    .flatMap((path) => at(row, path))
    .map(String)
    .join(' ');
const fieldsOf = (endpoint: Endpoint): string[] =>
  Object.keys((endpoint.query as unknown as { _zod: { def: { shape: object } } } | undefined)?._zod.def.shape ?? {});

/** Rows that name the filters of a list. */
const rowsOf: Record<string, string> = {
  'users.listUsers': 'ADMIN-005 CHAT-033',
  'departments.mappedUsers': 'ADMIN-020',
  'invitations.list': 'ADMIN-026',
  'channels.list': 'CHAN-040 BCAST-061',
  'artifacts.list': 'ADMIN-032 ADMIN-033',
  'reports.messageStatus': 'ADMIN-104',
  'chats.agents': 'CHAT-032',
  'chats.history': 'CHAT-015',
  'phoneBook.list': 'PHONE-048 BCAST-073',
  'phoneBook.listGroups': 'PHONE-054',
  'phoneBook.listLabels': 'PHONE-056',
  'imports.list': 'IMPORT-040',
  'broadcasts.list': 'BCAST-087',
  'campaigns.list': 'CAMP-009',
  'bots.list': 'BOT-064',
  'intents.list': 'INTENT-052',
  'entities.list': 'ENTITY-038 ENTITY-039',
  'integrations.list': 'ADMIN-050',
  'templates.list': 'BCAST-063 TMPL-016',
};

test.each(Object.keys(lists).map((call) => [call, rowsOf[call] ?? '']))(
  '%s %s: each filter narrows the list, and a page cuts it',
  async (call) => {
    const endpoint = allEndpoints.find(([name]) => name === call)?.[1] as Endpoint;
    const { by = shop, params = {}, always = {}, rows, name = 'name', all, left } = await (lists[call] as List)();
    const holder = rows.split('.').slice(0, -1).join('.');
    const read = async (query: Record<string, string>): Promise<string[]> => {
      const answer = await as(by).get(urlOf(endpoint, { params, query: { ...always, ...query }, body: undefined }));
      expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([query, 200, '']);
      return (at(answer.json(), rows) as unknown[]).map((row) => nameOf(row, name));
    };
    const hasMore = async (perPage: string): Promise<unknown> => {
      const page = at(
        (await as(by).get(urlOf(endpoint, { params, query: { ...always, perPage }, body: undefined }))).json(),
        holder,
      ) as object;
      return 'more' in page ? page.more : (page as { hasMore?: unknown }).hasMore;
    };
    expect(await read({})).toEqual(all);
    for (const [query, names] of left) {
      expect([query, await read(query)]).toEqual([query, names]);
      expect([query, names]).not.toEqual([query, all]);
    }
    const asked = new Set(left.flatMap(([query]) => Object.keys(query)));
    if (['perPage', 'from'].every((field) => fieldsOf(endpoint).includes(field) && elsewhere[`${call}.${field}`] === undefined)) {
      expect([await read({ perPage: '1' }), await read({ perPage: '1', from: '1' })]).toEqual([all.slice(0, 1), all.slice(1, 2)]);
      // More is left after the first, and not after as many as there are.
      expect([await hasMore('1'), await hasMore(String(all.length))]).toEqual([true, false]);
      for (const field of ['perPage', 'from']) asked.add(field);
    }
    expect(fieldsOf(endpoint).filter((field) => !asked.has(field) && elsewhere[`${call}.${field}`] === undefined)).toEqual([]);
  },
);

test('every call that reads and takes a filter is in the table, or says where its filters are tested', () => {
  const missing = allEndpoints
    .filter(([name, { method }]) => method === 'GET' && lists[name] === undefined && elsewhere[name] === undefined)
    .filter(([, endpoint]) => fieldsOf(endpoint).some((field) => !['x-access-id'].includes(field)))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});
