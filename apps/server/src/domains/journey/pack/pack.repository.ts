import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';

type Named = { id: string; name: string };
/** Streams alone, or encaps alone. */
const ofKind = (kind: 'stream' | 'encap') =>
  sql`${kind === 'encap' ? sql`exists` : sql`not exists`} (select from encaps e where e.enterprise_id = j.enterprise_id and e.journey_id = j.journey_id)`;

export async function listDrawings(
  tx: Read,
  enterpriseId: string,
  kind: 'stream' | 'encap',
  { name, limit }: { name: string; limit: number },
): Promise<Named[]> {
  const { rows } = await sql<Named>`select j.journey_id as id, j.name from journeys j
    where j.enterprise_id = ${enterpriseId} and j.deleted_at is null and ${ofKind(kind)}
      ${name === '' ? sql`` : sql`and j.name ilike ${containing(name)}`} order by lower(j.name), j.journey_id limit ${limit}`.execute(tx);
  return rows;
}

export async function findDrawing(tx: Read, enterpriseId: string, kind: 'stream' | 'encap', name: string): Promise<Named | undefined> {
  const { rows } = await sql<Named>`select j.journey_id as id, j.name from journeys j
    where j.enterprise_id = ${enterpriseId} and j.deleted_at is null and lower(j.name) = lower(${name}) and ${ofKind(kind)}`.execute(tx);
  return rows[0];
}

export async function listFormNames(
  tx: Read,
  enterpriseId: string,
  { name, isExact, limit }: { name: string; isExact: boolean; limit: number },
): Promise<Named[]> {
  const { rows } = await sql<Named>`select form_id as id, name from forms where enterprise_id = ${enterpriseId} and deleted_at is null
      ${isExact ? sql`and lower(name) = lower(${name})` : name === '' ? sql`` : sql`and name ilike ${containing(name)}`}
    order by lower(name), form_id limit ${limit}`.execute(tx);
  return rows;
}
