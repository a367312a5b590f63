import { Reason, reasonHeader } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './domain-error.ts';

/** Why a call is made, as its header says; empty without one. @throws DomainError request.invalid that names the header */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const given = headers[reasonHeader];
  if (typeof given !== 'string') return '';
  const reason = Reason.safeParse(decode(given).trim());
  if (reason.success) return reason.data;
  throw invalidRequest(...reason.error.issues.map(({ message }) => ({ field: reasonHeader, code: '', values: {}, message })));
}

/** What is not encoded is taken as it stands. */
function decode(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
