import type { Media } from '@parley/journey';
import { fromJson } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { streamsStopped } from '../../bot/door.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { seatKeyOf } from '../row/instance.keys.ts';
import { type LiveWalk, takeSeats } from '../row/instance.repository.ts';
import { findOpened, insertBegun, listEntered, listSeated, type Opened, type Stream, seatOf } from './begun.repository.ts';
import { stopNow } from './instance.stop.ts';

/** @property entry what the walk may know of how it began */
type Entrant = { customerId: string; entry: Record<string, unknown> };
export type Beginning = Entrant & {
  address: string;
  chatId: string;
  entryId: string | null;
  said: { text: string; media: Media[] } | null;
  /** Values of the stream's variables to begin with, of a bot's tool */
  given?: Readonly<Record<string, string | number | boolean>>;
};
export type Refused = 'ENTERED_BEFORE' | 'INSIDE' | 'GONE';
export type Begun = { instanceId: string } | { refused: Refused };

const dayMs = 86_400_000;

/** @property entryKey what tells walks of one person apart */
type Admission = (Opened & { entryKey: string }) | { refused: Refused };

/** Filters people by the stream's entry rules, keeping their order. For callers that have no chat with them yet. */
export async function admitAll(ctx: EnterpriseContext, tx: Tx, stream: Stream, entrants: readonly Entrant[]): Promise<Admission[]> {
  const { enterpriseId } = ctx;
  const { journeyId } = stream;
  const opened = await findOpened(tx, enterpriseId, stream);
  if (!opened) return entrants.map(() => ({ refused: 'GONE' }));
  const { settings } = opened;
  const now = ctx.now();
  const since =
    settings.reentry === 'never'
      ? new Date(0)
      : settings.reentry === 'days'
        ? new Date(now.getTime() - settings.reentryDays * dayMs)
        : null;
  const seats = entrants.map(({ customerId, entry }) => ({ customerId, entryKey: seatKeyOf(settings, fromJson(entry), now) }));
  const customerIds = entrants.map(({ customerId }) => customerId);
  const [entered, seated] = await Promise.all([
    since ? listEntered(tx, enterpriseId, journeyId, customerIds, since) : new Set<string>(),
    settings.onSecond === 'ignore' ? listSeated(tx, enterpriseId, journeyId, seats) : new Map<string, string>(),
  ]);
  return seats.map((seat) => {
    if (entered.has(seat.customerId)) return { refused: 'ENTERED_BEFORE' };
    return seated.has(seatOf(seat)) ? { refused: 'INSIDE' } : { ...opened, entryKey: seat.entryKey };
  });
}

/** Begins a walk, as often as its stream lets the same person in; its first step is taken by a worker. */
export async function beginInstance(ctx: EnterpriseContext, tx: Tx, stream: Stream, beginning: Beginning): Promise<Begun> {
  const [begun] = await beginInstances(ctx, tx, stream, [beginning]);
  return begun as Begun;
}

type Going = Beginning & Opened & LiveWalk & { entryKey: string };

/** The same of many people, each of whom is there once, in their order. */
export async function beginInstances(ctx: EnterpriseContext, tx: Tx, stream: Stream, beginnings: readonly Beginning[]): Promise<Begun[]> {
  if (beginnings.length === 0) return [];
  const { enterpriseId } = ctx;
  const now = ctx.now();
  // People who were admitted before are checked again: their chats are locked only since then, and that lock serializes two starts of one
  // person.
  const admissions = await admitAll(ctx, tx, stream, beginnings);
  const going = beginnings.flatMap((beginning, place): Going[] => {
    const admission = admissions[place] as Admission;
    if ('refused' in admission) return [];
    return [{ ...beginning, ...admission, ...stream, enterpriseId, instanceId: idAt(now), startedAt: now }];
  });
  const seated = await takeSeats(tx, going);
  const late = going.filter(({ instanceId }) => !seated.has(instanceId));
  if (late.length > 0 && late[0]?.settings.onSecond === 'restart') {
    const former = await listSeated(tx, enterpriseId, stream.journeyId, late);
    await stopNow(ctx, tx, [...former.values()], 'RESTARTED');
    await streamsStopped(ctx, tx, [...former.values()]);
    for (const instanceId of await takeSeats(tx, late)) seated.add(instanceId);
  }
  const inside = going.filter(({ instanceId }) => seated.has(instanceId));
  await writeBegun(ctx, tx, inside);
  const begun = new Map(inside.map((one) => [one.customerId, one.instanceId]));
  return beginnings.map(({ customerId }, place) => {
    const instanceId = begun.get(customerId);
    if (instanceId !== undefined) return { instanceId };
    const admission = admissions[place] as Admission;
    return { refused: 'refused' in admission ? admission.refused : 'INSIDE' };
  });
}

async function writeBegun(ctx: EnterpriseContext, tx: Tx, begun: readonly Going[]): Promise<void> {
  if (begun.length === 0) return;
  await insertBegun(
    tx,
    begun.map((one) => ({
      enterpriseId: one.enterpriseId,
      instanceId: one.instanceId,
      startedAt: one.startedAt,
      journeyId: one.journeyId,
      version: one.version,
      customerId: one.customerId,
      channelId: one.channelId,
      address: one.address,
      chatId: one.chatId,
      entryId: one.entryId,
      environment: one.environment,
      state: 'RUNNING' as const,
      instance: JSON.stringify({ frames: [] }),
      changedAt: one.startedAt,
    })),
  );
  await putInputs(
    ctx,
    tx,
    begun.map(({ instanceId, entry, said, given }) => ({
      instanceId,
      input: { kind: 'start', entry, text: said?.text ?? null, media: said?.media ?? [], ...(given ? { given } : {}) },
      key: 'start',
      // A value of a bot's tool may fill a sensitive variable.
      isSecret: given !== undefined,
    })),
  );
}
