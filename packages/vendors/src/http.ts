import type { VendorError } from '@parley/contract';
import { vendorError } from './errors.ts';
import { decode, readAnswer } from './json.ts';
import { type VendorIo, WireFailure, type WireRequest } from './types.ts';

export type Answer = { kind: 'answer'; status: number; headers: Record<string, string>; text: string; json: unknown; bytes: Uint8Array };
export type Exchange = Answer | { kind: 'failed'; error: VendorError } | { kind: 'unknown'; error: VendorError };

/** One call. What never left may be tried again; what left without a whole answer may have been acted upon. */
export async function exchange(io: VendorIo, request: WireRequest): Promise<Exchange> {
  try {
    const { status, headers, body } = await io.fetch(request);
    const text = decode(body);
    return { kind: 'answer', status, headers, text, json: readAnswer(text), bytes: body };
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    if (error.phase === 'connect') return { kind: 'failed', error: vendorError('TRANSIENT', { code: '', message: error.message }) };
    return { kind: 'unknown', error: vendorError('UNKNOWN_OUTCOME', { code: '', message: error.message }) };
  }
}

export const isOk = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;

export const postJson = (url: string, headers: Record<string, string>, body: unknown): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
export const get = (url: string, headers: Record<string, string> = {}): WireRequest => ({ method: 'GET', url, headers });

/** Seconds to wait, as the answer's header says it. */
export function retryAfterOf(answer: Answer): number | undefined {
  const seconds = Number(answer.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
