import { type CompiledQuery, type DatabaseConnection, type QueryResult, Transaction } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import { postgresDialect } from './driver.ts';
import type { Database } from './schema.ts';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Kysely lets the statements of a transaction wait for each other; here they leave as they come and are answered in their order. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(sql, parameters as unknown[]);
    return { rows: rows as R[], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing is streamed inside a transaction
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Transactions are not streamed.');
  }
}

function openTransaction(db: Db, pool: pg.Pool, client: pg.PoolClient): Tx {
  const connection = new PipelinedConnection(client);
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  const dialect = postgresDialect(pool);
  return new Transaction<Database>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

const lastWrites = new WeakMap<Tx, Promise<unknown>>();

/**
 * Writes whose answers the work does not need: they leave together with what follows them, COMMIT at the latest, and cost no trip of their
 * own. The transaction fails when they fail.
 */
export function writeBehind(tx: Tx, writes: Promise<unknown>): void {
  const all = Promise.all([lastWrites.get(tx), writes]);
  all.catch(() => {}); // told by inEnterprise
  lastWrites.set(tx, all);
}

const whenCommitted = new WeakMap<Tx, (() => void)[]>();

/** What is told to others once the change is there for them to see; nothing of it happens after a rollback. */
export const afterCommit = (tx: Tx, work: () => void): void => void whenCommitted.set(tx, [...(whenCommitted.get(tx) ?? []), work]);

/**
 * One transaction that sees one enterprise: row-level security is set here, and in reader.ts for questions.
 * @param work all of its queries go through the `tx` that it is given
 */
export async function inEnterprise<T>(
  { db, pool }: { db: Db; pool: pg.Pool },
  enterpriseId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const tx = openTransaction(db, pool, client);
  let isBroken = false;
  try {
    // BEGIN and the setting leave together with the first statement of the work; had they failed, no row would be seen or written.
    writeBehind(tx, client.query('begin'));
    writeBehind(tx, client.query("select set_config('app.enterprise_id', $1, true)", [enterpriseId]));
    const result = await work(tx);
    const { command } = await client.query('commit');
    await lastWrites.get(tx);
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.');
    for (const work of whenCommitted.get(tx) ?? []) work();
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    // Of a later statement PostgreSQL says only that the transaction is over: the first failure is the one to tell.
    await lastWrites.get(tx);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
