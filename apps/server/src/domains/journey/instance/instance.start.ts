import type { Media } from '@parley/journey';
import { fromJson, type Settings } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { putInputs } from './instance.inputs.ts';
import { seatKeyOf, takeSeat } from './instance.seat.ts';
import { stopNow } from './instance.stop.ts';

export type Beginning = {
  journeyId: string;
  version: number;
  channelId: string;
  customerId: string;
  address: string;
  chatId: string;
  entryId: string | null;
  /** What the walk may know of how it began */
  entry: Record<string, unknown>;
  said: { text: string; media: Media[] } | null;
};
export type Refused = 'ENTERED_BEFORE' | 'INSIDE' | 'GONE';
export type Begun = { instanceId: string } | { refused: Refused };

type Version = { settings: Settings; environment: 'sandbox' | 'production' };
type Asking = Pick<Beginning, 'journeyId' | 'version' | 'channelId' | 'customerId' | 'entry'>;
type Admission = Version & { entryKey: string };

async function readVersion(tx: Tx, enterpriseId: string, { journeyId, version, channelId }: Asking): Promise<Version | undefined> {
  const { rows } = await sql<Version>`
    select v.document->'settings' as settings, c.environment from journey_versions v
    join channels c on c.enterprise_id = v.enterprise_id and c.channel_id = ${channelId}
    where v.enterprise_id = ${enterpriseId} and v.journey_id = ${journeyId} and v.version = ${version}`.execute(tx);
  return rows[0];
}

/** Whether the customer has been in the stream since then. */
async function hasEntered(tx: Tx, enterpriseId: string, journeyId: string, customerId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyInstances')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .where('journeyId', '=', journeyId)
    .where('startedAt', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
const dayMs = 86_400_000;

/** Whether the person is in the stream now, by this key. */
async function isInside(tx: Tx, enterpriseId: string, { journeyId, customerId }: Asking, entryKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('customerId', '=', customerId)
    .where('entryKey', '=', entryKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the stream lets a person in now: for who has no chat with them yet. */
export async function admit(ctx: EnterpriseContext, tx: Tx, asking: Asking): Promise<Admission | { refused: Refused }> {
  const { enterpriseId } = ctx;
  const { journeyId, customerId, entry } = asking;
  const found = await readVersion(tx, enterpriseId, asking);
  if (!found) return { refused: 'GONE' };
  const { settings } = found;
  const now = ctx.now();
  const since =
    settings.reentry === 'never'
      ? new Date(0)
      : settings.reentry === 'days'
        ? new Date(now.getTime() - settings.reentryDays * dayMs)
        : null;
  if (since && (await hasEntered(tx, enterpriseId, journeyId, customerId, since))) return { refused: 'ENTERED_BEFORE' };
  const entryKey = seatKeyOf(settings, fromJson(entry), now);
  if (settings.onSecond === 'ignore' && (await isInside(tx, enterpriseId, asking, entryKey))) return { refused: 'INSIDE' };
  return { ...found, entryKey };
}

/** Begins a walk, as often as its stream lets the same person in; its first step is taken by a worker. */
export async function beginInstance(ctx: EnterpriseContext, tx: Tx, beginning: Beginning): Promise<Begun> {
  const { enterpriseId } = ctx;
  const { journeyId, version, channelId, customerId, chatId, entry, said } = beginning;
  const admission = await admit(ctx, tx, beginning);
  if ('refused' in admission) return admission;
  const { settings, environment, entryKey } = admission;
  const now = ctx.now();
  const instanceId = idAt(now);
  const sit = () =>
    takeSeat(tx, { enterpriseId, instanceId, startedAt: now, journeyId, version, customerId, channelId, chatId }, settings, entryKey);
  if (!(await sit())) {
    if (settings.onSecond === 'ignore') return { refused: 'INSIDE' };
    const former = await tx
      .selectFrom('journeyLive')
      .select('instanceId')
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .where('customerId', '=', customerId)
      .where('entryKey', '=', entryKey)
      .execute();
    await stopNow(
      ctx,
      tx,
      former.map((one) => one.instanceId),
      'RESTARTED',
    );
    if (!(await sit())) return { refused: 'INSIDE' };
  }
  await tx
    .insertInto('journeyInstances')
    .values({
      enterpriseId,
      instanceId,
      startedAt: now,
      journeyId,
      version,
      customerId,
      channelId,
      address: beginning.address,
      chatId,
      entryId: beginning.entryId,
      environment,
      state: 'RUNNING',
      instance: JSON.stringify({ frames: [] }),
      changedAt: now,
    })
    .execute();
  await putInputs(ctx, tx, [
    { instanceId, input: { kind: 'start', entry, text: said?.text ?? null, media: said?.media ?? [] }, key: 'start' },
  ]);
  return { instanceId };
}
