import { channelTypes, numberSpellings, type TemplateCategory } from '@parley/contract';
import type { OutgoingContent } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessCustomer, addressOf } from '../../customer/door.ts';
import type { Purpose } from '../gate/judge.ts';
import { priorities } from '../ledger/ledger.repository.ts';
import { windowEnd } from './chat-line.ts';
import { readSendingChannel } from './line.ts';
import { type Decided, measure, purposeOf, send, unitsOf } from './send.ts';

/** A word of the product's own to one person who has just written, such as the confirmation of an opt-out. */
export async function sendSystemText(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, address, text }: { channelId: string; address: string; text: string },
): Promise<void> {
  const messageId = idAt(ctx.now());
  const channel = await readSendingChannel(tx, ctx.enterpriseId, channelId);
  const content = { kind: 'text', text } as const;
  const road = {
    channel,
    source: 'SYSTEM',
    resourceId: messageId,
    runId: null,
    priority: priorities.system,
    isOrdered: true,
    isHeld: false,
    purpose: 'service',
    template: null,
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
    quietHours: null,
    isInWindow: false,
  } as const;
  const units = unitsOf(channel.type, () => content);
  await send(ctx, tx, [
    { messageId, road, customerId: null, number: 0, address, given: address, content: { content }, units, missing: [] },
  ]);
}

/** The channel and address by which one person is reached now. */
export type SingleLine = {
  channelId: string;
  type: number;
  vendor: string;
  environment: 'sandbox' | 'production';
  state: string;
  address: string;
  customerId: string | null;
  lastInboundAt: Date | null;
  session: Record<string, string> | null;
};
/** @property channelIds those that may be used; none: all of them */
export type SingleTo = {
  customerId?: string | undefined;
  channelId?: string | undefined;
  number: string;
  channelIds: readonly string[];
};

const phoneTypes: readonly number[] = [channelTypes.WHATSAPP, channelTypes.SMS, channelTypes.RCS];
const byOwnAddress: readonly number[] = [...phoneTypes, channelTypes.EMAIL];

const lines = (tx: Tx, enterpriseId: string, { channelId, channelIds }: Pick<SingleTo, 'channelId' | 'channelIds'>) =>
  tx
    .selectFrom('channels as h')
    .where('h.enterpriseId', '=', enterpriseId)
    .$if(channelId !== undefined, (query) => query.where('h.channelId', '=', channelId ?? ''))
    .$if(channelIds.length > 0, (query) => query.where('h.channelId', 'in', [...channelIds]));
const ofLine = ['h.channelId', 'h.type', 'h.vendor', 'h.environment', 'h.state'] as const;
const unheard = { customerId: null, lastInboundAt: null, session: null };

/**
 * Finds a customer's channel: the one on which they wrote last. For a number, finds that channel, and its customer there.
 * @returns undefined where nobody is reached so
 * @throws DomainError customer.not_found
 */
export async function findSingleLine(tx: Tx, enterpriseId: string, to: SingleTo): Promise<SingleLine | undefined> {
  const { customerId, number } = to;
  const known = lines(tx, enterpriseId, to)
    .innerJoin('customerAddresses as a', (join) =>
      join.onRef('a.enterpriseId', '=', 'h.enterpriseId').onRef('a.channelId', '=', 'h.channelId'),
    )
    .select([...ofLine, 'a.address', 'a.customerId', 'a.lastInboundAt', 'a.session']);
  if (customerId !== undefined) {
    const customer = await accessCustomer(tx, enterpriseId, customerId);
    const written = await known
      .where('a.customerId', '=', customerId)
      .orderBy('a.lastInboundAt', (order) => order.desc().nullsLast())
      .limit(1)
      .executeTakeFirst();
    if (written || to.channelId === undefined) return written;
    const channel = await lines(tx, enterpriseId, to).select(ofLine).executeTakeFirst();
    const address = channel && byOwnAddress.includes(channel.type) ? addressOf(customer, channel.type) : null;
    return channel && address ? { ...channel, ...unheard, address, customerId } : undefined;
  }
  const channel = await lines(tx, enterpriseId, to).select(ofLine).executeTakeFirst();
  if (!channel) return undefined;
  const digits = number.trim().replace(/^\+/, '');
  const address = phoneTypes.includes(channel.type) && /^\d{6,15}$/.test(digits) ? `+${digits}` : number.trim();
  // Uses the customer's own spelling instead of the given one: the wire may know that one alone.
  const written = await known
    .where('a.address', 'in', numberSpellings(address))
    .orderBy('a.lastInboundAt', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  // A widget has no numbers: the customer names the person there.
  return written ?? (channel.type === channelTypes.WEB ? undefined : { ...channel, ...unheard, address });
}

export type SingleMessage = {
  content: OutgoingContent;
  /** null: free text, which a window that is closed holds back */
  template: { templateId: string; category: TemplateCategory; hasMedia: boolean } | null;
  missing: readonly string[];
  /** Purpose instead of the template's own; a template of marketing stays marketing */
  purpose?: Purpose;
  /** The content, where nobody may read it before it leaves, nor afterwards */
  sealed?: string;
};

/** One message of an enterprise’s own system to one person, through the gate. @returns what was decided; its row is in the ledger either way */
export async function sendSingle(ctx: EnterpriseContext, tx: Tx, line: SingleLine, message: SingleMessage): Promise<Decided> {
  const messageId = idAt(ctx.now());
  const { channelId, type, vendor, state, environment, address, customerId, session } = line;
  const { content, template, missing, sealed } = message;
  const own = template ? purposeOf(template.category) : 'service';
  const end = windowEnd({ ...line, lastInboundAt: line.lastInboundAt?.toISOString() ?? null });
  const road = {
    channel: { channelId, type, vendor, state, environment },
    source: 'API',
    resourceId: messageId,
    runId: null,
    priority: priorities.chat,
    isOrdered: true,
    isHeld: false,
    quietHours: null,
    purpose: own === 'marketing' ? own : (message.purpose ?? own),
    template: template ? { ...template, status: 'APPROVED' as const } : null,
    unique: null,
    isBlocked: null,
    isWindowClosed: end !== null && end <= ctx.now(),
    isInWindow: end !== null && end > ctx.now(),
  } as const;
  const stored = { ...(sealed === undefined ? { content } : { sealed }), ...(session ? { session } : {}) };
  const [decided] = await send(ctx, tx, [
    { messageId, road, customerId, number: 0, address, given: address, content: stored, ...measure(type, () => content), missing },
  ]);
  return decided as Decided;
}
