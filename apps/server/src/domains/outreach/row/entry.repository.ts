import type { entryKinds, SealPart } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';

export type Entry = {
  kind: (typeof entryKinds)[number];
  text?: string;
  parts?: readonly SealPart[];
  values?: Readonly<Record<string, string | number>>;
  requestKey?: string;
};

/** Adds to the log of an iteration. @returns the entry's id; undefined when an entry of the same key is there */
export async function addEntry(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'now'> & { actor?: Pick<Actor, 'userId'> },
  tx: Tx,
  activityId: string,
  { kind, text = '', parts = [], values = {}, requestKey = '' }: Entry,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('activityEntries')
    .values({
      enterpriseId: ctx.enterpriseId,
      activityId,
      entryId: newId(),
      kind,
      byUser: ctx.actor?.userId ?? null,
      at: ctx.now(),
      body: text,
      data: JSON.stringify({ parts, values }),
      requestKey,
    })
    .onConflict((conflict) =>
      // Written out: with a parameter a kept plan would not know that the partial index fits.
      conflict.columns(['enterpriseId', 'activityId', 'byUser', 'requestKey']).where(sql<boolean>`request_key <> ''`).doNothing(),
    )
    .returning('entryId')
    .executeTakeFirst();
  return row?.entryId;
}

export const listEntries = (tx: Read, enterpriseId: string, activityId: string) =>
  tx
    .selectFrom('activityEntries as e')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'e.enterpriseId').onRef('u.userId', '=', 'e.byUser'))
    .selectAll('e')
    .select('u.name as userName')
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.activityId', '=', activityId)
    .orderBy('e.at')
    .orderBy('e.entryId')
    .limit(1000)
    .execute();
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** The newest submissions of an iteration, and changes of what it sends. */
export const listEdits = (tx: Read, enterpriseId: string, activityId: string) =>
  tx
    .selectFrom('activityEntries')
    .select(['kind', 'data'])
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .where('kind', 'in', ['submitted', 'edited', 'broken_seal'])
    .orderBy('at', 'desc')
    .orderBy('entryId', 'desc')
    .limit(50)
    .execute();

/** Tells whether its start was postponed for this reason before. */
export async function hasPostponed(tx: Read, enterpriseId: string, activityId: string, reason: string): Promise<boolean> {
  const row = await tx
    .selectFrom('activityEntries')
    .select('entryId')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .where('kind', '=', 'postponed')
    .where('body', '=', reason)
    .executeTakeFirst();
  return row !== undefined;
}
