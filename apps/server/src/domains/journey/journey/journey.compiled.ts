import { type Compiled, type CompiledStream, compileStream, type Document } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { streamsIn } from './journey.check.ts';

export const versionNotFound = () => new DomainError('journey.version_not_found', 'No such version.', {});

/** Versions of the streams that a document has inside, however deep, each at the newest one. */
export async function pinStreams(tx: Tx, enterpriseId: string, document: Document): Promise<Record<string, number>> {
  const pinned: Record<string, number> = {};
  let open = streamsIn(document);
  while (open.length > 0) {
    const { rows } = await sql<{ journeyId: string; version: number; document: Document; streams: Record<string, number> }>`
      select j.journey_id, v.version, v.document from journeys j join journey_versions v
        on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
      where j.enterprise_id = ${enterpriseId} and j.journey_id::text = any(${open}::text[])`.execute(tx);
    for (const { journeyId, version } of rows) pinned[journeyId] = version;
    open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => pinned[id] === undefined);
  }
  return pinned;
}

/** A document that is ready to run, with the streams inside of it at the given versions. */
export async function compileWith(
  tx: Tx,
  enterpriseId: string,
  document: Document,
  pinned: Readonly<Record<string, number>>,
): Promise<Compiled> {
  const streams = new Map<string, CompiledStream>();
  const wanted = Object.entries(pinned);
  if (wanted.length > 0) {
    const { rows } = await sql<{ journeyId: string; document: Document }>`
      select v.journey_id, v.document from journey_versions v
      join unnest(${wanted.map(([id]) => id)}::uuid[], ${wanted.map(([, version]) => version)}::int[]) w(journey_id, version)
        on v.journey_id = w.journey_id and v.version = w.version
      where v.enterprise_id = ${enterpriseId}`.execute(tx);
    for (const row of rows) streams.set(row.journeyId, compileStream(row.document));
  }
  return { main: compileStream(document), streams };
}
