import type { ErrorFamily } from '../../errors.ts';
import type { HostName } from '../../hosts.ts';

/** JSON whose texts may hold slots such as {{to}}; {{config.user}} is a key of the channel. */
export type Pattern = string | readonly Pattern[] | { readonly [name: string]: Pattern };

/** One vendor of short messages: data, no code. Values are encoded by where they stand (query, form, JSON, header). */
export type SmsDefinition = {
  host: HostName;
  path: string;
  /** Encoding of the fields */
  form: 'query' | 'form' | 'json';
  headers: Readonly<Record<string, string>>;
  /** Keys of user and password for the slot {{basic}} */
  basic?: readonly [string, string];
  /** A token for the slot {{token}} */
  token?: {
    host: HostName;
    method: 'GET' | 'POST';
    path: string;
    basic: readonly [string, string];
    field: string;
    lifeSeconds: number;
    form: string;
  };
  fields: { readonly [name: string]: Pattern };
  answer: {
    /** Paths of the message's id in the answer; several are tried in turn */
    id: readonly string[];
    /** Path of the vendor's own code, and the codes that mean accepted; without a code the HTTP status decides */
    code?: string;
    okCodes?: readonly string[];
    message: string;
    status: number;
    /** Path of the numbers that a 200 refused, by reason */
    refusedIn?: string;
  };
  errors: ErrorFamily;
  /** Names in a callback, by query, form or JSON */
  receipt: { id: string; ourId: string; to: string; status: string; error: string };
  inbound: { id: string; from: string; text: string };
  /** Format of callbacks */
  callback: 'query' | 'json';
  dlt: boolean;
  speedPerSecond: number;
};

/** Words for a receipt, of all vendors: SMPP's own and the usual ones. */
export const receiptWords: Readonly<Record<string, 'sent' | 'delivered' | 'failed' | 'read'>> = {
  ACCEPTD: 'sent',
  ACCEPTED: 'sent',
  SUBMITTED: 'sent',
  SENT: 'sent',
  ENROUTE: 'sent',
  DELIVRD: 'delivered',
  DELIVERED: 'delivered',
  READ: 'read',
  UNDELIV: 'failed',
  UNDELIVERED: 'failed',
  EXPIRED: 'failed',
  REJECTD: 'failed',
  REJECTED: 'failed',
  DELETED: 'failed',
  FAILED: 'failed',
  // End of a call
  ANSWERED: 'delivered',
  BUSY: 'failed',
  NOANSWER: 'failed',
};
