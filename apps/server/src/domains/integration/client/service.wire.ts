import { createAgents } from '#platform/safe-fetch/safe-fetch.ts';
import { sendWire, type Wire, type WireAnswer, WireError } from '#platform/safe-fetch/wire.ts';
import type { Config } from '../../../config.ts';

/** Addresses of strangers: they take no connection from vendors or webhooks. */
const agents = createAgents(32);

/** Timeout of all calls together that a person waits for. */
export const serviceTimeoutMs = 10_000;

/** Reason why an outside service did not do its work, in words for the screen. */
export class ServiceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
  }
}

export type ServiceConfig = Pick<Config, 'privateHosts'>;
export type ServiceLimits = { maxBytes: number; timeoutMs?: number };

/**
 * One request to a service that a user has named: public addresses or those that the installation allows, no redirects, and the whole
 * answer within its time and size.
 * @throws ServiceError when there is no whole answer
 */
export async function callService(config: ServiceConfig, wire: Wire, limits: ServiceLimits): Promise<WireAnswer> {
  const { maxBytes, timeoutMs = serviceTimeoutMs } = limits;
  const isTrusted = config.privateHosts.includes(new URL(wire.url).hostname);
  const { promise: late, reject } = Promise.withResolvers<never>();
  // The wire's own limit begins with the connection, which may itself take its time.
  const timer = setTimeout(() => reject(new ServiceError(`The service did not answer within ${timeoutMs / 1000} s.`)), timeoutMs);
  try {
    return await Promise.race([sendWire(wire, { timeoutMs, maxBytes, isTrusted, agents }), late]);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const words = faultOf(error) || (error instanceof WireError ? error.message : 'The service could not be reached.');
    throw new ServiceError(words, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const faults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found.',
  EAI_AGAIN: 'The host was not found.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was broken off.',
  ETIMEDOUT: 'The host did not answer.',
};

/** Returns the cause of the failure, for people; '' where the system has no word of its own for it. */
export function faultOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    const fault = code === undefined ? undefined : faults[code];
    if (fault) return fault;
  }
  return '';
}

/** The JSON of an answer. @throws ServiceError for another status than 2xx, or what is no JSON */
export function readJson({ status, body }: WireAnswer): unknown {
  if (status === 401 || status === 403) throw new ServiceError(`The service refused the sign-in (${status}).`);
  if (status < 200 || status >= 300) throw new ServiceError(`The service answered ${status}.`);
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
  } catch (error) {
    throw new ServiceError('The service did not answer in JSON.', { cause: error });
  }
}
