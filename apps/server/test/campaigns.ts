import { type Activity, type ActivityProgress, type Campaign, emptyPlan, endpoints, type TemplateCategory } from '@parley/contract';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { body, createVendorScenes, type Vendors } from './vendors.ts';

const { campaigns, activities } = endpoints;
type Plan = Campaign['plan'];
export type PlanChange = Partial<Omit<Plan, 'schedule'>> & { schedule?: Partial<Plan['schedule']> };

export const numberAt = (index: number) => `+9198765${String(index).padStart(5, '0')}`;
export const checkerRole = 5;
export const makerRole = 4;

/** Campaigns as people make, approve and follow them: over HTTP. */
export function createCampaigns(app: TestApp, vendors: Vendors) {
  const { as, makeUser, contextOf } = app;
  const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);

  /** People in a new group. */
  async function makeGroup(owner: { enterpriseId: string }, count: number, { first = 1, name = 'All' } = {}): Promise<string> {
    const setId = newId();
    const { enterpriseId } = owner;
    await contextOf(owner).transaction(async (tx) => {
      await tx.insertInto('customerSets').values({ enterpriseId, setId, kind: 'group', name }).execute();
    });
    await addPeople(owner, setId, count, first);
    return setId;
  }

  async function addPeople(owner: { enterpriseId: string }, setId: string, count: number, first: number): Promise<void> {
    const { enterpriseId } = owner;
    await contextOf(owner).transaction((tx) =>
      sql`with made as (
          insert into customers (enterprise_id, customer_id, name, number, search_text)
          select ${enterpriseId}, gen_random_uuid(), 'Customer ' || n, '+9198765' || lpad(n::text, 5, '0'), ' customer'
          from generate_series(${first}::integer, ${first + count - 1}::integer) n returning customer_id)
        insert into customer_set_members (enterprise_id, set_id, customer_id) select ${enterpriseId}, ${setId}, customer_id from made`.execute(
        tx,
      ),
    );
  }

  /** An enterprise with its maker and checker, a channel, an approved template and a group. */
  async function scene({ people = 3, category }: { people?: number; category?: TemplateCategory } = {}) {
    const admin = await makeUser();
    const [maker, checker] = [
      await makeUser({ enterprise: admin, roles: [makerRole], name: 'Mia Maker' }),
      await makeUser({ enterprise: admin, roles: [checkerRole], name: 'Chi Checker' }),
    ];
    const { channelId } = await makeWhatsApp(admin);
    const template = await makeTemplate(admin, channelId, [body('Hello')], category ? { category } : {});
    const groupId = await makeGroup(admin, people);
    return { admin, maker, checker, channelId, template, groupId, ctx: contextOf(admin) };
  }
  type Scene = Awaited<ReturnType<typeof scene>>;

  const planOf = ({ channelId, template, groupId }: Pick<Scene, 'channelId' | 'template' | 'groupId'>, change: PlanChange = {}): Plan => {
    const plan = emptyPlan();
    return {
      ...plan,
      channelId,
      message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
      audience: { ...plan.audience, groupIds: [groupId] },
      ...change,
      schedule: { ...plan.schedule, ...change.schedule },
    };
  };

  const at = (path: string, id: string) => path.replace(/:(campaignId|activityId)/, id);
  const post = async (user: Pick<TestUser, 'token'>, path: string, id: string, given: object = {}) => {
    const answer = await as(user).post(at(path, id), given);
    return { http: answer.statusCode, ...answer.json() };
  };
  const put = async (user: Pick<TestUser, 'token'>, path: string, id: string, given: object) => {
    const answer = await as(user).put(at(path, id), given);
    return { http: answer.statusCode, ...answer.json() };
  };
  const read = async (user: Pick<TestUser, 'token'>, path: string, id: string, query = '') => {
    const answer = await as(user).get(`${at(path, id)}${query}`);
    return { http: answer.statusCode, ...answer.json() };
  };

  let names = 0;
  async function makeCampaign(user: Pick<TestUser, 'token'>, plan: object, more: object = {}): Promise<Campaign> {
    names += 1;
    const answer = await post(user, campaigns.create.path, '', { name: `Campaign ${names}`, accessType: 'Everyone', plan, ...more });
    expect(answer).toMatchObject({ status: true });
    return answer.data;
  }
  async function makeActivity(user: Pick<TestUser, 'token'>, campaignId: string, more: object = {}): Promise<Activity> {
    const answer = await post(user, activities.create.path, '', { campaignId, ...more });
    expect(answer).toMatchObject({ status: true });
    return answer.data;
  }
  const act = (user: Pick<TestUser, 'token'>, id: string, state: string | number, reason = '') =>
    post(user, activities.action.path, id, { state, reason });
  const get = async (user: Pick<TestUser, 'token'>, id: string): Promise<Activity> => (await read(user, activities.get.path, id)).data;
  const approve = async (user: Pick<TestUser, 'token'>, id: string, seal?: string, note = '') =>
    post(user, activities.approve.path, id, { seal: seal ?? (await get(user, id)).seal, note });
  const progress = async (user: Pick<TestUser, 'token'>, id: string): Promise<ActivityProgress> => {
    const { data } = await read(user, activities.instances.path, id);
    // True at every look: nobody is lost, and nobody is counted twice.
    expect(data.skipped + data.failed + data.sent + data.remaining).toBe(data.audience);
    expect(data.skipped + data.failed + data.inFlight + data.delivered).toBe(data.audience);
    return data;
  };

  /** An iteration with this plan, submitted by the maker. */
  async function submitted(made: Scene, change: PlanChange = {}): Promise<Activity> {
    const campaign = await makeCampaign(made.maker, planOf(made, change));
    const { id } = await makeActivity(made.maker, campaign.id);
    const answer = await act(made.maker, id, 'Submitted');
    expect(answer).toMatchObject({ status: true });
    return answer.data.activity;
  }
  async function approved(made: Scene, change: PlanChange = {}): Promise<Activity> {
    const { id, seal } = await submitted(made, change);
    const answer = await approve(made.checker, id, seal);
    expect(answer).toMatchObject({ status: true });
    return answer.data;
  }
  const start = (user: Pick<TestUser, 'token'>, id: string) => post(user, activities.start.path, id);
  async function started(made: Scene, change: PlanChange = {}): Promise<Activity> {
    const { id } = await approved(made, change);
    const answer = await start(made.checker, id);
    expect(answer).toMatchObject({ status: true });
    return answer.data;
  }
  const until = (user: Pick<TestUser, 'token'>, id: string, wanted: (activity: Activity) => boolean): Promise<Activity> =>
    vi.waitFor(
      async () => {
        const activity = await get(user, id);
        await progress(user, id);
        if (!wanted(activity)) throw new Error(`${activity.approval} ${activity.state} ${activity.entries.map(({ kind }) => kind).join()}`);
        return activity;
      },
      { interval: 50 },
    );
  const kindsOf = ({ entries }: Pick<Activity, 'entries'>) => entries.map(({ kind }) => kind);
  const hasEntry = (kind: string) => (activity: Activity) => kindsOf(activity).includes(kind as 'created');
  const received = async (channelId: string, count: number, first = 1) => {
    // A phone that has never got anything is not known.
    const lengthOf = (number: string) =>
      vendors.control.phone(channelId, number).then(
        ({ messages }) => messages.length,
        () => 0,
      );
    return Promise.all(Array.from({ length: count }, (_, index) => lengthOf(numberAt(first + index))));
  };
  const noticesOf = async (user: Pick<TestUser, 'token'>): Promise<{ kind: string; code: string; text: string }[]> =>
    (await as(user).get(`${endpoints.notifications.list.path}?perPage=50`)).json().data.notifications;

  return {
    scene,
    planOf,
    post,
    put,
    read,
    makeCampaign,
    makeActivity,
    makeGroup,
    addPeople,
    act,
    get,
    approve,
    progress,
    submitted,
    approved,
    start,
    started,
    until,
    kindsOf,
    hasEntry,
    received,
    noticesOf,
  };
}
