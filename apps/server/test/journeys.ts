import { endpoints, type JourneyInstance, type JourneyItem, type JourneyRule, type SandboxAct } from '@parley/contract';
import { Document, fingerprintOf } from '@parley/journey';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { writeStream } from './streams.ts';
import { createVendorScenes, type Vendors } from './vendors.ts';

export type StreamScene = { admin: TestUser; channelId: string };
export type VendorScene = StreamScene & { hookUrl: string };
export type Nodes = Record<string, { type: string; name?: string; config?: object; to?: Record<string, string> }>;
type More = { variables?: unknown[]; settings?: object; milestones?: unknown[] };

/** The same in short: nodes by id, each with where its exits lead; the first one begins it. */
export const makeStream = (nodes: Nodes, { variables = [], settings = {}, milestones = [] }: More = {}): Document =>
  Document.parse({
    ...writeStream(Object.keys(nodes)[0] ?? '', {
      variables,
      settings,
      nodes: Object.entries(nodes).map(([id, { type, name = '', config = {} }]) => ({ id, type, name, config })),
      edges: Object.entries(nodes).flatMap(([from, { to = {} }]) =>
        Object.entries(to).map(([exit, target]) => [from, exit, target] as never),
      ),
    }),
    milestones,
  });

export const en = (text: string) => ({ en: text });
export const ask = (name: string, variable: string, to: Record<string, string>, more: object = {}) => ({
  type: 'input.text',
  config: { text: en(name), asking: { variable, ...more } },
  to,
});
export const say = (words: string, next: string) => ({ type: 'message.text', config: { text: en(words) }, to: { next } });
export const end = (outcome = '') => ({ type: 'mark.end', config: { outcome } });
export const texts = (...names: string[]) => names.map((name) => ({ name, type: 'Text' }));
export const item = (id: string, title: string) => ({ id, title: en(title) });

const at = (path: string, journeyId: string) => path.replace(':journeyId', journeyId);
const { journeys, publishing, journeyStarts, journeyMonitor } = endpoints;

