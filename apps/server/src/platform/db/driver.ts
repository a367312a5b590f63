import type { Socket } from 'node:net';
import {
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

type Connection = Parameters<PostgresDriver['beginTransaction']>[0];

/**
 * BEGIN is sent without waiting for its answer, so that it travels with the statement after it; so is the COMMIT of a transaction that
 * only reads, since nothing depends on it. With pipelined connections a read then costs one round trip instead of four. Should BEGIN
 * fail, the statements after it fail as well.
 */
class EagerDriver extends PostgresDriver {
  readonly #reading = new WeakSet<object>();

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') this.#reading.add(connection);
    super.beginTransaction(connection, settings).catch(() => {});
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    const committed = super.commitTransaction(connection);
    if (!this.#reading.delete(connection)) return committed;
    committed.catch(() => {});
  }

  override rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    this.#reading.delete(connection);
    return super.rollbackTransaction(connection);
  }
}

export const postgresDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new EagerDriver({ pool }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const usesBeforeNaming = 3; // a statement that is rare is not worth a place in each connection's memory
const mostNames = 400; // lists of different lengths make different texts; beyond this they stay unnamed

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/** Statements that are sent within one turn of the event loop leave in one packet: a system call costs more than a statement's bytes. */
function gatherWrites(client: pg.ClientBase): Query {
  const query = client.query.bind(client) as Query;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let isGathering = false;
  return (text, values, callback) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      setImmediate(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    return query(text, values, callback);
  };
}

/** Gives repeated statements a name, so that each connection parses and plans them once: 1.2 to 1.4 times the selects a second. */
export function nameRepeatedStatements(pool: pg.Pool): void {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= mostNames) return known;
    const count = (uses.get(text) ?? 0) + 1;
    if (uses.size > 10 * mostNames) uses.clear();
    uses.set(text, count);
    if (count <= usesBeforeNaming) return undefined;
    names.set(text, `s${names.size}`);
    return names.get(text);
  }
  pool.on('connect', (client) => {
    const query = gatherWrites(client);
    const named: Query = (text, values, callback) => {
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 && callback === undefined ? nameOf(text) : undefined;
      return name ? query({ name, text, values }) : query(text, values, callback);
    };
    client.query = named as typeof client.query;
  });
}
