import { pageEventPrefix } from '@parley/contract';
import type { Value } from '@parley/journey';
import { fromJson } from '@parley/journey';
import { excuse, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessChannel } from '../../channel/door.ts';
import { openStreamChat, type VisitorStreams } from '../../chat/door.ts';
import { ensureCustomers, findWireSpellings, listExternalIds } from '../../customer/door.ts';
import { inboundAddress } from '../../messaging/door.talk.ts';
import { accessJourney } from '../document/journey.access.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { findWaitingFor, insertEvent, lockEvents } from '../inbox/event.repository.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { wakeKeyOf } from '../row/instance.keys.ts';
import type { Stream } from '../start/begun.repository.ts';
import { admitAll, type Beginning, type Begun, beginInstance } from '../start/instance.start.ts';
import { findCallRule, findState } from './inbound.repository.ts';
import { findRequest, insertRequest, lockRequest } from './request.repository.ts';

/** The same request within a week is answered as it was, and done once. */
async function once<R extends object>(ctx: Ctx, tx: Tx, scope: string, requestKey: string, work: () => Promise<R>): Promise<R> {
  if (requestKey === '') return work();
  const key = `${scope} ${requestKey}`;
  // Two of the same key at the same moment: the second waits for the first, and reads what it came to.
  await lockRequest(tx, ctx.enterpriseId, key);
  const known = await findRequest(tx, ctx.enterpriseId, key);
  if (known) {
    excuse(tx, 'it was done before, by the same key');
    return known.result as R;
  }
  const result = await work();
  await insertRequest(tx, { enterpriseId: ctx.enterpriseId, requestKey: key, result: JSON.stringify(result), at: ctx.now() });
  return result;
}

type Asked = { channelId: string; address: string; requestKey: string; entry: Record<string, unknown> };
type Started = { instanceId: string; refused: string };

/** Begins a stream for one person. @throws DomainError journey.not_found or channel.not_found */
export function startByCall(ctx: Ctx, journeyId: string, { channelId, address, requestKey, entry }: Asked): Promise<Started> {
  const { enterpriseId } = ctx;
  assertMayUseChannel(ctx.actor, channelId);
  return ctx.transaction(async (tx) => {
    const { name, state } = await accessJourney(tx, enterpriseId, journeyId);
    const { type } = await accessChannel(tx, enterpriseId, channelId);
    return once(ctx, tx, journeyId, requestKey, async (): Promise<Started> => {
      const rule = await findCallRule(tx, enterpriseId, journeyId, channelId);
      if (!rule || state !== 'PUBLISHED') {
        excuse(tx, 'nothing has begun');
        return { instanceId: '', refused: rule ? 'PAUSED' : 'NO_RULE' };
      }
      const now = ctx.now();
      const given = inboundAddress(address.trim(), type);
      // A number is somebody of the phone book already, whatever spelling of it this is; what is said goes to the one that they write from.
      const to = (await findWireSpellings(tx, enterpriseId, channelId, [given])).get(given) ?? given;
      const people = new Map(to.startsWith('+') ? [[to, { name: '', number: to }]] : []);
      const customer = (await ensureCustomers(tx, enterpriseId, channelId, [to], now, people)).get(to);
      if (!customer) throw new Error('A customer was not made.');
      const stream = { journeyId, version: rule.version, channelId };
      const entrant = { customerId: customer.customerId, entry: { ...entry, kind: 'api' } };
      const [admission] = await admitAll(ctx, tx, stream, [entrant]);
      // Nobody gets a chat for a stream that does not let them in.
      const begun =
        admission && 'refused' in admission
          ? admission
          : await beginInNewChat(ctx, tx, stream, { ...entrant, address: to, entryId: rule.entryId });
      if ('refused' in begun) {
        excuse(tx, 'nothing has begun');
        return { instanceId: '', refused: begun.refused };
      }
      recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'start', name });
      return { instanceId: begun.instanceId, refused: '' };
    });
  });
}

async function beginInNewChat(
  ctx: EnterpriseContext,
  tx: Tx,
  stream: Stream,
  beginning: Omit<Beginning, 'chatId' | 'said'>,
): Promise<Begun> {
  const { channelId } = stream;
  const { customerId, address } = beginning;
  const chat = await openStreamChat(ctx, tx, { channelId, customerId, address });
  return beginInstance(ctx, tx, stream, { ...beginning, address: chat.address, chatId: chat.chatId, said: null });
}

type PostedEvent = { event: string; key: string; data: Record<string, unknown>; requestKey: string };

/** Wakes the walks that wait for an event, and keeps it for walks that come to such a wait within a day. @returns how many were woken */
export const tellEvent = (ctx: Ctx, { event, key, data, requestKey }: PostedEvent): Promise<{ woken: number }> =>
  ctx.transaction((tx) =>
    once(ctx, tx, 'event', requestKey, async () => {
      const woken = await wakeByEvent(ctx, tx, { event, keys: [key], data });
      excuse(tx, 'an event of an own system changes no record');
      return { woken };
    }),
  );

type HappenedEvent = { event: string; keys: readonly string[]; data: Readonly<Record<string, unknown>> };

async function wakeByEvent(ctx: EnterpriseContext, tx: Tx, { event, keys, data }: HappenedEvent): Promise<number> {
  const { enterpriseId } = ctx;
  await lockEvents(
    tx,
    enterpriseId,
    keys.map((key) => wakeKeyOf(event, key)),
  );
  let woken = 0;
  for (const key of keys) {
    const wakeKey = wakeKeyOf(event, key);
    const eventId = newId();
    await insertEvent(tx, { enterpriseId, eventId, wakeKey, event, key, data: JSON.stringify(data), at: ctx.now() });
    const waiting = await findWaitingFor(tx, enterpriseId, wakeKey);
    const input = { kind: 'event' as const, event, key, data: fromJson(data) as Value };
    await putInputs(
      ctx,
      tx,
      waiting.map((instanceId) => ({ instanceId, input, key: `e:${eventId}` })),
    );
    woken += waiting.length;
  }
  return woken;
}

/**
 * Visitors of websites. Their events wake walks by the id of the customer, and by the names of the enterprise's systems for them: a page is
 * not believed who else an event is about. Their names have a beginning of their own, since a browser must not tell what the enterprise's
 * own systems tell, as that an order was paid.
 */
export const visitorsOfSites: VisitorStreams = {
  isKnown: async (tx, enterpriseId, journeyId) => (await findState(tx, enterpriseId, journeyId)) !== undefined,
  async told(ctx, tx, { customerId, name, data }) {
    const keys = [customerId, ...(await listExternalIds(tx, ctx.enterpriseId, customerId))];
    await wakeByEvent(ctx, tx, { event: `${pageEventPrefix}${name}`, keys, data });
  },
  async begin(ctx, tx, { journeyId, channelId, address, entry }) {
    const { enterpriseId } = ctx;
    const rule = await findCallRule(tx, enterpriseId, journeyId, channelId);
    if (!rule || (await findState(tx, enterpriseId, journeyId)) !== 'PUBLISHED') return false;
    const customer = (await ensureCustomers(tx, enterpriseId, channelId, [address], ctx.now())).get(address);
    if (!customer) return false;
    const stream = { journeyId, version: rule.version, channelId };
    const entrant = { customerId: customer.customerId, entry: { ...entry, kind: 'site' } };
    const [admission] = await admitAll(ctx, tx, stream, [entrant]);
    if (!admission || 'refused' in admission) return false;
    return !('refused' in (await beginInNewChat(ctx, tx, stream, { ...entrant, address, entryId: rule.entryId })));
  },
};
