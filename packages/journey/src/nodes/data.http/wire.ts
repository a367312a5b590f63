import type { CallRequest } from '../../engine/effects.ts';

type HttpRequest = Extract<CallRequest, { kind: 'http' }>;

/** Names that would change how the request itself is read, or whose it is. */
const refused = /^(host|content-length|transfer-encoding|connection|expect|upgrade|te|trailer|keep-alive|proxy-.*|idempotency-key)$/i;
const isHeader = ([name, value]: readonly [string, string]) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !refused.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value);

/** The headers of a call that go out: others are left away. */
export const wireHeadersOf = ({ headers }: HttpRequest): [string, string][] => headers.filter(isHeader);

/** The body of a call as it goes out; null where it has none. */
export function wireBodyOf({ body, method }: HttpRequest): { type: string; text: string } | null {
  if (body.kind === 'none' || method === 'GET' || method === 'HEAD') return null;
  if (body.kind === 'json') return { type: 'application/json', text: body.text };
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(body.fields).toString() };
}

/** The address of a call with its query as it goes out, below the service's own address where it has one. */
export function wireAddressOf({ address, query }: HttpRequest): string {
  if (query.length === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}
