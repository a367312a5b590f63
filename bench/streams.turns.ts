import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { VersionCache } from '../apps/server/src/domains/journey/row/instance.versions.ts';
import { stepInstances } from '../apps/server/src/domains/journey/step/instance.batch.ts';
import type { Tx } from '../apps/server/src/platform/db/database.ts';
import { copyWalks } from './streams.world.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const batch = 100;
const rounds = 3;

/** Rows that a turn inserts, with the condition that selects them, and columns that it updates in existing rows. */
const inserted: Record<string, string> = {
  messages: 'chat_id in (select chat_id from bench_walks where i between $1 and $2)',
  message_keys:
    "message_key in (select 'j:' || instance_id || ':2:' || place from bench_walks, generate_series(0, 9) as place where i between $1 and $2)",
  chat_actions: 'chat_id in (select chat_id from bench_walks where i between $1 and $2)',
  journey_sends: 'instance_id in (select instance_id from bench_walks where i between $1 and $2)',
  journey_turns: 'instance_id in (select instance_id from bench_walks where i between $1 and $2)',
};
const updated: Record<string, { key: string; columns: string[] }> = {
  chats: { key: 'chat_id', columns: ['handled_by', 'last_number', 'last_activity_at'] },
  journey_instances: { key: 'instance_id', columns: ['state', 'node_no', 'turn', 'instance', 'last_error', 'chat_id', 'changed_at'] },
  journey_live: { key: 'instance_id', columns: ['holds', 'is_suspended', 'chat_id'] },
  journey_waits: { key: 'instance_id', columns: ['node_no', 'kind', 'due_at', 'wake_key', 'is_held'] },
};

type Batch = { table: string; rows: string }[];

/** The rows that the turns of a hundred walks have written, as text. */
async function readBatch(owner: pg.Client, first: number, last: number): Promise<Batch> {
  const batchOf: Batch = [];
  for (const [table, where] of Object.entries(inserted)) {
    const { rows } = await owner.query(`select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t where ${where}`, [first, last]);
    batchOf.push({ table, rows: rows[0].rows });
  }
  for (const [table, { key }] of Object.entries(updated)) {
    const { rows } = await owner.query(
      `select jsonb_agg(t)::text as rows from ${table} t where ${key} in (select ${key} from bench_walks where i between $1 and $2)`,
      [first, last],
    );
    batchOf.push({ table, rows: rows[0].rows });
  }
  return batchOf;
}

const written = new Map<string, RawBuilder<unknown>>();
/** Columns that may be written: those that the database makes are left out. */
async function learnColumns(owner: pg.Client): Promise<void> {
  for (const table of Object.keys(inserted)) {
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
         and coalesce(identity_generation, '') <> 'ALWAYS' order by ordinal_position`,
      [table],
    );
    written.set(table, sql.join(rows.map(({ name }) => sql.ref(name))));
  }
}

async function writeBatch(tx: Tx, enterpriseId: string, all: Batch): Promise<void> {
  for (const { table, rows } of all) {
    const columns = written.get(table);
    const source = sql`jsonb_populate_recordset(null::${sql.ref(table)}, ${rows}::jsonb)`;
    if (columns) await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${source}`.execute(tx);
    else {
      const { key, columns: names } = updated[table] as { key: string; columns: string[] };
      const sets = sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
      await sql`update ${sql.table(table)} t set ${sets} from ${source} r where t.enterprise_id = ${enterpriseId} and t.${sql.ref(key)} = r.${sql.ref(key)}`.execute(
        tx,
      );
    }
  }
}

/** Turns of walks whose wait is over: a text, a variable, a question. Against a loop that writes the same rows, a hundred walks a transaction. */
export async function measureTurns(world: World, owner: pg.Client, model: string, walks: number): Promise<Figure> {
  const { enterpriseId, ctx } = world;
  await copyWalks(owner, enterpriseId, model, walks * rounds, new Date(Date.now() - 1000));
  await learnColumns(owner);
  const ids = (await owner.query<{ instance_id: string }>('select instance_id from bench_walks order by i')).rows.map(
    (row) => row.instance_id,
  );
  const engine = { versions: new VersionCache(), secrets: world.running.deps.secrets };
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const begin = round * walks;
    const from = performance.now();
    for (let at = begin; at < begin + walks; at += batch) await stepInstances(ctx, engine, ids.slice(at, at + batch));
    ours.push(walks / ((performance.now() - from) / 1000));

    const batches: Batch[] = [];
    for (let at = begin; at < begin + walks; at += batch) batches.push(await readBatch(owner, at + 1, at + batch));
    for (const [table, where] of Object.entries(inserted).toReversed())
      await owner.query(`delete from ${table} where ${where}`, [begin + 1, begin + walks]);
    const since = performance.now();
    for (const one of batches) await ctx.transaction((tx) => writeBatch(tx, enterpriseId, one));
    bare.push(walks / ((performance.now() - since) / 1000));
    const { rows } = await owner.query(`select count(*)::integer as rows from messages where ${inserted.messages}`, [
      begin + 1,
      begin + walks,
    ]);
    if (rows[0].rows !== walks * 2) throw new Error(`${rows[0].rows} messages of ${walks} walks`);
  }
  const ratio = median(ours.map((one, round) => one / (bare[round] ?? Number.NaN)));
  return {
    name: 'turns of a stream: a text, a variable, a question',
    ours: `${Math.round(median(ours))} turns/s`,
    reference: `${Math.round(median(bare))}/s, a loop that writes the same rows, a hundred walks a transaction`,
    ratio,
    goal: 'at least 0.5',
    isMet: ratio >= 0.5,
  };
}
