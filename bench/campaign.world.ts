import { randomUUIDv7 } from 'node:crypto';
import { type CampaignPlan, emptyPlan, moneyUnit, TemplateExtra } from '@parley/contract';
import type pg from 'pg';
import type { EnterpriseContext } from '../apps/server/src/context.ts';
import { addRates, bookCorrection } from '../apps/server/src/domains/billing/door.ts';
import { startRun } from '../apps/server/src/domains/messaging/door.run.ts';
import { findRunMessage } from '../apps/server/src/domains/outreach/message/message.ts';
import type { World } from './world.ts';

/** A production channel with a template of marketing, a maker, and money to send with. */
export async function makeSender(world: World, owner: pg.Client) {
  const [channelId, templateId] = [randomUUIDv7(), randomUUIDv7()];
  const { enterpriseId, ctx } = world;
  const components = [{ type: 'BODY', text: 'Hello {{1}}', samples: { '1': 'Asha' } }];
  await owner.query(
    `insert into channels (enterprise_id, channel_id, type, name, vendor, widget_key, contact_id, environment, sealed_config, hook_secret, speed_per_second, data)
     values ($1, $2, 4, 'Bench', 'twixormcmi', $3, '104500000000099', 'production', $4, 'bench-secret', 1000000, '{"entry":"queue"}')`,
    [enterpriseId, channelId, randomUUIDv7(), world.running.deps.secrets.encrypt('{}')],
  );
  await owner.query(
    `insert into templates (enterprise_id, template_id, channel_id, name, language, category, components, extra, status, vendor_template_id)
     values ($1, $2, $3, 'bench', 'en', 'MARKETING', $4, $5, 'APPROVED', 'bench')`,
    [enterpriseId, templateId, channelId, JSON.stringify(components), JSON.stringify(TemplateExtra.parse({}))],
  );
  await ctx.transaction(async (tx) => {
    const by = { kind: 'operator', name: '' } as const;
    const rate = { channelType: 4, vendor: '', category: 'MARKETING' as const, country: '', fromUnits: 0, price: 863_100 };
    await addRates({ ...ctx, by }, tx, { validFrom: ctx.now(), rates: [rate], by: by.kind });
    await bookCorrection(ctx, tx, { amount: 100_000_000 * moneyUnit, reason: 'Bench', actor: by.kind });
  });
  const { userId } = await world.makeAgent([4]);
  return { channelId, templateId, userId };
}
export type Sender = Awaited<ReturnType<typeof makeSender>>;

/** People in a group; the same customers may be in several. */
export async function makeGroup(owner: pg.Client, enterpriseId: string, first: number, last: number): Promise<string> {
  const setId = randomUUIDv7();
  await owner.query(`insert into customer_sets (enterprise_id, set_id, kind, name) values ($1, $2::uuid, 'group', ($2::uuid)::text)`, [
    enterpriseId,
    setId,
  ]);
  await owner.query(
    `insert into customer_set_members (enterprise_id, set_id, customer_id)
     select $1, $2, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid from generate_series($3::integer, $4::integer) as i`,
    [enterpriseId, setId, first, last],
  );
  return setId;
}

export async function makePeople(owner: pg.Client, enterpriseId: string, count: number): Promise<void> {
  await owner.query(
    `insert into customers (enterprise_id, customer_id, name, number, search_text)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Customer ' || i, '+91' || (9800000000 + i)::text, 'customer ' || i
     from generate_series(1, $2::integer) as i`,
    [enterpriseId, count],
  );
  await owner.query('analyze customers');
}

export const planOf = ({ channelId, templateId }: Sender, groupId: string): CampaignPlan => {
  const plan = emptyPlan();
  return {
    ...plan,
    channelId,
    message: { template: { templateId: 'bench', templateUId: templateId, cards: [] } },
    columnMapping: [
      {
        type: 'messageTags',
        card: null,
        variables: [{ variable: 'body.1', type: 'column', value: 'name', mappings: [], fallback: 'you' }],
      },
    ],
    audience: { ...plan.audience, groupIds: [groupId] },
  };
};

export async function makeCampaign(owner: pg.Client, enterpriseId: string, { userId }: Sender, plan: CampaignPlan): Promise<string> {
  const campaignId = randomUUIDv7();
  await owner.query(
    `insert into campaigns (enterprise_id, campaign_id, name, plan, access_type, created_by, created_at, updated_by, updated_at)
     values ($1, $2::uuid, ($2::uuid)::text, $3, 'Everyone', $4, now(), $4, now())`,
    [enterpriseId, campaignId, JSON.stringify(plan), userId],
  );
  return campaignId;
}

/** An iteration as it is after its approval, or after its start. */
export async function makeActivity(
  owner: pg.Client,
  enterpriseId: string,
  { userId }: Sender,
  {
    campaignId,
    number,
    plan,
    people,
    isStarted,
  }: { campaignId: string; number: number; plan: CampaignPlan; people: number; isStarted: boolean },
): Promise<string> {
  const activityId = randomUUIDv7();
  await owner.query(
    `insert into activities (enterprise_id, activity_id, campaign_id, number, name, plan, approval, state, created_by, created_at, updated_at,
       last_edited_by, last_editor_email, decided_by, seal, started_at, breakdown)
     values ($1, $2, $3, $4::integer, '#' || ($4::integer)::text, $5, 'Approved', case when $7::boolean then 2 else 0 end, $6, now(), now(), $6, 'maker@bench.example', $6, 'sealed',
       case when $7::boolean then now() end, jsonb_build_object('reachable', $8::integer))`,
    [enterpriseId, activityId, campaignId, number, JSON.stringify(plan), userId, isStarted, people],
  );
  return activityId;
}

/** The run of an iteration, whose audience is not frozen yet. */
export async function startRunOf(ctx: EnterpriseContext, { channelId }: Sender, runId: string, plan: CampaignPlan): Promise<void> {
  await ctx.transaction(async (tx) => {
    const found = await findRunMessage(tx, ctx.enterpriseId, { channelId, message: plan.message, columnMapping: plan.columnMapping });
    if (!found) throw new Error('There is no template.');
    const { templateId, message } = found;
    const run = { runId, source: 'CAMPAIGN' as const, channelId, templateId, message, isMarketing: true, startsAt: null };
    await startRun(ctx, tx, { ...run, perMinute: null, quietHours: null, releaseLeft: null });
  });
}
