import { t } from './i18n.ts';

/** What is known of a failure, whoever raised it. */
export type Failure = {
  code: string;
  message: string;
  requestId: string | undefined;
  httpStatus: number | undefined;
  data: Record<string, unknown>;
};

/** Reads any thrown value; what says nothing of itself says 'Something went wrong'. */
export function describeFailure(error: unknown): Failure {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Partial<Record<string, unknown>>;
  const isOurs = typeof from.code === 'string' && from.code !== '';
  const data = typeof from.data === 'object' && from.data !== null ? (from.data as Record<string, unknown>) : {};
  const requestId = typeof from.requestId === 'string' ? from.requestId : typeof data.requestId === 'string' ? data.requestId : undefined;
  const httpStatus = typeof from.httpStatus === 'number' ? from.httpStatus : typeof from.status === 'number' ? from.status : undefined;
  // Only what the server answered is meant for people; a TypeError of ours or the browser's is not.
  const message = isOurs && typeof from.message === 'string' && from.message.trim() !== '' ? from.message : t('common.somethingWentWrong');
  return { code: isOurs ? String(from.code) : 'client.unexpected', message, requestId, httpStatus, data };
}
