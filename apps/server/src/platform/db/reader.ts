import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Read } from './database.ts';
import { nameOf, postgresParts, snakeCase } from './driver.ts';
import type { Database } from './schema.ts';

/** Methods that the driver calls on a query and that its types do not declare. */
type QueryInternals = {
  prepare: (connection: Wire) => void;
  handleDataRow: (message: unknown) => void;
  handleCommandComplete: (message: unknown, connection: Wire) => void;
};
type Wire = pg.Connection & { parsedStatements: Record<string, string> };
const plain = pg.Query.prototype as unknown as QueryInternals;

const enterName = 'enter';
const enterText = "select set_config('app.enterprise_id', $1, true), set_config('transaction_read_only', 'on', true)";

/**
 * A read-only query that sees one enterprise. In the extended protocol everything before one Sync is one transaction, so setting the
 * enterprise and the query itself need neither BEGIN nor COMMIT: one packet goes out and one comes back.
 */
class EnterpriseQuery extends pg.Query {
  readonly #enterpriseId: string;
  #hasEntered = false;

  constructor(enterpriseId: string, config: pg.QueryConfig, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super(config as never, callback as never);
    this.#enterpriseId = enterpriseId;
  }

  /** Called by the driver once it has corked the stream. */
  prepare(wire: Wire): void {
    if (!wire.parsedStatements[enterName]) {
      wire.parse({ name: enterName, text: enterText, types: [] }, true);
      wire.parsedStatements[enterName] = enterText;
    }
    wire.bind({ statement: enterName, values: [this.#enterpriseId] }, true);
    wire.execute({ portal: '', rows: '' } as never, true);
    plain.prepare.call(this, wire);
  }

  requiresPreparation(): boolean {
    return true;
  }

  handleDataRow(message: unknown): void {
    if (this.#hasEntered) plain.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#hasEntered) plain.handleCommandComplete.call(this, message, wire);
    this.#hasEntered = true;
  }
}

class ReadingConnection implements DatabaseConnection {
  readonly #enterpriseId: string;
  readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient, enterpriseId: string) {
    this.client = client;
    this.#enterpriseId = enterpriseId;
  }

  executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = nameOf(text);
    return new Promise((resolve, reject) => {
      const config = { text, values: parameters as unknown[], ...(name ? { name } : {}) };
      this.client.query(
        new EnterpriseQuery(this.#enterpriseId, config, (error, result) => {
          if (error) reject(error);
          else resolve({ rows: result.rows as R[] });
        }),
      );
    });
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; what is read here is never streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('What is read of an enterprise is not streamed.');
  }
}

const noTransaction = () => Promise.reject(new Error('A transaction is opened by inEnterprise.'));

const readingDriver = (pool: pg.Pool, enterpriseId: string): Driver => ({
  init: () => Promise.resolve(),
  acquireConnection: async () => new ReadingConnection(await pool.connect(), enterpriseId),
  releaseConnection: (connection) => Promise.resolve((connection as ReadingConnection).client.release()),
  beginTransaction: noTransaction,
  commitTransaction: noTransaction,
  rollbackTransaction: noTransaction,
  destroy: () => Promise.resolve(),
});

const mostKept = 1000;

/**
 * Runs read-only queries of one enterprise, each in a transaction of its own in which PostgreSQL refuses any write. Under READ COMMITTED
 * the queries of one transaction have a snapshot each as well, so separate transactions lose nothing.
 */
export function openReaders(pool: pg.Pool): (enterpriseId: string) => Read {
  const kept = new Map<string, Read>();
  return (enterpriseId) => {
    const known = kept.get(enterpriseId);
    if (known) return known;
    const dialect = { ...postgresParts, createDriver: () => readingDriver(pool, enterpriseId) };
    const reader = new Kysely<Database>({ dialect, plugins: [snakeCase] });
    if (kept.size >= mostKept) kept.clear();
    kept.set(enterpriseId, reader);
    return reader;
  };
}
