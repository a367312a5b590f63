import { cleanText, type FailureClass, type VendorError } from '@parley/contract';

/** Advice for people; the specification's sentence says what it is (reasonTexts). */
const advice: Record<FailureClass, string> = {
  SESSION_WINDOW: 'Send an approved template instead; free text is open again once the customer writes.',
  RATE_LIMITED: 'Nothing: it is sent again more slowly. Lower the speed of the channel if this repeats.',
  TRANSIENT: 'Nothing: it is tried again.',
  UNKNOWN_OUTCOME: 'Ask the vendor, or wait for a receipt, before it is sent again.',
  TEMPLATE: 'Sync the templates of the channel and compare the values with what was approved.',
  RECIPIENT: 'Check the number, or reach the customer on another channel.',
  OPTED_OUT: 'Send no marketing to this customer until they agree again.',
  CAPPED: 'Try again after 24 hours.',
  AUTH: 'Enter the credentials of the channel again and test the connection.',
  CONFIG: 'Compare the settings of the channel with those at the vendor, permissions and registration included.',
  ACCOUNT: 'Sign in at the vendor: the account is blocked or unpaid.',
  MEDIA: 'Check type, size and address of the media; the vendor must be able to fetch it.',
  REQUEST: 'Report this code: it is not known here, or the message was built wrongly.',
  EXPIRED: 'Send it again if it still matters.',
};

type Codes = Readonly<Record<string, FailureClass>>;
const each = (kind: FailureClass, ...codes: (string | number)[]): Codes => Object.fromEntries(codes.map((code) => [String(code), kind]));
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const meta: Codes = {
  ...each('SESSION_WINDOW', 131047, 470, '10/2018278', '10/2534022'),
  ...each('RATE_LIMITED', 4, 613, 80007, 130429, 131056, 429, 471),
  ...each('TRANSIENT', 1, 2, 131000, 131016, 133004),
  ...each('TEMPLATE', 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069, ...range(2000, 2013)),
  ...each('RECIPIENT', 131021, 131026, 551),
  ...each('OPTED_OUT', 131050),
  ...each('CAPPED', 131049, 130472, 472),
  ...each('AUTH', 0, 190),
  ...each('CONFIG', 3, 10, ...range(200, 299), 131005, 33, 803, 131045, 133000, ...range(133005, 133010)),
  ...each('ACCOUNT', 368, 131031, 131048, 131042),
  ...each('MEDIA', 131052, 131053),
  ...each('REQUEST', 100, 131008, 131009, 131051, 135000),
  ...each('EXPIRED', 410),
};

/** command_status of SMPP 3.4. */
const smpp: Codes = {
  ...each('RATE_LIMITED', 0x58, 0x14),
  ...each('TRANSIENT', 0x08, 0x64),
  ...each('RECIPIENT', 0x0b),
  ...each('AUTH', 0x0d, 0x0e, 0x0f),
  ...each('CONFIG', 0x05, 0x0a),
  ...each('REQUEST', 0x01, 0x02, 0x03, 0x04, 0x45, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4),
};

/** Gateways of short messages: the states of SMPP, and the words that HTTP gateways use for them. */
const sms: Codes = {
  ...each('RATE_LIMITED', 'THROTTLED', 'QUEUE_FULL'),
  ...each('RECIPIENT', 'UNDELIV', 'UNDELIVERED', 'REJECTD', 'REJECTED', 'INVALID_NUMBER', 'noNetwork', 'faults'),
  ...each('AUTH', 'INVALID_CREDENTIALS'),
  ...each('TEMPLATE', 'DLT_SCRUB', 'TEMPLATE_MISMATCH', 210),
  ...each('OPTED_OUT', 'DND', 'optedOuts'),
  ...each('EXPIRED', 'EXPIRED', 'DELETED'),
  ...each('TRANSIENT', -8),
};

/** RCS of Google's form, Vi, Dotgo and Jio: statuses of HTTP with a meaning of their own. */
const rbm: Codes = {
  ...each('REQUEST', 400, 422),
  ...each('AUTH', 401),
  ...each('ACCOUNT', 402),
  ...each('CAPPED', 403),
  ...each('RECIPIENT', 404),
  ...each('TEMPLATE', 409),
  ...each('OPTED_OUT', 410, 423),
  ...each('RATE_LIMITED', 429),
  ...each('TRANSIENT', 500, 502, 503, 504),
};

/** Mandrill's names and reasons, and the replies of mail servers. */
const mail: Codes = {
  ...each('AUTH', 'Invalid_Key', 530, 535),
  ...each('ACCOUNT', 'PaymentRequired'),
  ...each('CONFIG', 'Unknown_Subaccount', 'unsigned', 'invalid-sender'),
  ...each('REQUEST', 'ValidationError', 'invalid'),
  ...each('OPTED_OUT', 'unsub', 'spam'),
  ...each('RECIPIENT', 'hard_bounce', 'hard-bounce', 'soft_bounce', 'soft-bounce', 550, 551, 553, 'custom', 'rule', 'test'),
  ...each('TRANSIENT', 'GeneralError', 421, 450, 451, 452),
};

const telegram: Codes = {
  ...each('REQUEST', 400),
  ...each('RECIPIENT', 403, 'chat not found', 'user is deactivated', 'PEER_ID_INVALID'),
  ...each('AUTH', 401, 404),
  ...each('CONFIG', 409),
  ...each('MEDIA', 'wrong file'),
  ...each('RATE_LIMITED', 429),
};

