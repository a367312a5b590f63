import { sql } from 'kysely';
import { entriesOf, isExcused } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Deps } from '../src/deps.ts';
import { modules } from '../src/domains.ts';

/**
 * Fails a call whose transaction changes a table of a record that the audit trail knows and records nothing, or records something else than
 * its endpoint says: whichever test makes the call.
 * PostgreSQL counts the rows that a transaction has changed; earlier transactions of the connection may be counted with it, so the counts
 * are compared with those of its beginning.
 */
const tables = [...new Set(modules.flatMap((module) => module.records ?? []).flatMap((record) => record.tables))].map((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** One count for all tables, in their order, and one value as the answer: each call that writes asks twice. */
async function countChanges(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ changed: number[] }>`
    select array(
      select coalesce(pg_stat_get_xact_tuples_inserted(r.id) + pg_stat_get_xact_tuples_updated(r.id) + pg_stat_get_xact_tuples_deleted(r.id), 0)::int
      from unnest(${tables}::text[]) with ordinality as t (name, place) cross join lateral (select to_regclass(t.name)::oid as id offset 0) r
      order by t.place) as changed`.execute(tx);
  return rows[0]?.changed ?? [];
}

export const watchTrail: NonNullable<Deps['watch']> = ({ name, mark }) => {
  const isSilent = mark !== undefined && 'none' in mark;
  const before = new WeakMap<Tx, Promise<number[]>>();
  return {
    begin(tx) {
      if (isSilent) return Promise.resolve();
      // The count travels with the first statement of the work; a failure of it is met at the end.
      const counted = countChanges(tx);
      counted.catch(() => {});
      before.set(tx, counted);
      return Promise.resolve();
    },
    async end(tx) {
      const kinds = entriesOf(tx).map(({ kind }) => kind);
      if (kinds.length > 0) {
        if (!mark || 'none' in mark) throw new Error(`${name} says that it leaves nothing in the audit trail, and leaves ${kinds.join()}.`);
        if (mark.kind !== 'any' && !kinds.includes(mark.kind))
          throw new Error(`${name} leaves ${kinds.join()} in the audit trail, not ${mark.kind}.`);
        return;
      }
      if (isSilent || isExcused(tx)) return;
      const [counts, atFirst] = await Promise.all([countChanges(tx), before.get(tx)]);
      const changed = tables.filter((_table, place) => (counts[place] ?? 0) > (atFirst?.[place] ?? 0));
      if (changed.length > 0) throw new Error(`${name} changed ${changed.join(', ')} and left no entry in the audit trail.`);
    },
  };
};
