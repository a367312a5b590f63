import type { JourneyRefKind } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** `field`: a field of customers that an expression reads, by its name. */
type Named = JourneyRefKind | 'field';
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

/** Names a stream in lists of uses. */
export const useNameOf = ({ name }: Pick<StreamUse, 'name'>): string => `stream ${name}`;

/** The names of all that name one of these, each once. */
export const nameStreamsNaming = async (
  tx: Read,
  enterpriseId: string,
  kinds: readonly Named[],
  ids: readonly string[],
): Promise<string[]> => [...new Set((await listStreamsNaming(tx, enterpriseId, { kinds, ids, which: 'any' })).map(useNameOf))];

/** Streams that a channel begins by a rule, or that send by it. */
export async function listStreamsOnChannel(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const ruled = await tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select('j.name')
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.channelId', '=', channelId)
    .orderBy('j.name')
    .execute();
  return [...new Set([...ruled.map(useNameOf), ...(await nameStreamsNaming(tx, enterpriseId, ['channel'], [channelId]))])];
}

type ServingTemplate = { templateId: string; name: string; status: string };

/** Templates that the versions in use of a stream send by, with how their vendor sees them; one that is gone is DISABLED. */
export async function listServingTemplates(tx: Tx, enterpriseId: string, journeyId: string): Promise<ServingTemplate[]> {
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
