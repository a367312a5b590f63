import type { SettingsOf } from '@parley/contract';
import type { Connection, FieldPacket } from 'mysql2';
import { type OpenDatabase, openDatabase, toDatabaseError } from './mysql.connection.ts';
import { type ServiceConfig, ServiceError } from './service.wire.ts';

export type DatabaseAccess = SettingsOf<4> & { password: string };
export type Query = { sql: string; params: readonly (string | number | null)[] };
/** @property limit rows that are answered, @property timeoutMs for everything, the connection included */
export type QueryLimits = { limit: number; timeoutMs: number };
/** Values as text, so that no number or date is changed by being read. @property more: there were more rows than the limit */
export type QueryRows = { columns: string[]; rows: (string | null)[][]; more: boolean };

const mostBytes = 4 * 1024 * 1024;
const lookMs = 20;
/**
 * Statements that a read-only configuration takes. The transaction and the rights of the database user enforce it; this check gives a
 * better message.
 */
const reading = /^(select|with|show|describe|desc|explain|table|values)\b/i;

/**
 * One prepared statement with its parameters, and nothing else, on a connection of its own.
 * Everything that a hostile database could do to us ends with the time, the number of rows or the bytes that came.
 * @throws ServiceError with why there is no answer
 */
export async function runQuery(
  { config }: { config: ServiceConfig },
  access: DatabaseAccess,
  query: Query,
  { limit, timeoutMs }: QueryLimits,
): Promise<QueryRows> {
  if (access.isReadOnly && !reading.test(query.sql.trim()))
    throw new ServiceError('This database is read only: the statement must begin with SELECT, WITH, SHOW, DESCRIBE or EXPLAIN.');
  const deadline = performance.now() + timeoutMs;
  const left = () => Math.max(1, Math.round(deadline - performance.now()));
  const database = open(config, access, left());
  try {
    return await inTime(database, left(), timeoutMs, async () => {
      await database.ready;
      await prepareSession(database, access.isReadOnly, left());
      return readRows(database, query, limit);
    });
  } catch (error) {
    if (error instanceof TooLong) await killQuery(config, access, database);
    throw toDatabaseError(error);
  } finally {
    database.destroy();
  }
}

/** @throws ServiceError */
function open(config: ServiceConfig, access: DatabaseAccess, timeoutMs: number): OpenDatabase {
  try {
    return openDatabase(config, access, timeoutMs);
  } catch (error) {
    throw toDatabaseError(error);
  }
}

class TooLong extends ServiceError {}

const tooMuch = () => new ServiceError('The database sent more than an answer can hold.');

/** The work, unless it takes too long or the database sends too much. */
async function inTime<T>(database: OpenDatabase, leftMs: number, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new TooLong(`The database did not answer within ${timeoutMs / 1000} s.`)), leftMs);
  // A row is handed on when it is whole, and may be of any size: the bytes are counted where they come in.
  const look = setInterval(() => {
    if (database.bytesRead() > mostBytes) reject(tooMuch());
  }, lookMs);
  database.failed.catch(reject);
  try {
    return await Promise.race([work(), ended]);
  } finally {
    clearTimeout(late);
    clearInterval(look);
  }
}

/** Ours comes first; the server's own is for a process that has died meanwhile. */
const laterMs = 1000;

/** The server's own limit of time, and that nothing is written. These are our words alone, so they need no preparing. */
async function prepareSession({ connection, serverVersion }: OpenDatabase, isReadOnly: boolean, leftMs: number): Promise<void> {
  const isMaria = /mariadb/i.test(serverVersion());
  const limitMs = leftMs + laterMs;
  const limit = isMaria ? `max_statement_time = ${limitMs / 1000}` : `max_execution_time = ${limitMs}`;
  await say(connection, `SET SESSION ${limit}`);
  if (!isReadOnly) return;
  await say(connection, 'SET SESSION TRANSACTION READ ONLY');
  await say(connection, 'START TRANSACTION READ ONLY');
}

const say = (connection: Connection, sql: string): Promise<void> =>
  new Promise((resolve, reject) => void connection.query(sql, (error) => (error ? reject(error) : resolve())));

function readRows({ connection, bytesRead }: OpenDatabase, { sql, params }: Query, limit: number): Promise<QueryRows> {
  return new Promise((resolve, reject) => {
    let columns: string[] = [];
    const rows: (string | null)[][] = [];
    const finish = (more: boolean) => resolve({ columns, rows, more });
    const command = connection.execute({ sql, rowsAsArray: true }, [...params]);
    command.on('error', reject);
    command.on('fields', (fields: FieldPacket[] | undefined) => {
      columns = fields?.map(({ name }) => name) ?? [];
    });
    command.on('result', (row: unknown) => {
      // A statement without rows answers how many it has changed.
      if (!Array.isArray(row)) return;
      if (bytesRead() > mostBytes) reject(tooMuch());
      else if (rows.length >= limit) finish(true);
      else rows.push(row.map(toText));
    });
    command.on('end', () => finish(false));
  });
}

const toText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | bigint | boolean);
};

const killMs = 2000;

/** Ends a running query from a second connection; the caller is not told if that fails. */
async function killQuery(config: ServiceConfig, access: DatabaseAccess, { connection }: OpenDatabase): Promise<void> {
  const { threadId } = connection;
  if (!Number.isInteger(threadId)) return;
  const second = openDatabase(config, access, killMs);
  try {
    await inTime(second, killMs, killMs, async () => {
      await second.ready;
      await say(second.connection, `KILL QUERY ${threadId}`);
    });
  } catch {
    // The server's own limit ends it.
  } finally {
    second.destroy();
  }
}
