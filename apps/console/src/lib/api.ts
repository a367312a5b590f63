import { type ApiClient, ApiError, createClient, type ToldAnswer } from '@parley/client';
import { commonWords } from '../locales/common.ts';
import { describeFailure } from './errors.ts';
import { askForProof } from './proof.ts';
import { getReason } from './reason.ts';
import { noteServerTime } from './server-clock.ts';
import { endSession, getToken, needEnrolment } from './session.ts';
import { showToast } from './toasts.ts';

/** The console's own client: every call of the contract, `api.chats.list({ query })`. */
export const api: ApiClient = createClient({
  baseUrl: '',
  getToken,
  getReason,
  onError: handleApiError,
  onServerTime: noteServerTime,
  again: proveAgain,
});

/** Repeats a call that needs a fresh proof once the user has given it. */
function proveAgain(error: ApiError): Promise<boolean> {
  return error.code === 'proof.needed' ? askForProof() : Promise.resolve(false);
}

/**
 * Handles the consequences of every failure for the session, for any caller; words for the screen are the caller's task.
 * @param token the session that was refused: a late refusal does not end the session of whoever has signed in since
 */
export function handleApiError(error: ApiError, token: string | null = getToken()): void {
  if (error.endsSession) {
    if (token === getToken()) endSession(error.code === 'login_required' ? 'expired' : 'forbidden');
  } else if (error.code === 'twofactor.required') needEnrolment();
  else if (error.code === '1403') showToast('error', describeFailure(error).message);
  else if (error.code === 'network' && !navigator.onLine) showToast('error', commonWords.ui('offlineCall'));
}

/** True when `handleApiError` has told the user already. */
export function isToldAlready(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.endsSession || error.code === '1403' || error.code === 'twofactor.required' || (error.code === 'network' && !navigator.onLine))
  );
}

/** Picks a part of an answer, and keeps the server's own words beside it: `pickAnswer(api.told.tags.save({ body }), ({ tag }) => tag)`. */
export async function pickAnswer<A, T>(call: Promise<ToldAnswer<A>>, pick: (answer: A) => T): Promise<ToldAnswer<T>> {
  const { answer, message } = await call;
  return { answer: pick(answer), message };
}

export { ApiError, type ToldAnswer };
