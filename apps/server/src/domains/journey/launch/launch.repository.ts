import { launchStates } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { EncapLaunchTable } from '#platform/db/schema.journey.ts';

export type LaunchRow = Selectable<EncapLaunchTable>;
export type ListedLaunch = LaunchRow & { by: string | null };

const selectLaunches = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('encapLaunches as a')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'a.enterpriseId').onRef('u.userId', '=', 'a.createdBy'))
    .selectAll('a')
    .select('u.name as by')
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.state', '<>', launchStates.deleted);

/** A page of the launches of an encap, the newest first. */
export const listLaunches = (
  tx: Read,
  enterpriseId: string,
  encapId: string,
  page: { from: number; limit: number },
): Promise<ListedLaunch[]> =>
  selectLaunches(tx, enterpriseId).where('a.journeyId', '=', encapId).orderBy('a.launchId', 'desc').$call(pageOf(page)).execute();

/** Finds a launch that is not deleted; one that the caller changes is locked. */
export const findLaunch = (tx: Read, enterpriseId: string, launchId: string, { lock = false } = {}): Promise<ListedLaunch | undefined> =>
  selectLaunches(tx, enterpriseId)
    .where('a.launchId', '=', launchId)
    .$if(lock, (query) => query.forUpdate('a'))
    .executeTakeFirst();

export async function insertLaunch(tx: Tx, launch: Insertable<EncapLaunchTable>): Promise<void> {
  await tx.insertInto('encapLaunches').values(launch).execute();
}

export async function updateLaunch(tx: Tx, enterpriseId: string, launchId: string, change: Updateable<EncapLaunchTable>): Promise<void> {
  await tx
    .updateTable('encapLaunches')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('enterpriseId', '=', enterpriseId)
    .where('launchId', '=', launchId)
    .execute();
}

/** Tells whether a launch has any link. */
export async function hasLinks(tx: Read, enterpriseId: string, launchId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('encapLinks')
    .select('linkId')
    .where('enterpriseId', '=', enterpriseId)
    .where('launchId', '=', launchId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds what the audit trail keeps of a launch. */
export async function findRecordedLaunch(tx: Read, enterpriseId: string, launchId: string) {
  const { rows } = await sql<{ name: string; mode: string; number: number; state: string; expiry: string; links: number }>`
    select a.name, a.mode, a.number, (array['created', 'scheduled', 'started', 'paused', 'stopped', 'deleted'])[a.state + 1] as state,
      case when a.expiry_date <> '' then a.expiry_date else a.expiry_days::text end as expiry,
      (select count(*)::int from encap_links l where l.enterprise_id = a.enterprise_id and l.launch_id = a.launch_id and l.kind = 'person') as links
    from encap_launches a where a.enterprise_id = ${enterpriseId} and a.launch_id = ${launchId} and a.state <> ${sql.lit(launchStates.deleted)}`.execute(
    tx,
  );
  return rows[0];
}

/** Launches whose moment has come, of all enterprises. */
export async function findDueLaunches(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; launchId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; launchId: string }>`
    select enterprise_id, launch_id from due_encap_launches(${at}, ${most})`.execute(db);
  return rows;
}

/** Launches in bulk that were made since, of all enterprises. */
export async function findBulkLaunches(db: Db, since: Date): Promise<{ enterpriseId: string; launchId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; launchId: string }>`
    select enterprise_id, launch_id from encap_launches_in_bulk(${since})`.execute(db);
  return rows;
}

/** Notes how many messages had not reached anybody when the links of a launch were looked at; nothing that people have written changes. */
export async function noteUnsent(tx: Tx, enterpriseId: string, launchId: string, unsentSeen: number): Promise<void> {
  await tx
    .updateTable('encapLaunches')
    .set({ unsentSeen })
    .where('enterpriseId', '=', enterpriseId)
    .where('launchId', '=', launchId)
    .execute();
}
