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

async function countChanges(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; changed: number }>`
    select t.name, coalesce(sum(pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid)), 0)::int as changed
    from unnest(${tables}::text[]) as t(name) join pg_class c on c.oid = to_regclass(t.name) group by t.name`.execute(tx);
  return new Map(rows.map(({ name, changed }) => [name, changed]));
}

export const watchTrail: NonNullable<Deps['watch']> = ({ name, mark }) => {
  const before = new WeakMap<Tx, Map<string, number>>();
  return {
    async begin(tx) {
      before.set(tx, await countChanges(tx));
    },
    async end(tx) {
      const kinds = entriesOf(tx).map(({ kind }) => kind);
      if (kinds.length > 0) {
        if (!mark || 'none' in mark) throw new Error(`${name} says that it leaves nothing in the audit trail, and leaves ${kinds.join()}.`);
        if (mark.kind !== 'any' && !kinds.includes(mark.kind))
          throw new Error(`${name} leaves ${kinds.join()} in the audit trail, not ${mark.kind}.`);
        return;
      }
      if ((mark && 'none' in mark) || isExcused(tx)) return;
      const changed = [...(await countChanges(tx))].filter(([table, count]) => count > (before.get(tx)?.get(table) ?? 0));
      if (changed.length > 0)
        throw new Error(`${name} changed ${changed.map(([table]) => table).join(', ')} and left no entry in the audit trail.`);
    },
  };
};