const rcm: Codes = {
  ...each('REQUEST', 400),
  ...each('AUTH', 401, 403),
  ...each('TEMPLATE', 210),
  ...each('RATE_LIMITED', 429),
  ...each('TRANSIENT', 500, 503),
  ...each('SESSION_WINDOW', 470, 131047),
  ...each('RECIPIENT', 131026),
};

/** Meta's codes, and the sentences that Airtel writes instead of some. */
const airtel: Codes = {
  ...meta,
  ...each('SESSION_WINDOW', 'Free Flow Messages have been limited'),
  ...each('TEMPLATE', 'Template is not active'),
  ...each('CONFIG', 'Agent is not launched'),
  ...each('TRANSIENT', -8),
};

const sinch: Codes = {
  ...each('SESSION_WINDOW', 'OUTSIDE_ALLOWED_SENDING_WINDOW'),
  ...each('RATE_LIMITED', 'RATE_LIMITED', 'RESOURCE_EXHAUSTED', 429),
  ...each('TRANSIENT', 'INTERNAL_ERROR', 'INTERNAL', 'UNAVAILABLE'),
  ...each(
    'TEMPLATE',
    'TEMPLATE_MISSING_PARAMETER',
    'TEMPLATE_NON_EXISTING_VERSION',
    'TEMPLATE_NOT_REGISTERED',
    'TEMPLATE_INSUFFICIENT_PARAMETERS',
  ),
  ...each('RECIPIENT', 'RECIPIENT_NOT_REACHABLE', 'RECIPIENT_INVALID_CHANNEL_IDENTITY', 'CHANNEL_FAILURE', 'UNKNOWN'),
  ...each('OPTED_OUT', 'RECIPIENT_NOT_OPTED_IN'),
  ...each('AUTH', 'UNAUTHENTICATED', 401),
  ...each(
    'CONFIG',
    'NO_PERMISSION',
    'PERMISSION_DENIED',
    'CHANNEL_BAD_CONFIGURATION',
    'CHANNEL_NOT_CONFIGURED',
    'CHANNEL_CONFIGURATION_MISSING',
  ),
  ...each('MEDIA', 'MEDIA_TYPE_UNSUPPORTED', 'MEDIA_TOO_LARGE', 'MEDIA_NOT_REACHABLE'),
  ...each('REQUEST', 'INVALID_ARGUMENT', 400),
  ...each('EXPIRED', 'MESSAGE_EXPIRED', 'DELIVERY_TIMED_OUT'),
};

/** The vendors' codes in one language, by family. A code that is absent here is never retried. */
const tables = { meta, sms, smpp, rbm, mail, telegram, rcm, airtel, sinch } as const;
export type ErrorFamily = keyof typeof tables;

/** Codes by which a vendor says that a template may not be sent at all, whatever its values are. */
const templatesDown: Readonly<Record<string, 'PAUSED' | 'DISABLED'>> = {
  132001: 'PAUSED',
  132015: 'PAUSED',
  132016: 'DISABLED',
  'Template is not active': 'PAUSED',
  TEMPLATE_NOT_REGISTERED: 'PAUSED',
  TEMPLATE_NON_EXISTING_VERSION: 'PAUSED',
};

/** The status of the template that a refusal tells; undefined: it is about something else. */
export const templateStatusOf = (error: VendorError): 'PAUSED' | 'DISABLED' | undefined =>
  error.class === 'TEMPLATE' ? templatesDown[error.vendorCode] : undefined;

export type Refusal = { code: string | number; message: string; httpStatus?: number | undefined; retryAfterSeconds?: number | undefined };

/** Classifies by status alone a failure for which the vendor gave no code of its own. */
function classOfStatus(status: number): FailureClass {
  if (status === 401) return 'AUTH';
  if (status === 402) return 'ACCOUNT';
  if (status === 403) return 'CONFIG';
  if (status === 429) return 'RATE_LIMITED';
  return status >= 500 ? 'TRANSIENT' : 'REQUEST';
}

/**
 * Decides by the vendor's code, then by the HTTP status. A code that the table does not know is not retried, whatever 5xx it came with;
 * 401, 402, 403 and 429 mean the same everywhere.
 */
export function classify(family: ErrorFamily, refusal: Refusal): VendorError {
  const code = String(refusal.code);
  const known = (tables[family] as Codes)[code];
  const byStatus = classOfStatus(refusal.httpStatus ?? 400);
  return vendorError(known ?? (code !== '' && byStatus === 'TRANSIENT' ? 'REQUEST' : byStatus), refusal);
}

export function vendorError(kind: FailureClass, refusal: Refusal): VendorError {
  return {
    class: kind,
    vendorCode: cleanText(String(refusal.code)),
    vendorMessage: cleanText(refusal.message.slice(0, 500)),
    ...(refusal.httpStatus === undefined ? {} : { httpStatus: refusal.httpStatus }),
    ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
    advice: advice[kind],
  };
}

/** Makes the result of a message that we refuse ourselves, before it leaves. */
export const refused = (message: string, kind: FailureClass = 'REQUEST'): { kind: 'refused'; error: VendorError } => ({
  kind: 'refused',
  error: vendorError(kind, { code: '', message }),
});

/** Tells whether the caller may try again by itself. */
export const isRetried = (kind: FailureClass): boolean => kind === 'RATE_LIMITED' || kind === 'TRANSIENT';
