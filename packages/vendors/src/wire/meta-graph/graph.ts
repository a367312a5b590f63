import type { VendorError } from '@parley/contract';
import { keyOf } from '../../connection.ts';
import { classify } from '../../errors.ts';
import { type Answer, exchange, isOk, retryAfterOf } from '../../http.ts';
import { asNumber, asText, dig, type JsonObject } from '../../json.ts';
import type { Connection, VendorIo, WireRequest } from '../../types.ts';

export const bearer = (connection: Connection): Record<string, string> => ({ authorization: `Bearer ${keyOf(connection, 'authToken')}` });

/** Meta's error object, of an answer or of a failed receipt. */
export function graphError(error: JsonObject, httpStatus?: number, retryAfterSeconds?: number): VendorError {
  const code = asNumber(error.code);
  const subcode = asText(error.error_subcode);
  const details = asText(dig(error, 'error_data', 'details'));
  const message = [asText(error.message) || asText(error.title), details].filter(Boolean).join(': ');
  const isWindow = code === 10 && (subcode === '2018278' || subcode === '2534022');
  // One recipient may be written to once in six seconds: the wait is theirs alone.
  const wait = code === 131056 ? Math.max(60, retryAfterSeconds ?? 0) : retryAfterSeconds;
  return classify('meta', { code: isWindow ? `${code}/${subcode}` : code, message, httpStatus, retryAfterSeconds: wait });
}

export function refusalOf(answer: Answer): VendorError {
  const error = dig(answer.json, 'error');
  if (error && typeof error === 'object') return graphError(error as JsonObject, answer.status, retryAfterOf(answer));
  return classify('meta', {
    code: '',
    message: answer.text.slice(0, 200) || `HTTP ${answer.status}`,
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });
}

/** A call that is no message: what it answered, or why not. */
export async function callGraph(
  io: VendorIo,
  request: WireRequest,
): Promise<{ kind: 'done'; json: unknown } | { kind: 'failed'; error: VendorError }> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return { kind: 'failed', error: answer.error };
  return isOk(answer) ? { kind: 'done', json: answer.json } : { kind: 'failed', error: refusalOf(answer) };
}
