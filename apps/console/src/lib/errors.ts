import type { FieldError } from '@parley/contract';
import { commonWords } from '../locales/common.ts';
import { formatBytes, formatTimestamp } from './format.ts';
import { addWords, i18next } from './i18n.ts';

// English needs no words for codes: what the server answers is English, and often says more.
addWords('errors', {});

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
  const told = isOurs && typeof from.message === 'string' ? from.message.trim() : '';
  const code = isOurs ? String(from.code) : 'client.unexpected';
  const message = sayCode(code, data) || told || commonWords.ui('somethingWentWrong');
  return { code, message, requestId, httpStatus, data };
}

/** The words for a code of the contract's catalogue in the reader's language; '' when it has none, as in English. */
function sayCode(code: string, data: Record<string, unknown>): string {
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toText(name, value)]));
  const options = { ns: 'errors', keySeparator: '|', nsSeparator: false, defaultValue: '', ...values };
  return (i18next.t as (key: string, options: object) => string)(`code|${code}`, options);
}

function toText(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(', ');
  if (name.endsWith('Bytes') && typeof value === 'number') return formatBytes(value);
  return name.endsWith('At') && typeof value === 'string' ? formatTimestamp(value) : value;
}

/** The faults by field that a refused save lists in data.errors; none when it lists none. */
export function readFieldErrors(error: unknown): FieldError[] {
  const { errors } = describeFailure(error).data;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: unknown) => {
    const { field, message } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    return typeof message === 'string' ? [{ field: typeof field === 'string' ? field : '', message }] : [];
  });
}
