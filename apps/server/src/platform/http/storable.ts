import { fieldError } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from './domain-error.ts';

const nul = '\u0000';

/** Finds the field of a request that holds U+0000, which PostgreSQL stores in no text. No depth of a body overflows it. */
function findNul(root: unknown): string | undefined {
  const open: { value: unknown; field: string }[] = [{ value: root, field: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, field } = next;
    if (typeof value === 'string' && value.includes(nul)) return field;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes(nul)) return field;
      open.push({ value: inner, field: field === '' ? key : `${field}.${key}` });
    }
  }
  return undefined;
}

/** @throws DomainError request.invalid that names the field */
export function assertStorable(...values: readonly unknown[]): void {
  for (const value of values) {
    const field = findNul(value);
    if (field === undefined) continue;
    throw invalidRequest({ ...fieldError(field, 'value.invalid'), message: 'This cannot be stored: it holds U+0000.' });
  }
}

/** Refuses what the database could only answer with a failure, for every call of the program at once: addresses, queries, JSON and forms. */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      assertStorable(request.params, request.query, request.body);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
