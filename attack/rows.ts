import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Rows as the owner of the tables sees them: whether anything of an enterprise changed, and whose ids stand where. */
export async function openRows(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'enterprise_id') order by 1`);
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

  async function digests(enterpriseId: string, chosen?: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { name } of tables) {
      if (chosen && !chosen.includes(name)) continue;
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${quoted(name)} t where enterprise_id = $1`,
        [enterpriseId],
      );
      found.set(name, rows[0]?.digest ?? '');
    }
    return found;
  }

  return {
    /** A digest of each table that rests by itself: what duties go on writing to is told apart by looking twice. */
    async fingerprint(enterpriseId: string): Promise<Map<string, string>> {
      const first = await digests(enterpriseId);
      await sleep(2500);
      const second = await digests(enterpriseId);
      return new Map([...second].filter(([table, digest]) => first.get(table) === digest && !busyTables.has(table)));
    },
    /** A digest of tables that no duty writes to. @throws Error for a table that there is not */
    async digestOf(enterpriseId: string, ...chosen: readonly string[]): Promise<string> {
      const found = await digests(enterpriseId, chosen);
      const missing = chosen.filter((table) => !found.has(table));
      if (missing.length > 0) throw new Error(`There is no table ${missing.join(', ')}.`);
      return JSON.stringify([...found]);
    },
    /** Tables of an enterprise with a row that names one of the ids. */
    async planted(enterpriseId: string, ids: ReadonlySet<string>): Promise<{ table: string; id: string }[]> {
      const found: { table: string; id: string }[] = [];
      const list = [...ids];
      for (const { name } of tables) {
        if (echoes.has(name)) continue;
        const { rows } = await client.query<{ id: string }>(
          `select m[1] as id from ${quoted(name)} t, regexp_matches(t::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m
           where enterprise_id = $1 and m[1] = any ($2) limit 3`,
          [enterpriseId, list],
        );
        found.push(...rows.map(({ id }) => ({ table: name, id })));
      }
      return found;
    },
    query: <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => client.query<R>(text, values).then(({ rows }) => rows),
    close: () => client.end(),
  };
}

/** Written by duties at any moment: sessions note when they were seen, the outbox is emptied, the chain of the trail is checked, days that are over are counted. */
const busyTables = new Set(['sessions', 'outbox', 'audit_checks', 'measure_days', 'measure_through']);
/** Keeps what people typed, ids included, as a text of theirs. */
const echoes = new Set(['chat_actions', 'messages', 'bot_turns', 'raw_events']);
