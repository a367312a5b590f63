import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { insertEntries } from './blacklist.repository.ts';

/** @property address a number in E.164, or an e-mail address in lower case */
export type MovedRefusal = { key: string; address: string; kind: 'blocked' | 'opted_out'; reason: string };

/** Refusals and blocks of another product; those that are here stay as they are. @returns ids of the new ones, each with its key */
export async function addMovedRefusals(
  tx: Tx,
  enterpriseId: string,
  refusals: readonly MovedRefusal[],
  { by, now }: { by: string; now: Date },
): Promise<{ key: string; entryId: string }[]> {
  const entries = refusals.map(({ key, address, kind, reason }) => ({
    key,
    ...{ entryId: newId(), address, kind, reason, source: 'import' as const, channelId: null, createdBy: by },
  }));
  const added = new Set(
    await insertEntries(
      tx,
      enterpriseId,
      entries.map(({ key: _key, ...entry }) => entry),
      now,
    ),
  );
  return entries.filter(({ entryId }) => added.has(entryId)).map(({ key, entryId }) => ({ key, entryId }));
}

/** Lifts refusals that a move has added; one that somebody has changed stays. @returns ids of those that are lifted */
export async function liftMovedRefusals(
  tx: Tx,
  enterpriseId: string,
  entryIds: readonly string[],
  { by, now, reason }: { by: string | null; now: Date; reason: string },
): Promise<string[]> {
  const { rows } = await sql<{ entryId: string }>`update blacklist b set removed_at = ${now}, removed_by = ${by}, removed_reason = ${reason}
    where b.enterprise_id = ${enterpriseId} and b.entry_id = any(${[...entryIds]}::uuid[]) and b.removed_at is null and b.version = 1
    returning b.entry_id`.execute(tx);
  return rows.map(({ entryId }) => entryId);
}
