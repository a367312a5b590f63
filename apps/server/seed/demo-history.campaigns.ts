import { type CampaignPlan, emptyPlan } from '@parley/contract';
import { dropMailsBefore } from '../src/domains/account/door.ts';
import { ensureSets } from '../src/domains/customer/door.ts';
import { endRun, freezeRun } from '../src/domains/messaging/door.inside.ts';
import {
  approveActivity,
  commentOn,
  createActivity,
  createCampaign,
  rejectActivity,
  startByPerson,
  submitActivity,
} from '../src/domains/outreach/door.ts';
import { mappings } from './demo-history.broadcasts.ts';
import type { Past } from './demo-history.past.ts';
import { daysBefore } from './demo-history.plan.ts';
import { carry, type Fate } from './demo-history.wire.ts';
import { createRandom } from './random.ts';

const maker = 'maker@demo.example';
const checker = 'checker@demo.example';
const readSeconds = 600;
const hourSeconds = 3600;

type Wanted = { name: string; description: string; template: 'weekend_offer' | 'order_update'; group: string };

async function planOf({ ctx, tx, mark }: Past, { template, group }: Wanted): Promise<CampaignPlan> {
  const plan = emptyPlan();
  return {
    ...plan,
    channelId: mark.whatsApp,
    message: { template: { templateId: template, templateUId: mark.templates[template] as string, cards: [] } },
    columnMapping: mappings[template] ?? [],
    audience: { ...plan.audience, groupIds: await ensureSets(tx, ctx.enterpriseId, 'group', [group], null) },
  };
}

/** A campaign with an iteration that waits for approval. */
async function submit(past: Past, wanted: Wanted) {
  const { name, description } = wanted;
  const ctx = past.as(maker);
  const { id: campaignId } = await createCampaign(ctx, {
    name,
    description,
    accessType: 'Everyone',
    plan: await planOf(past, wanted),
    requestKey: '',
  });
  past.pass(hourSeconds);
  const { id } = await createActivity(ctx, { campaignId, name: '', requestKey: '' });
  return submitActivity(ctx, id);
}

function fateOf(seed: number): () => Fate {
  const random = createRandom(seed);
  return () => {
    const chance = random.between(1, 100);
    if (chance <= 3) return 'failed';
    if (chance <= 7) return 'sent';
    return chance <= 35 ? 'delivered' : 'read';
  };
}

async function makeCompleted(past: Past): Promise<void> {
  const { ctx, tx, mark } = past;
  past.goTo(daysBefore(mark, 9));
  const { id, seal } = await submit(past, {
    name: 'Loyalty weekend',
    description: 'Ten per cent off for the members of the loyalty club.',
    template: 'weekend_offer',
    group: 'Loyalty club',
  });
  past.pass(hourSeconds);
  await approveActivity(past.as(checker), id, { seal, note: 'Fine. The code is in the till from Friday on.' });
  past.pass(hourSeconds);
  await startByPerson(past.as(maker), id);
  await freezeRun(ctx, id);
  await carry(past, mark.whatsApp, fateOf(mark.seed), readSeconds);
  await endRun(ctx, tx, id);
}

async function makeDeclined(past: Past): Promise<void> {
  past.goTo(daysBefore(past.mark, 3));
  const { id } = await submit(past, {
    name: 'Wholesale discount',
    description: 'The weekend offer for wholesale partners too.',
    template: 'weekend_offer',
    group: 'Wholesale',
  });
  past.pass(hourSeconds);
  await commentOn(past.as(checker), id, { text: 'Do wholesale partners get this on top of their own prices?', requestKey: '' });
  past.pass(hourSeconds);
  await commentOn(past.as(maker), id, { text: 'Yes, both would count together.', requestKey: '' });
  past.pass(hourSeconds);
  await rejectActivity(past.as(checker), id, 'Wholesale prices are reduced already: please leave this group out.');
}

async function makeWaiting(past: Past): Promise<void> {
  past.goTo(daysBefore(past.mark, 1));
  await submit(past, {
    name: 'Orders on their way',
    description: 'Newcomers hear when their first order leaves the store.',
    template: 'order_update',
    group: 'Newcomers',
  });
}

async function makeDraft(past: Past): Promise<void> {
  past.goTo(daysBefore(past.mark, 1));
  await createCampaign(past.as(maker), {
    name: 'Summer preview',
    description: 'For whoever bought something last summer; the template is still to be written.',
    accessType: 'Private',
    plan: emptyPlan(),
    requestKey: '',
  });
}

/** A campaign in each state that somebody would like to look at: completed, declined, waiting for approval, and a draft. */
export async function makeCampaigns(past: Past): Promise<void> {
  await makeCompleted(past);
  await makeDeclined(past);
  await makeWaiting(past);
  await makeDraft(past);
  // Their lists tell makers and checkers; nobody gets a mail about what was invented.
  await dropMailsBefore(past.tx, past.ctx.enterpriseId, new Date(past.mark.beganAt));
}
