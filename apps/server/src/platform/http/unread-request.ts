import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { DomainError } from './domain-error.ts';
import { toRefusal } from './envelope.ts';

/**
 * Requests that never reach a route are refused in the same envelope as all others: addresses that the router cannot read, heads that
 * Node's parser gives up. Nothing of the request is repeated.
 */
const refusalOf = (code: string | undefined): DomainError => {
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('request.head_too_large', 'The headers of the request are too large.', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new DomainError('request.timeout', 'The request took too long to arrive.', {});
  return new DomainError('request.malformed', 'The request could not be read.', { reason: 'The address or head is not valid.' });
};

/** Handles Fastify's `frameworkErrors`, which comes instead of hooks and error handler. */
export function refuseUnrouted(error: { code?: string }, _request: unknown, reply: FastifyReply): void {
  const requestId = randomUUID();
  const { httpStatus, envelope } = toRefusal(refusalOf(error.code), requestId);
  const body = JSON.stringify(envelope);
  // The answer leaves before the request's body is there, so the connection ends with it.
  reply.raw.writeHead(httpStatus, headersOf(requestId, body)).end(body);
}

/** Handles Fastify's `clientErrorHandler`: there is no request yet, only a connection. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  // Gone, or in the middle of another answer, which Node keeps beside the connection: nothing can be told.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { httpStatus, envelope } = toRefusal(refusalOf(error.code), requestId);
  const body = JSON.stringify(envelope);
  const head = Object.entries(headersOf(requestId, body)).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

const headersOf = (requestId: string, body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
  connection: 'close',
});
