import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { postgresDialect, snakeCase, tuneConnections } from './driver.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/** The part of a database that asks and changes nothing: a reader, or a transaction. */
export type Read = Pick<Db, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'getExecutor'>;

/**
 * The driver's default, text, would be compared and added wrongly.
 * @throws RangeError for a whole number that a number cannot hold: a sum of money is refused rather than rounded
 */
function readNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53.`);
  return value;
}
pg.types.setTypeParser(pg.types.builtins.INT8, readNumber);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, readNumber);

/**
 * Statements here take milliseconds, and compiling one takes a second or two of a core: PostgreSQL 15 to 17 did so for each claim of webhook
 * deliveries, whose plan is fixed by settings that raise its cost.
 */
export const withoutJit = '-c jit=off';

export type PoolOptions = { connection: pg.ClientConfig; size: number; onError: (error: Error) => void };

/** The connection pool. Every connection runs as parley_app, so row-level security applies, and has time limits. */
export function openPool({ connection, size, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    pipeline: true,
    options: `-c role=parley_app -c timezone=UTC ${withoutJit}`,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: 'parley',
  });
  // A restart of the server would end the process if there were no listener.
  pool.on('error', onError);
  // The pool handles errors of idle clients only; an error of a client in use, between two statements, would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  tuneConnections(pool);
  return pool;
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: postgresDialect(pool), plugins: [snakeCase] });
}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
]);

/** The driver gives no code to errors of its own, only these sentences. */
const lostMessages = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Tells whether the database cannot be reached. Another try may succeed in a moment, and the request is not at fault. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return lostCodes.has(code) || lostMessages.test(error.message);
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100', '58030']);

/** Tells whether a write failed because the disk of the database or of a folder is full. */
export const isStorageFull = (error: unknown): boolean => fullCodes.has((error as { code?: string } | undefined)?.code ?? '');

/** Tells whether a statement took longer than it may. */
export const isTimedOut = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '57014';

/** Tells whether PostgreSQL has ended a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '40P01';

/** Another transaction has changed what this one began with, and no lock could keep it off: this one is tried again as a whole. */
export class Overtaken extends Error {}

/** @returns the name of the unique constraint or index that refused the row, or undefined for any other error */
export function violatedConstraint(error: unknown): string | undefined {
  const failure = error as { code?: string; constraint?: string };
  return failure?.code === '23505' ? failure.constraint : undefined;
}
