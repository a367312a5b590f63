import { activityStates } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { TemplateUse } from '../../channel/door.ts';
import type { Used } from '../../customer/door.ts';
import type { FileUse } from '../../file/door.ts';

/** Iterations that are not over, by what they use and by whose they are. */

const shown = 20;
const [created, scheduled, started] = [activityStates.created, activityStates.scheduled, activityStates.started].map((state) =>
  sql.lit(state),
);
/** Waits for its time, or has a run that is not over. */
const isLive = sql<boolean>`a.deleted_at is null and (a.state = ${scheduled} or (a.state = ${started} and a.completed_at is null))`;
/** The same, and what waits to be approved or started: what it names may not go from under it. */
const isMeant = sql<boolean>`a.deleted_at is null and (a.approval in ('Submitted', 'Approved') and (a.state in (${created}, ${scheduled}) or (a.state = ${started} and a.completed_at is null)))`;

const live = (tx: Read, enterpriseId: string, which: RawBuilder<boolean> = isLive) =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .where('a.enterpriseId', '=', enterpriseId)
    .where(which);

type Named = { id: string; name: string };
const nameOf = ({ name, number }: { name: string; number: number }) => `${name} #${number}`;

/** Scheduled and running iterations through a channel, newest first. */
export async function listOnChannel(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const rows = await live(tx, enterpriseId)
    .select(['c.name', 'a.number'])
    .where((eb) => eb.or([eb('a.channelId', '=', channelId), eb('a.fallbackChannelId', '=', channelId)]))
    .orderBy('a.activityId', 'desc')
    .limit(shown)
    .execute();
  return rows.map(nameOf);
}

export async function listOfTemplates(tx: Read, enterpriseId: string, templateIds: readonly string[]): Promise<TemplateUse[]> {
  const { rows } = await sql<Omit<TemplateUse, 'source'>>`
    select t.template_id, a.created_at, c.created_by from activities a
      join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
      cross join lateral (
        select a.template_id union
        select nullif(x #>> '{message,template,templateUId}', '')::uuid from jsonb_array_elements(a.plan -> 'contents') x union
        select a.fallback_template_id) t
    where a.enterprise_id = ${enterpriseId} and ${isLive} and t.template_id = any(${[...templateIds]}::uuid[])`.execute(tx);
  return rows.map((row) => ({ ...row, source: 'CAMPAIGN' }));
}

function nameIt(used: Used): RawBuilder<boolean> {
  if ('filterId' in used) return sql`a.plan #>> '{audience,filterId}' = ${used.filterId}`;
  if ('setId' in used)
    return sql`jsonb_path_exists(a.plan -> 'audience', '$.**[*] ? (@ == $id)', jsonb_build_object('id', ${used.setId}::text))`;
  return sql`(jsonb_path_exists(jsonb_build_array(a.plan -> 'columnMapping', a.plan -> 'contents', a.plan #> '{fallback,columnMapping}'), '$.**[*] ? (@.type == "column" && @.value == $name)', jsonb_build_object('name', ${used.fieldName}::text))
    or jsonb_path_exists(a.plan #> '{audience,conditions}', '$.**[*] ? (@.field == $id)', jsonb_build_object('id', ${used.attributeId}::text)))`;
}

/** Iterations that name a group, a label, an attribute or a saved filter, from their submission until their end. */
export async function listOfPhoneBook(tx: Read, enterpriseId: string, used: Used) {
  const names = nameIt(used);
  const rows = await live(tx, enterpriseId, isMeant)
    .select(['c.name', 'a.number', 'a.state'])
    .where(names)
    .orderBy('a.activityId', 'desc')
    .limit(shown)
    .execute();
  return rows.map((row) => ({ name: `campaign ${nameOf(row)}`, isRunning: row.state === activityStates.started }));
}

/** Iterations that send in the open hours of these calendars, from their submission until their end. */
export async function listOfCalendars(tx: Read, enterpriseId: string, calendars: readonly { calendarId: string }[]) {
  const rows = await live(tx, enterpriseId, isMeant)
    .select(['c.name', 'a.number', sql<string>`a.plan ->> 'calendarId'`.as('calendarId')])
    .where(sql<boolean>`a.plan ->> 'calendarId' = any(${calendars.map(({ calendarId }) => calendarId)}::text[])`)
    .orderBy('a.activityId', 'desc')
    .execute();
  return rows.map((row) => ({ calendarId: row.calendarId, name: `campaign ${nameOf(row)}`, isByName: false }));
}

/** Iterations that name these files and are not over. A running iteration has its message with the run, which names its files itself. */
export async function listOfFiles(tx: Read, enterpriseId: string, fileIds: readonly string[]): Promise<FileUse[]> {
  const { rows } = await sql<{ fileId: string; name: string; number: number; isLive: boolean }>`
    select f.id as file_id, c.name, a.number, true as is_live from unnest(${[...fileIds]}::text[]) f (id)
      join activities a on a.enterprise_id = ${enterpriseId} and ${isMeant} and position(f.id in a.plan::text) > 0
      join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id`.execute(tx);
  return rows.map((row) => ({ fileId: row.fileId, name: nameOf(row), isLive: row.isLive }));
}

const plannedOf = (tx: Read, enterpriseId: string, userId: string) => live(tx, enterpriseId, isMeant).where('c.createdBy', '=', userId);

/** Counts the campaigns of a user with an iteration that waits or runs. */
export async function countPlannedCampaigns(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const planned = plannedOf(tx, enterpriseId, userId);
  return (await planned.select((eb) => eb.fn.count<number>('c.campaignId').distinct().as('count')).executeTakeFirstOrThrow()).count;
}

/** The first of them, by their names. */
export const listPlannedCampaigns = (tx: Read, enterpriseId: string, userId: string, limit: number): Promise<Named[]> =>
  plannedOf(tx, enterpriseId, userId).select(['c.campaignId as id', 'c.name']).distinct().orderBy('c.name').limit(limit).execute();

/** All of these iterations. */
export const listPlanned = (tx: Read, enterpriseId: string, userId: string): Promise<{ campaignId: string; activityId: string }[]> =>
  plannedOf(tx, enterpriseId, userId).select(['c.campaignId', 'a.activityId']).orderBy('a.activityId').execute();

const approvedBy = (tx: Read, enterpriseId: string, userId: string) =>
  live(tx, enterpriseId, sql<boolean>`a.deleted_at is null and a.approval = 'Approved' and a.state in (${created}, ${scheduled})`).where(
    'a.decidedBy',
    '=',
    userId,
  );

/** Counts the iterations that a user has approved and that have not started. */
export async function countApproved(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const approved = approvedBy(tx, enterpriseId, userId);
  return (await approved.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** The first of them, by their names. */
export async function nameApproved(tx: Read, enterpriseId: string, userId: string, limit: number): Promise<Named[]> {
  const rows = await approvedBy(tx, enterpriseId, userId)
    .select(['a.activityId as id', 'c.name', 'a.number'])
    .orderBy('c.name')
    .orderBy('a.number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, name: nameOf(row) }));
}

/** The ids of all of them. */
export async function listApproved(tx: Read, enterpriseId: string, userId: string): Promise<string[]> {
  const rows = await approvedBy(tx, enterpriseId, userId).select('a.activityId').orderBy('a.activityId').execute();
  return rows.map(({ activityId }) => activityId);
}
