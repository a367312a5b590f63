import type { ColumnMapping } from '@parley/contract';
import { ensureSets } from '../src/domains/customer/door.ts';
import { addNumbers, endRun, freezeRun } from '../src/domains/messaging/door.inside.ts';
import { cancelBroadcast, sendBroadcast } from '../src/domains/outreach/door.ts';
import type { Past } from './demo-history.past.ts';
import { daysBefore, historyDays, type PlannedBroadcast } from './demo-history.plan.ts';
import { carry, type Fate } from './demo-history.wire.ts';
import { createRandom } from './random.ts';

type Mapped = ColumnMapping['variables'][number];
const fixed = (variable: string, value: string): Mapped => ({ variable, type: 'static', value, mappings: [] });
const byName: Mapped = { variable: 'body.1', type: 'column', value: 'name', mappings: [] };

export const mappings: Record<string, ColumnMapping[]> = {
  order_update: [{ type: 'messageTags', card: null, variables: [byName, fixed('body.2', 'A-1042')] }],
  weekend_offer: [
    { type: 'messageTags', card: null, variables: [byName] },
    { type: 'buttonPayload', card: null, variables: [fixed('button.0', 'WEEKEND10')] },
  ],
  delivery_today: [{ type: 'messageTags', card: null, variables: [byName] }],
};

const readSeconds = 240;
const sender = 'maker@demo.example';
/** Shares of a hundred messages; an SMS is never known to be read. */
const shares = {
  whatsApp: { failed: 2, sent: 2, delivered: 30 },
  sms: { failed: 2, sent: 3, delivered: 95 },
} as const;

function fatesOf({ line, seed }: PlannedBroadcast): () => Fate {
  const random = createRandom(seed);
  const { failed, sent, delivered } = shares[line];
  return () => {
    const chance = random.between(1, 100);
    if (chance <= failed) return 'failed';
    if (chance <= failed + sent) return 'sent';
    return chance <= failed + sent + delivered ? 'delivered' : 'read';
  };
}

/** A broadcast with the rows of its audience and their receipts. */
async function makeBroadcast(past: Past, planned: PlannedBroadcast): Promise<void> {
  const { deps, ctx, tx, mark } = past;
  past.goTo(planned.sentAt);
  const [groupId] = planned.group === '' ? [] : await ensureSets(tx, ctx.enterpriseId, 'group', [planned.group], null);
  const channelId = mark[planned.line];
  const { id } = await sendBroadcast(deps, past.as(sender), {
    channelId,
    phoneNumber: planned.numbers,
    groupIds: groupId ? [groupId] : [],
    message: { template: { templateId: planned.template, templateUId: mark.templates[planned.template] as string, cards: [] } },
    columnMapping: mappings[planned.template] ?? [],
    sendAt: '',
    requestKey: '',
    country: 'IN',
    calendarId: '',
  });
  await freezeRun(ctx, id);
  const fateOf = fatesOf(planned);
  await carry(past, channelId, fateOf, readSeconds, planned.cancelledAfter ?? undefined);
  if (planned.cancelledAfter === null) await endRun(ctx, tx, id);
  else await cancelBroadcast(past.as(sender), id);
}

export async function makeBroadcasts(past: Past, broadcasts: readonly PlannedBroadcast[]): Promise<void> {
  for (const planned of broadcasts) await makeBroadcast(past, planned);
}

/** Customers who want no offers, and one who wants nothing at all. */
export async function makeRefusals(past: Past, [blocked, ...optedOut]: readonly string[]): Promise<void> {
  past.goTo(daysBefore(past.mark, historyDays - 1));
  const ctx = past.as('admin@demo.example');
  await addNumbers(ctx, optedOut, { kind: 'opted_out', reason: 'Asked for no offers at the counter', source: 'customer', channelId: '' });
  if (blocked) await addNumbers(ctx, [blocked], { kind: 'blocked', reason: 'Number has a new owner', source: 'complaint', channelId: '' });
}
