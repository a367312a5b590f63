import type { Value } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type NamedVariable = { version: number; name: string; isSensitive: boolean };

/** Finds the variables of a stream's versions, by the place where their version names them. @param version 0: of all versions */
export async function listVariables(tx: Read, enterpriseId: string, journeyId: string, version: number): Promise<NamedVariable[]> {
  const { rows } = await sql<NamedVariable>`
    select v.version, d.variable ->> 'name' as name, coalesce((d.variable ->> 'isSensitive')::boolean, false) as is_sensitive
    from journey_versions v cross join lateral jsonb_array_elements(v.document -> 'variables') with ordinality d(variable, place)
    where v.enterprise_id = ${enterpriseId} and v.journey_id = ${journeyId} ${version > 0 ? sql`and v.version = ${version}` : sql``}
    order by v.version desc, d.place`.execute(tx);
  return rows;
}

/** Variables of a walk's own stream. @property secret those that were computed from what may not be shown */
export type Collected = { instanceId: string; variables: Record<string, Value> | null; secret: string[] | null };

export async function findCollected(tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<Map<string, Collected>> {
  const { rows } = await sql<Collected>`
    select i.instance_id, i.instance #> '{frames,0,variables}' as variables, i.instance #> '{frames,0,secret}' as secret
    from journey_instances i where i.enterprise_id = ${enterpriseId} and i.instance_id = any(${[...instanceIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.instanceId, row]));
}
