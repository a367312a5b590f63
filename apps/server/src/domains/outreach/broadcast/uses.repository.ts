import type { Read, Tx } from '#platform/db/database.ts';
import type { TemplateUse } from '../../channel/door.ts';

const unfinished = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .where('b.enterpriseId', '=', enterpriseId)
    .where('r.state', 'in', ['scheduled', 'freezing', 'sending']);

/** Unfinished broadcasts through a channel, newest first. */
export async function listRunning(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const rows = await unfinished(tx, enterpriseId)
    .select('b.name')
    .where('r.channelId', '=', channelId)
    .orderBy('r.runId', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ name }) => name);
}

/** Unfinished broadcasts that send in the open hours of these calendars. */
export async function listOfCalendars(tx: Read, enterpriseId: string, calendars: readonly { calendarId: string }[]) {
  if (calendars.length === 0) return [];
  const rows = await unfinished(tx, enterpriseId)
    .select(['b.name', 'r.calendarId'])
    .where(
      'r.calendarId',
      'in',
      calendars.map(({ calendarId }) => calendarId),
    )
    .orderBy('r.runId', 'desc')
    .execute();
  return rows.map(({ name, calendarId }) => ({ calendarId: calendarId ?? '', name: `broadcast ${name}`, isByName: false }));
}

/** Unfinished broadcasts of these templates. */
export const listTemplatesInUse = (tx: Read, enterpriseId: string, templateIds: readonly string[]): Promise<TemplateUse[]> =>
  unfinished(tx, enterpriseId)
    .select(['r.templateId', 'r.source', 'r.createdAt', 'b.createdBy'])
    .where('r.templateId', 'in', [...templateIds])
    .$narrowType<{ templateId: string }>()
    .execute();

const scheduledOf = (tx: Read, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.createdBy', '=', userId)
    .where('r.state', '=', 'scheduled');

/** Counts the broadcasts that a user has scheduled. */
export async function countScheduled(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const scheduled = scheduledOf(tx, enterpriseId, userId);
  return (await scheduled.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** The first of them, by their times. */
export const nameScheduled = (tx: Read, enterpriseId: string, userId: string, limit: number): Promise<{ id: string; name: string }[]> =>
  scheduledOf(tx, enterpriseId, userId).select(['b.broadcastId as id', 'b.name']).orderBy('r.startsAt').limit(limit).execute();

/** The ids of all of them. */
export async function listScheduled(tx: Read, enterpriseId: string, userId: string): Promise<string[]> {
  const rows = await scheduledOf(tx, enterpriseId, userId).select('b.broadcastId').execute();
  return rows.map(({ broadcastId }) => broadcastId);
}

/** Makes a user the sender of broadcasts. */
export async function giveBroadcasts(tx: Tx, enterpriseId: string, broadcastIds: readonly string[], userId: string): Promise<void> {
  await tx
    .updateTable('broadcasts')
    // A key is unique to its maker, and only a maker's repeated submit asks for it.
    .set({ createdBy: userId, requestKey: '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('broadcastId', 'in', [...broadcastIds])
    .execute();
}
