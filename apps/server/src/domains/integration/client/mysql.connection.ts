import type { SettingsOf } from '@parley/contract';
import { type Connection, createConnection } from 'mysql2';
import { BlockedAddress, connectSafely } from '#platform/safe-fetch/safe-fetch.ts';
import { faultOf, type ServiceConfig, ServiceError } from './service.wire.ts';

export type OpenDatabase = {
  connection: Connection;
  /** Signed in. */
  ready: Promise<void>;
  /** Rejected when the connection ends, at any time. */
  failed: Promise<never>;
  serverVersion: () => string;
  bytesRead: () => number;
  destroy: () => void;
};

/**
 * A connection to a database that a user has named: our own socket by the guarded lookup; TLS with a certificate that fits the host, unless
 * the configuration does without, which it may only of a host that the installation allows.
 * @throws ServiceError, BlockedAddress
 */
export function openDatabase(
  { privateHosts }: ServiceConfig,
  access: SettingsOf<4> & { password: string },
  timeoutMs: number,
): OpenDatabase {
  const { host, port, user, password, database, isTlsRequired, certificate } = access;
  if (!isTlsRequired && !privateHosts.includes(host))
    throw new ServiceError('Without TLS only hosts are reached that the installation allows.');
  const socket = connectSafely(host, port, privateHosts);
  const ended = Promise.withResolvers<never>();
  const signedIn = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    ended.reject(error);
    signedIn.reject(error);
  };
  // A waiting caller gets the error; without one, the rejection must not stop the program.
  ended.promise.catch(() => {});
  signedIn.promise.catch(() => {});
  socket.on('error', fail);
  socket.on('close', () => fail(new ServiceError('The database closed the connection.')));
  const connection = createConnection({
    host,
    port,
    user,
    password,
    database,
    stream: socket,
    // The caller's limit is for everything, and comes before.
    connectTimeout: timeoutMs + 5000,
    ...(isTlsRequired
      ? { ssl: { rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2', ...(certificate ? { ca: certificate } : {}) } }
      : {}),
    // Parsers without code made of the names of columns; no file for a server that asks; one statement.
    disableEval: true,
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    multipleStatements: false,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  });
  connection.on('error', fail);
  connection.on('connect', () => signedIn.resolve());
  return {
    connection,
    ready: signedIn.promise,
    failed: ended.promise,
    serverVersion: () =>
      String((connection as unknown as { _handshakePacket?: { serverVersion?: string } })._handshakePacket?.serverVersion ?? ''),
    bytesRead: () => socket.bytesRead,
    destroy() {
      connection.destroy();
      socket.destroy();
    },
  };
}

const longest = 300;

/** Converts a fault to words for the caller. @returns the error itself, where it is no fault of the database */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  if (error instanceof BlockedAddress) return new ServiceError(`${error.message} It is not a public one.`, { cause: error });
  if (!(error instanceof Error)) return error;
  const cause = error as Error & { code?: string };
  if (cause.code === 'HANDSHAKE_NO_SSL_SUPPORT') return new ServiceError('The database offers no TLS.', { cause });
  const fault = faultOf(error);
  if (fault !== '') return new ServiceError(fault, { cause });
  // A server's error text may be of any length and have any content.
  return new ServiceError(`The database refused: ${cause.message.replaceAll(/\s+/g, ' ').slice(0, longest)}`, { cause });
}
