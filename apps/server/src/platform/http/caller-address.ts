import type { IncomingMessage } from 'node:http';

/** Where a socket comes from, read as the HTTP calls read it: behind a trusted proxy the first address that it forwards. */
export function callerAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const [first = ''] = String(forwarded ?? '').split(',');
  return first.trim() || (request.socket.remoteAddress ?? '');
}
