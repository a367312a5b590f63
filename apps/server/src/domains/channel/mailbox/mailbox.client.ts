import { isIP } from 'node:net';
import { type Connection, mailTlsFault, mailToken, NoToken } from '@parley/vendors';
import { ImapFlow } from 'imapflow';
import { BlockedAddress, guardOf } from '#platform/safe-fetch/safe-fetch.ts';
import { ownHostsOf } from '#platform/safe-fetch/vendor-io.ts';
import type { Deps } from '../../../deps.ts';
import { loginOf, type OpenMailbox } from './mailbox.secrets.ts';

type UsedDeps = Pick<Deps, 'config' | 'vendorIos'>;
export type Opening = Pick<OpenMailbox, 'host' | 'port' | 'security' | 'login' | 'username' | 'tokenUrl' | 'clientId' | 'secrets'>;

const connectMs = 20_000;
/** A mail of 50 MB, and what a server says around it. */
const largestLiteralBytes = 52 * 1024 ** 2;

type ImapError = Error & { authenticationFailed?: boolean; responseText?: string; code?: string; responseStatus?: string };

/** The part of a connection that went wrong. */
export type MailboxFault = { step: 'reach' | 'credentials' | 'folder'; text: string };

/** Says a failure so that an administrator knows what to do. */
export function faultOf(error: unknown, { host, port }: Pick<Opening, 'host' | 'port'>): MailboxFault {
  const { authenticationFailed, responseText = '', code = '', message = '' } = error as ImapError;
  if (error instanceof NoToken) return { step: 'credentials', text: `No token was given for the login: ${message}`.slice(0, 500) };
  if (authenticationFailed) return { step: 'credentials', text: `The server refuses the login. ${responseText}`.trim().slice(0, 500) };
  if (error instanceof BlockedAddress || message.includes('may not be fetched'))
    return { step: 'reach', text: 'This server lies in a private network, which mailboxes may not reach.' };
  const where = `${host}:${port}`;
  if (/not support STARTTLS/i.test(message)) return { step: 'reach', text: `${where} offers no STARTTLS.` };
  const texts: Record<string, string> = {
    ECONNREFUSED: `Nobody answers at ${where}.`,
    ENOTFOUND: `There is no server named ${host}.`,
    EAI_AGAIN: `The name ${host} could not be looked up.`,
    ETIMEDOUT: `${where} did not answer in time.`,
    CONNECT_TIMEOUT: `${where} did not answer in time.`,
    GREETING_TIMEOUT: `${where} answers, but does not greet as a mail server does. Is it a port for TLS?`,
    EUPGRADE: `${where} offers no STARTTLS.`,
    NoConnection: `${where} has closed the connection.`,
  };
  const known = texts[code] ?? mailTlsFault({ code, message }, host);
  return { step: 'reach', text: (known ?? `${where}: ${responseText || message || code}`).slice(0, 500) };
}

/**
 * Opens a connection to a mailbox and signs in, under the guard of outgoing connections.
 * @param connection of the channel, whose tokens are shared
 * @param isFresh a token is made anew, since the server has refused the last one
 * @throws BlockedAddress, NoToken, or the errors of imapflow; `faultOf` says them in words
 */
export async function openClient(
  { config, vendorIos }: UsedDeps,
  connection: Connection,
  mailbox: Opening,
  isFresh = false,
): Promise<ImapFlow> {
  const { host, port, security } = mailbox;
  const guard = guardOf(host, ownHostsOf(config.vendorUrls));
  const { user, password, oauth } = loginOf(mailbox);
  const auth = oauth ? { user, accessToken: await mailToken(vendorIos.of(connection), oauth, isFresh) } : { user, pass: password };
  const { answerMs, pollMs } = config.mailboxTimes;
  const client = new ImapFlow({
    host,
    port,
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth,
    logger: false,
    disableAutoIdle: true,
    clientInfo: { name: 'Parley' },
    connectionTimeout: connectMs,
    greetingTimeout: Math.min(connectMs, answerMs),
    // While it idles, a server says nothing until the next question.
    socketTimeout: pollMs + answerMs,
    maxLiteralSize: largestLiteralBytes,
    maxResponseSize: 2 * largestLiteralBytes,
    maxLineLength: 64 * 1024 ** 2,
    tls: { ...guard, minVersion: 'TLSv1.2', ...(isIP(host) ? {} : { servername: host }) },
  });
  // An error outside of a call only says that the connection is gone, which the next call says too.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Ends a connection without waiting long for a server that says nothing. */
export function endClient(client: ImapFlow): void {
  client.close();
}
