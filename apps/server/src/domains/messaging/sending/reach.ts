import { channelTypes, type Reach, type ReachAnswer, type ReachKind, templateKinds } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { addressOf, type Reachable } from '../../customer/door.ts';
import { judge, type Way } from '../gate/judge.ts';
import { windowEnd } from './chat-line.ts';

/** Kinds of channel with templates, by which marketing and utility messages leave. */
const templated: ReadonlySet<number> = new Set(Object.values(templateKinds));
/** Channel types that need only a customer's number or e-mail address; elsewhere a customer must have written first. */
const byOwnAddress: ReadonlySet<number> = new Set([...templated, channelTypes.EMAIL]);

type ReachedChannel = {
  channelId: string;
  name: string;
  type: number;
  vendor: string;
  state: string;
  address: string | null;
  lastInboundAt: Date | null;
};

/**
 * Tells whether each kind of message would pass the gate now, for each channel: the very checks of sending, up to the wallet.
 * @param openChats channels on which the customer has an open chat, which is what the widget's channel needs
 */
export async function listReach(
  ctx: EnterpriseContext,
  tx: Read,
  customer: Reachable & { customerId: string },
  openChats: ReadonlySet<string>,
): Promise<Reach[]> {
  const reaches: Reach[] = [];
  for (const line of await listLines(tx, ctx.enterpriseId, customer.customerId)) {
    const { channelId, name, type } = line;
    const kinds: ReachKind[] = templated.has(type) ? ['marketing', 'utility', 'text'] : ['text'];
    const answers: ReachAnswer[] = [];
    for (const kind of kinds) answers.push(await answerOf(ctx, tx, line, kind, customer, openChats));
    reaches.push({ channelId, channelName: name, channelType: type, answers });
  }
  return reaches;
}

/** The channels with the address that the customer wrote from last. */
async function listLines(tx: Read, enterpriseId: string, customerId: string): Promise<ReachedChannel[]> {
  const [channels, addresses] = await Promise.all([
    tx
      .selectFrom('channels')
      .select(['channelId', 'name', 'type', 'vendor', 'state'])
      .where('enterpriseId', '=', enterpriseId)
      .orderBy('name')
      .execute(),
    tx
      .selectFrom('customerAddresses')
      .select(['channelId', 'address', 'lastInboundAt'])
      .where('enterpriseId', '=', enterpriseId)
      .where('customerId', '=', customerId)
      .orderBy('lastInboundAt', (order) => order.desc().nullsLast())
      .execute(),
  ]);
  return channels.map((channel) => {
    const heard = addresses.find(({ channelId }) => channelId === channel.channelId);
    return { ...channel, vendor: channel.vendor ?? '', address: heard?.address ?? null, lastInboundAt: heard?.lastInboundAt ?? null };
  });
}

async function answerOf(
  ctx: EnterpriseContext,
  tx: Read,
  line: ReachedChannel,
  kind: ReachKind,
  customer: Reachable & { customerId: string },
  openChats: ReadonlySet<string>,
): Promise<ReachAnswer> {
  const { channelId, type, state } = line;
  const isWeb = type === channelTypes.WEB;
  const isText = kind === 'text';
  const own = byOwnAddress.has(type) ? addressOf(customer, type) : null;
  // Templates go to the number of the phone book, as runs send them; an answer goes where the customer wrote from.
  const address = isText ? (line.address ?? own ?? (isWeb ? '' : null)) : own;
  const end = isText && !isWeb ? windowEnd({ type, vendor: line.vendor, lastInboundAt: line.lastInboundAt?.toISOString() ?? null }) : null;
  const now = ctx.now();
  const way: Way = {
    channel: { channelId, type, state },
    purpose: isText ? 'service' : kind,
    template: isText ? null : { status: 'APPROVED', hasMedia: true },
    resourceId: '',
    unique: null,
    isBlocked: null,
    isWindowClosed: isText && (isWeb ? !openChats.has(channelId) : end !== null && end <= now),
    quietHours: null,
  };
  const [judged] = await judge(ctx, tx, way, [{ address, given: '', customerId: customer.customerId, missing: [] }]);
  if (!judged) throw new Error('The gate said nothing.');
  const { reason, dueAt } = judged;
  const told = { kind, until: null, from: null };
  if (reason === 'WINDOW_CLOSED') return { ...told, canMessage: false, reason: isWeb ? 'CHAT_CLOSED' : reason };
  if (reason === 'INVALID_NUMBER' || reason === 'BLOCKED' || reason === 'OPTED_OUT' || reason === 'CHANNEL_DOWN' || reason === 'CAPPED')
    return { ...told, canMessage: false, reason };
  if (reason !== undefined) throw new Error(`The gate gave ${reason} before there was a message.`);
  // The gate's now is a moment later than the one above.
  if (dueAt > ctx.now()) return { ...told, canMessage: false, reason: 'QUIET_HOURS', from: dueAt.toISOString() };
  return { ...told, canMessage: true, reason: 'OK', until: end?.toISOString() ?? null };
}
