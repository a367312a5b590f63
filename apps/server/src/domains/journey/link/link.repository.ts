import { type LaunchFigures, type LinkState, type LoggerLevel, launchStates, linkStates } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { EncapLinkTable } from '#platform/db/schema.journey.ts';

export type LinkRow = Selectable<EncapLinkTable>;

/** Finds whose page an address is. @property linkId null: the address of a launch that everybody may open */
export async function findLinkPage(
  db: Db,
  code: string,
): Promise<{ enterpriseId: string; launchId: string | null; linkId: string | null } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; launchId: string | null; linkId: string | null }>`
    select enterprise_id, launch_id, link_id from find_encap_link(${code})`.execute(db);
  return rows[0];
}

export const findLink = (tx: Read, enterpriseId: string, linkId: string, { lock = false } = {}): Promise<LinkRow | undefined> =>
  tx
    .selectFrom('encapLinks')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('linkId', '=', linkId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

export async function insertLinks(tx: Tx, links: readonly Insertable<EncapLinkTable>[]): Promise<void> {
  if (links.length > 0) await tx.insertInto('encapLinks').values(links).execute();
}

export async function updateLink(tx: Tx, enterpriseId: string, linkId: string, change: Updateable<EncapLinkTable>): Promise<void> {
  await tx.updateTable('encapLinks').set(change).where('enterpriseId', '=', enterpriseId).where('linkId', '=', linkId).execute();
}

/** Counts one opening, by a person or by a program that looks at links before people do. */
export async function countOpening(
  tx: Tx,
  enterpriseId: string,
  linkId: string,
  { isPerson, at, remindAt }: { isPerson: boolean; at: Date; remindAt: Date | null },
): Promise<void> {
  const by = isPerson
    ? sql`opens = opens + 1, opened_at = coalesce(opened_at, ${at}), seen_at = ${at},
        remind_at = case when state in ('UNSENT', 'MADE', 'OPENED', 'BEGUN') then ${remindAt}::timestamptz end, state = case when state in ('UNSENT', 'MADE') then 'OPENED' else state end`
    : sql`previews = previews + 1`;
  await sql`update encap_links set ${by} where enterprise_id = ${enterpriseId} and link_id = ${linkId}`.execute(tx);
}

export type WalkState = { instanceId: string; state: Exclude<LinkState, 'UNSENT' | 'MADE' | 'OPENED' | 'EXPIRED' | 'CLOSED'> };

/** Writes how the walks behind links stand now. A link that is over stays so. */
export async function followWalks(tx: Tx, enterpriseId: string, walks: readonly WalkState[], at: Date): Promise<void> {
  if (walks.length === 0) return;
  await sql`
    update encap_links l set state = w.state, ended_at = case when w.state in ('COMPLETED', 'ENDED') then ${at}::timestamptz else l.ended_at end
    from unnest(${walks.map(({ instanceId }) => instanceId)}::uuid[], ${walks.map(({ state }) => state)}::text[]) w(instance_id, state)
    where l.enterprise_id = ${enterpriseId} and l.instance_id = w.instance_id and l.state in ('OPENED', 'BEGUN', 'HANDED_OVER')
      and l.state <> w.state`.execute(tx);
}

/** Ends open links: of a launch, or one. @returns how many */
export async function endLinks(
  tx: Tx,
  enterpriseId: string,
  which: { launchId: string } | { linkIds: readonly string[] },
  { state, from, at }: { state: 'EXPIRED' | 'CLOSED'; from: readonly LinkState[]; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('encapLinks')
    .set({ state, endedAt: at, entry: '' })
    .where('enterpriseId', '=', enterpriseId)
    .$if('launchId' in which, (query) => query.where('launchId', '=', (which as { launchId: string }).launchId))
    .$if('linkIds' in which, (query) => query.where('linkId', 'in', (which as { linkIds: readonly string[] }).linkIds))
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Tallied = { launchId: string; state: LinkState; count: number };

/** The equations of launches, exact at every moment: what is folded, and the changes that are not yet. */
export async function countLinks(tx: Read, enterpriseId: string, launchIds: readonly string[]): Promise<Map<string, LaunchFigures>> {
  const { rows } =
    launchIds.length === 0
      ? { rows: [] }
      : await sql<Tallied>`
    select launch_id, state, sum(count)::int as count from (
      select launch_id, state, count from encap_tallies where enterprise_id = ${enterpriseId} and launch_id = any(${[...launchIds]}::uuid[])
      union all
      select launch_id, state, count from encap_tally_changes where enterprise_id = ${enterpriseId} and launch_id = any(${[...launchIds]}::uuid[])) t
    group by 1, 2`.execute(tx);
  const byLaunch = Map.groupBy(rows, ({ launchId }) => launchId);
  return new Map(launchIds.map((launchId) => [launchId, figuresOf(byLaunch.get(launchId) ?? [])]));
}

/** The same counted from the links themselves, which were made on some days. */
export async function countMade(tx: Read, enterpriseId: string, asked: MadeLinks): Promise<LaunchFigures> {
  const rows = await selectMade(tx, enterpriseId, asked)
    .select((eb) => ['state', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .groupBy('state')
    .execute();
  return figuresOf(rows);
}

export function figuresOf(rows: readonly { state: LinkState; count: number }[]): LaunchFigures {
  const of = (state: LinkState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    launched: linkStates.reduce((sum, state) => sum + of(state), 0),
    notSent: of('UNSENT'),
    unopened: of('MADE'),
    opened: of('OPENED'),
    inProgress: of('BEGUN'),
    handedOver: of('HANDED_OVER'),
    completed: of('COMPLETED'),
    ended: of('ENDED'),
    expired: of('EXPIRED'),
    closed: of('CLOSED'),
  };
}

/** Links of an encap that are counted: those of tests are not. */
export type MadeLinks = { encapId: string; launchId: string; state: LinkState | ''; phone: string; from: Date | null; to: Date | null };
export const selectMade = (tx: Read, enterpriseId: string, { encapId, launchId, state, phone, from, to }: MadeLinks) =>
  tx
    .selectFrom('encapLinks')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', encapId)
    .where('launchId', 'is not', null)
    .$if(launchId !== '', (query) => query.where('launchId', '=', launchId))
    .$if(state !== '', (query) => query.where('state', '=', state as LinkState))
    .$if(phone !== '', (query) => query.where('phone', '=', phone))
    .$if(from !== null, (query) => query.where('createdAt', '>=', from as Date))
    .$if(to !== null, (query) => query.where('createdAt', '<', to as Date));

/** A page of them, the newest first. */
export const listLinks = (tx: Read, enterpriseId: string, asked: MadeLinks, page: { from: number; limit: number }): Promise<LinkRow[]> =>
  selectMade(tx, enterpriseId, asked).selectAll().orderBy('linkId', 'desc').$call(pageOf(page)).execute();

/** Counts the people who have opened links of encaps, and those who have completed them. */
export async function countOpened(
  tx: Read,
  enterpriseId: string,
  encapIds: readonly string[],
): Promise<Map<string, { launches: number; opened: number; completed: number }>> {
  if (encapIds.length === 0) return new Map();
  const { rows } = await sql<{ journeyId: string; launches: number; opened: number; completed: number }>`
    select a.journey_id, count(*)::int as launches, coalesce(sum(t.opened), 0)::int as opened, coalesce(sum(t.completed), 0)::int as completed
    from encap_launches a left join lateral (
      select sum(c.count) filter (where c.state not in ('UNSENT', 'MADE', 'EXPIRED', 'CLOSED')) as opened,
        sum(c.count) filter (where c.state = 'COMPLETED') as completed from (
          select state, count from encap_tallies x where x.enterprise_id = a.enterprise_id and x.launch_id = a.launch_id
          union all
          select state, count from encap_tally_changes y where y.enterprise_id = a.enterprise_id and y.launch_id = a.launch_id) c) t on true
    where a.enterprise_id = ${enterpriseId} and a.journey_id = any(${[...encapIds]}::uuid[]) and a.state <> ${sql.lit(launchStates.deleted)} group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ journeyId, ...counts }) => [journeyId, counts]));
}

/** Links whose time is over, of all enterprises. */
export async function findDueLinks(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; linkId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; linkId: string }>`
    select enterprise_id, link_id from due_encap_links(${at}, ${most})`.execute(db);
  return rows;
}

export const foldTallies = async (db: Db): Promise<void> => {
  await sql`select fold_encap_tallies()`.execute(db);
};

/** Finds the levels of the loggers of encaps. */
export async function findLoggers(tx: Read, enterpriseId: string, encapIds: readonly string[]): Promise<Map<string, LoggerLevel>> {
  if (encapIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('encaps')
    .select(['journeyId', 'logger'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', encapIds)
    .execute();
  return new Map(rows.map(({ journeyId, logger }) => [journeyId, logger.level]));
}

/** Forgets turns of walks that have ended longer ago than the logger of their encap keeps them. */
export const forgetTurns = async (db: Db, at: Date): Promise<void> => {
  await sql`select forget_encap_turns(${at})`.execute(db);
};

/**
 * Writes which links of a launch have not reached anybody, by the ledger as it is now: a message that is tried again takes its link along. The
 * id of a link is that of its message.
 * @param runIds of its iteration and of the fallback
 */
export async function settleUnsent(tx: Tx, enterpriseId: string, launchId: string, runIds: readonly string[]): Promise<void> {
  await sql`
    update encap_links l set state = case when m.status in ('SKIPPED', 'FAILED') then 'UNSENT' else 'MADE' end
    from messages m
    where l.enterprise_id = ${enterpriseId} and l.launch_id = ${launchId} and l.state in ('UNSENT', 'MADE')
      and m.enterprise_id = ${enterpriseId} and m.resource_id = any(${[...runIds]}::uuid[]) and m.message_id = l.link_id
      and (m.status in ('SKIPPED', 'FAILED')) <> (l.state = 'UNSENT')`.execute(tx);
}
