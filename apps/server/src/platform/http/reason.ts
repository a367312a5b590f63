import { Reason, reasonHeader } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './domain-error.ts';

/** Reads the reason of a call from its header; empty without one. @throws DomainError request.invalid that names the header */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const given = headers[reasonHeader];
  if (typeof given !== 'string') return '';
  const reason = Reason.safeParse(decode(given).trim());
  if (reason.success) return reason.data;
  throw invalidRequest(...reason.error.issues.map(({ message }) => ({ field: reasonHeader, code: '', values: {}, message })));
}

/** Decodes the text; one that is not encoded is taken as it stands. */
function decode(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