/** Streams that run on a channel of the simulator, and the phones of the people who talk with them. */
export function createStreamScenes(app: TestApp, vendors: Vendors) {
  const { as, makeUser, makeEnterprise, contextOf } = app;
  const { control } = vendors;
  const { makeRcs, makeWhatsApp, makeSms } = createVendorScenes(app, vendors);

  async function makeScene(kind: 'whatsapp' | 'sms' | 'rcs' = 'whatsapp', timeZone = 'UTC'): Promise<VendorScene> {
    const admin = await makeUser({ enterprise: await makeEnterprise({ timeZone }) });
    const { channelId, hookUrl } = await { sms: makeSms, rcs: makeRcs, whatsapp: makeWhatsApp }[kind](admin);
    await control.behave(channelId, { receiptDelayMs: 0 });
    return { admin, channelId, hookUrl };
  }

  async function publishNow({ admin }: StreamScene, journeyId: string, more: object = {}): Promise<{ moved: number; left: object[] }> {
    const { revision } = (await as(admin).get(at(journeys.draft.path, journeyId))).json().data;
    const published = await as(admin).post(at(journeys.publish.path, journeyId), { revision, ...more });
    if (published.statusCode !== 200) {
      const checked = await as(admin).get(at(journeys.check.path, journeyId));
      throw new Error(`${published.body} ${checked.body}`);
    }
    return published.json().data;
  }
  async function attach({ admin, channelId }: StreamScene, journeyId: string, kind: string, word: string): Promise<void> {
    const attached = await as(admin).post(publishing.attach.path, { journeyId, channelId, kind, word });
    expect([attached.statusCode, attached.json().message]).toEqual([200, 'The rule is attached.']);
  }

  /** The draft of a stream is this document from now on. */
  async function write({ admin }: StreamScene, id: string, name: string, written: Document): Promise<void> {
    const document = { ...written, id, name };
    await contextOf(admin).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document), fingerprint: fingerprintOf(document) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('journeyId', '=', id)
        .execute(),
    );
  }

  /** Publishes a document, and lets a word begin it, or calls; nothing, where a bot's tool is to. @returns the stream's id */
  async function publish(
    scene: StreamScene,
    word: string,
    written: Document,
    kind: 'keyword' | 'ended' | 'api' | 'tool' = 'keyword',
  ): Promise<string> {
    const name = word || `Stream ${newId()}`;
    const { id } = (await as(scene.admin).post(journeys.create.path, { name, example: '' })).json().data as JourneyItem;
    await write(scene, id, name, written);
    await publishNow(scene, id);
    if (kind !== 'tool') await attach(scene, id, kind, word);
    return id;
  }
  /** The next version of a stream, which its rules begin from now on. @returns who has moved to it, and who has not */
  async function publishAgain(scene: StreamScene, journeyId: string, written: Document) {
    const { admin } = scene;
    const { name, version } = (await as(admin).get(at(journeys.get.path, journeyId))).json().data as JourneyItem;
    await write(scene, journeyId, name, written);
    const result = await publishNow(scene, journeyId, { moves: true });
    const { entries } = (await as(admin).get(`${publishing.list.path}?journeyId=${journeyId}`)).json().data as { entries: JourneyRule[] };
    for (const { id } of entries)
      expect(
        (await as(admin).put(publishing.change.path.replace(':entryId', id), { version: version + 1, isActive: true })).statusCode,
      ).toBe(200);
    return result;
  }
  async function publishExample(scene: StreamScene, example: string, word: string): Promise<string> {
    const { id } = (await as(scene.admin).post(journeys.create.path, { name: example, example })).json().data as JourneyItem;
    await publishNow(scene, id);
    await attach(scene, id, 'keyword', word);
    return id;
  }

  /** Begins a stream by a call. @returns why nothing has begun; '' where it has */
  const begin = async ({ admin, channelId }: StreamScene, journeyId: string, address: string, entry: object = {}, requestKey = '') =>
    (await as(admin).post(at(journeyStarts.start.path, journeyId), { channelId, address, requestKey, entry })).json().data as {
      instanceId: string;
      refused: string;
    };

  /** A person's phone: what they write, press and send there, and what it shows of ours. */
  function phoneOf({ channelId }: StreamScene, number: string) {
    const act = (what: SandboxAct | { kind: 'media'; media: 'image' | 'audio' | 'document' }) =>
      control.act(channelId, number, what, 'Asha');
    const ours = async () => {
      const { messages } = await control.phone(channelId, number).catch(() => ({ messages: [] }));
      return messages.filter(({ isFromCustomer }) => !isFromCustomer);
    };
    const shownTexts = async () => (await ours()).map(({ text }) => text);
    return {
      number,
      ours,
      say: (text: string) => act({ kind: 'text', text }),
      sendFile: (media: 'image' | 'audio' | 'document') => act({ kind: 'media', media }),
      /** The newest button of this title, or the oldest */
      async press(title: string, which: 'newest' | 'oldest' = 'newest') {
        const has = ({ buttons }: { buttons: { title: string }[] }) => buttons.some((button) => button.title === title);
        const asked = which === 'newest' ? (await ours()).findLast(has) : (await ours()).find(has);
        const button = asked?.buttons.find((one) => one.title === title);
        if (!asked || !button) throw new Error(`There is no button ${title}.`);
        return act({ kind: 'press', messageId: asked.id, buttonId: button.id });
      },
      texts: shownTexts,
      shows: (...expected: string[]) =>
        vi.waitFor(async () => expect(await shownTexts()).toEqual(expected.map((text) => expect.stringContaining(text)))),
      /** Waits until the last shown text contains this one, after any others */
      shownLast: (text: string) => vi.waitFor(async () => expect((await shownTexts()).at(-1)).toContain(text)),
    };
  }

  /** The walks of an enterprise, the newest first, as the monitor shows them. */
  const walks = async (admin: TestUser, query: Record<string, string> = {}) =>
    (await as(admin).get(`${journeyMonitor.list.path}?${new URLSearchParams({ from: '0', perPage: '50', ...query })}`)).json().data
      .instances as JourneyInstance[];

  const walksOf = ({ admin }: StreamScene) =>
    contextOf(admin).read((tx) =>
      tx.selectFrom('journeyInstances').selectAll().where('enterpriseId', '=', admin.enterpriseId).orderBy('startedAt').execute(),
    );
  const statesOf = async (scene: StreamScene) =>
    (await walksOf(scene)).map(({ state, reason, outcome }) => [state, reason, outcome].filter(Boolean).join(' '));
  /** The walks have come to these states, the oldest walk first. */
  const becomes = (scene: StreamScene, ...states: string[]) => vi.waitFor(async () => expect(await statesOf(scene)).toEqual(states));

  /**
   * Asserts the invariants of every outcome: nothing is left unread, no turn and no message is there twice, and everything that started has
   * ended or runs.
   */
  async function expectWhole({ admin, channelId }: StreamScene): Promise<void> {
    const { enterpriseId } = admin;
    const look = () =>
      contextOf(admin).read(async (tx) => {
        const one = async (query: ReturnType<typeof sql<{ found: unknown }>>) => (await query.execute(tx)).rows[0]?.found;
        return {
          unread: await one(sql`select count(*)::int as found from journey_inputs where enterprise_id = ${enterpriseId} and not is_kept`),
          onTheWay: await one(sql`select count(*)::int as found from send_queue where enterprise_id = ${enterpriseId}`),
          // Turns of a walk are numbered without a gap, and none is there twice.
          turnsAmiss: await one(sql`select count(*)::int as found from journey_instances i
            left join (select instance_id, count(*) as turns, max(turn) as last from journey_turns where enterprise_id = ${enterpriseId} group by 1) t
              using (instance_id)
            where i.enterprise_id = ${enterpriseId} and i.instance <> '{}' and i.turn <> 0 and (t.turns <> i.turn or t.last <> i.turn)`),
          // Every unfinished walk is among the living ones, and no other.
          livingAmiss: await one(sql`select count(*)::int as found from journey_instances i
            full join journey_live l on l.enterprise_id = i.enterprise_id and l.instance_id = i.instance_id
            where coalesce(i.enterprise_id, l.enterprise_id) = ${enterpriseId}
              and (i.instance_id is null or (l.instance_id is not null) <> (i.state in ('RUNNING', 'WAITING')))`),
          entriesAmiss: await one(sql`select count(*)::int as found from chats c
            join (select chat_id, count(*) as entries, max(number) as last from chat_actions where enterprise_id = ${enterpriseId} group by 1) a
              using (chat_id)
            where c.enterprise_id = ${enterpriseId} and (a.entries <> c.last_number or a.last <> c.last_number)`),
          equation: await one(sql`select jsonb_build_object(
              'started', coalesce(sum(count) filter (where what = 'started'), 0), 'ended', coalesce(sum(count) filter (where what = 'ended'), 0)) as found
            from (select what, count from journey_counts where enterprise_id = ${enterpriseId}
              union all select what, count from journey_count_changes where enterprise_id = ${enterpriseId}) c`),
          ended:
            await one(sql`select jsonb_build_object('started', count(*), 'ended', count(*) filter (where state not in ('RUNNING', 'WAITING'))) as found
            from journey_instances where enterprise_id = ${enterpriseId} and merged_into is null`),
        };
      });
    await vi.waitFor(async () => {
      const { ended, ...found } = await look();
      expect(found).toEqual({ unread: 0, onTheWay: 0, turnsAmiss: 0, livingAmiss: 0, entriesAmiss: 0, equation: ended });
    });
    expect((await control.stats(channelId)).duplicates).toBe(0);
  }

  return {
    makeScene,
    publish,
    publishAgain,
    publishExample,
    attach,
    begin,
    phoneOf,
    walks,
    walksOf,
    statesOf,
    becomes,
    expectWhole,
  };
}
