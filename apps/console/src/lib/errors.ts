import { type FaultWords, FieldError, fillSlots, type Notification } from '@parley/contract';
import { commonWords } from '../locales/common.ts';
import { formatBytes, formatNumber, formatTimestamp } from './format.ts';
import { addWords, i18next } from './i18n.ts';

// English needs no words for codes: what the server answers is English, and often says more.
addWords('errors', {});

/** Known facts of a failure from any source. */
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

/** A fault in the reader's language; its own words, which are English, where the language has none for its code. */
export function sayFault({ code, values, message }: FaultWords): string {
  return fillWords('faultTexts', code, values) ?? message;
}

/** A notification in the reader's language; its own words, which are English, where the language has none for its code. */
export function sayNotice({ code, values, title, text }: Pick<Notification, 'code' | 'values' | 'title' | 'text'>): {
  title: string;
  text: string;
} {
  return { title: fillWords('noticeTitleTexts', code, values) ?? title, text: fillWords('noticeTexts', code, values)?.trim() ?? text };
}

function fillWords(group: string, code: string, values: FaultWords['values']): string | undefined {
  const words: unknown = i18next.getResource(i18next.language, 'errors', `${group}|${code}`, { keySeparator: '|' });
  return typeof words === 'string' ? fillSlots(words, values, formatNumber) : undefined;
}

export type SaidFault = { field: string; message: string };

/** The faults by field that a refused save lists in data.errors, in the reader's language; none when it lists none. */
export function readFieldErrors(error: unknown): SaidFault[] {
  const { errors } = describeFailure(error).data;
  return readFaults(errors);
}

/** The same of the issues that a schema found in a request. */
export function readIssues(error: unknown): SaidFault[] {
  const { issues } = describeFailure(error).data;
  return readFaults(Array.isArray(issues) ? issues.map((issue: object) => ({ ...issue, message: 'reason' in issue && issue.reason })) : []);
}

function readFaults(faults: unknown): SaidFault[] {
  if (!Array.isArray(faults)) return [];
  return faults.flatMap((fault: unknown) => {
    const { success, data } = FieldError.safeParse(fault);
    return success ? [{ field: data.field, message: sayFault(data) }] : [];
  });
}
