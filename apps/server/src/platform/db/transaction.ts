import { type CompiledQuery, type DatabaseConnection, type QueryResult, Transaction } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import { postgresDialect } from './driver.ts';
import type { Database } from './schema.ts';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Kysely sends the statements of a transaction one after the other; this connection sends them at once, and answers come in order. */
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
 * Sends writes whose results the caller does not need. They travel together with the next statement, or with COMMIT, and so cost no round
 * trip of their own. When one fails, the transaction fails.
 */
export function writeBehind(tx: Tx, writes: Promise<unknown>): void {
  const all = Promise.all([lastWrites.get(tx), writes]);
  all.catch(() => {}); // `inEnterprise` awaits and reports it
  lastWrites.set(tx, all);
}

const whenCommitted = new WeakMap<Tx, (() => void)[]>();

/** Runs `work` after the transaction has committed, for example to notify others; after a rollback it does not run. */
export const afterCommit = (tx: Tx, work: () => void): void => void whenCommitted.set(tx, [...(whenCommitted.get(tx) ?? []), work]);

/**
 * Runs one transaction that sees one enterprise: row-level security is set here, and in reader.ts for queries that only read.
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
    // BEGIN and the setting travel with the first statement of the work. If they failed, no row would be visible or writable.
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
    // PostgreSQL reports only the first failed statement; later ones fail with 'current transaction is aborted'.
    await lastWrites.get(tx);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
