import type { JourneyRefKind } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

type NamedChannel = { id: string; name: string };

/** The channels on which a rule begins a stream, independent of its own settings. */
export const findAttachedChannels = (tx: Read, enterpriseId: string, journeyId: string): Promise<NamedChannel[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['c.channelId as id', 'c.name'])
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.journeyId', '=', journeyId)
    .orderBy('c.name')
    .orderBy('c.channelId')
    .execute();

/** `field`: a field of customers that an expression reads, by its name; `calendarName`: a calendar that one names, in lower case. */
export type Named = JourneyRefKind | 'field' | 'calendarName';

/** Names as the references of streams have them: the same function of the database folds both. */
export async function foldNames(tx: Read, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select lower(n.name) as name from unnest(${[...names]}::text[]) with ordinality n (name, place) order by n.place`.execute(tx);
  return rows.map(({ name }) => name);
}

/** A stream that names something. `refId`: which of what was asked for */
export type StreamUse = { refId: string; journeyId: string; name: string; createdAt: Date; createdBy: string };

/** Condition that a version `v` of a stream `j` is in use: it is the newest one, a rule begins it, or somebody is in it. */
const serves = sql`(v.version = j.version
  or exists (select from journey_entries e where e.enterprise_id = j.enterprise_id and e.journey_id = j.journey_id and e.version = v.version and e.is_active)
  or exists (select from journey_live l where l.enterprise_id = j.enterprise_id and l.journey_id = j.journey_id and l.version = v.version))`;

/** Condition that a version `v` names a reference of document `r`: in its own document, or in a stream that it has inside. */
const isInVersion = sql`((v.journey_id = r.journey_id and v.version = r.version) or v.streams ->> r.journey_id::text = r.version::text)`;

/**
 * Streams that name one of these, wherever in their documents, by name.
 * @param which `serving`: as they run now; `any`: in their drafts too
 */
export async function listStreamsNaming(
  tx: Read,
  enterpriseId: string,
  { kinds, ids, which }: { kinds: readonly Named[]; ids: readonly string[]; which: 'serving' | 'any' },
): Promise<StreamUse[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StreamUse>`
    with r as materialized (select * from journey_refs
      where enterprise_id = ${enterpriseId} and kind = any(${[...kinds]}::text[]) and ref_id = any(${[...ids]}::text[])),
    used as (
      select r.ref_id, v.journey_id from r
        join journey_versions v on v.enterprise_id = ${enterpriseId} and r.version > 0 and ${isInVersion}
        join journeys j on j.enterprise_id = v.enterprise_id and j.journey_id = v.journey_id and ${serves}
      union select ref_id, journey_id from r where version = 0 and ${which === 'any'})
    select used.ref_id, j.journey_id, j.name, j.created_at, coalesce(j.created_by::text, '') as created_by from used
      join journeys j on j.enterprise_id = ${enterpriseId} and j.journey_id = used.journey_id and j.deleted_at is null
    order by j.name, j.journey_id, used.ref_id`.execute(tx);
  return rows;
}

type ServingTemplate = { templateId: string; name: string; status: string };

/** Templates that the versions in use of a stream send by, with how their vendor sees them; one that is gone is DISABLED. */
export async function listServingTemplates(tx: Read, enterpriseId: string, journeyId: string): Promise<ServingTemplate[]> {
  const { rows } = await sql<ServingTemplate>`
    select distinct r.ref_id as template_id, coalesce(t.name, '') as name,
      case when t.deleted_at is null then coalesce(t.status, 'DISABLED') else 'DISABLED' end as status
    from journeys j
      join journey_versions v on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and ${serves}
      join journey_refs r on r.enterprise_id = j.enterprise_id and r.kind = 'template' and r.version > 0 and ${isInVersion}
      left join templates t on t.enterprise_id = j.enterprise_id and t.template_id::text = r.ref_id
    where j.enterprise_id = ${enterpriseId} and j.journey_id = ${journeyId} order by 2, 1`.execute(tx);
  return rows;
}

/** Finds the streams that a rule on a channel begins, by name. */
export const findStreamsWithRule = (tx: Read, enterpriseId: string, channelId: string): Promise<{ name: string }[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select('j.name')
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.channelId', '=', channelId)
    .orderBy('j.name')
    .execute();
