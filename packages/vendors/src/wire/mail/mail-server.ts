import { keyOf } from '../../connection.ts';
import { exchange, isOk } from '../../http.ts';
import { asNumber, asText, dig } from '../../json.ts';
import type { Connection, VendorIo } from '../../types.ts';

export type Security = 'tls' | 'starttls' | 'none';
/** @property login '' where the server asks for none; an OAuth login has a way to a token instead of a password */
export type MailLogin = { user: string; password: string; oauth: MailOAuth | undefined };
export type MailOAuth = { tokenUrl: string; clientId: string; clientSecret: string; refreshToken: string };
export type MailServer = { host: string; port: number; security: Security; login: MailLogin };

/** The key of a channel's configuration under which the sending server of its mailbox lies, as JSON. */
export const mailServerKey = 'mailServer';

/** The server that the channel's mailbox names for sending; undefined: none. A sandbox channel writes to the simulator. */
export function mailServerOf(connection: Connection): MailServer | undefined {
  const text = keyOf(connection, mailServerKey);
  return text === '' || connection.environment === 'sandbox' ? undefined : (JSON.parse(text) as MailServer);
}

/** The server gave no token for the login. */
export class NoToken extends Error {}

const usualLifeSeconds = 3000;

/** A token for a mailbox, made by the refresh token (RFC 6749 6), shared until it ends. @throws NoToken in the server's own words */
export function mailToken(io: VendorIo, oauth: MailOAuth, isFresh = false): Promise<string> {
  const make = async () => {
    const fields = {
      grant_type: 'refresh_token',
      client_id: oauth.clientId,
      refresh_token: oauth.refreshToken,
      ...(oauth.clientSecret === '' ? {} : { client_secret: oauth.clientSecret }),
    };
    const answer = await exchange(io, {
      method: 'POST',
      url: oauth.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
    });
    if (answer.kind !== 'answer') throw new NoToken(answer.error.vendorMessage);
    const value = asText(dig(answer.json, 'access_token'));
    if (!isOk(answer) || value === '')
      throw new NoToken(asText(dig(answer.json, 'error_description')) || asText(dig(answer.json, 'error')) || `status ${answer.status}`);
    return { value, expiresInSeconds: asNumber(dig(answer.json, 'expires_in')) || usualLifeSeconds };
  };
  return io.token(`mail ${oauth.tokenUrl} ${oauth.clientId}`, make, isFresh);
}

const tlsFaults: [RegExp, (host: string) => string][] = [
  [/ALTNAME|altnames/, (host) => `The certificate of the server is for another name than ${host}.`],
  [/CERT_HAS_EXPIRED|certificate has expired/, (host) => `The certificate of ${host} has expired.`],
  [/CERT_NOT_YET_VALID|certificate is not yet valid/, (host) => `The certificate of ${host} is not valid yet.`],
  [
    /SELF_SIGNED|self.signed|UNABLE_TO_(GET|VERIFY)|unable to (get|verify)/,
    (host) => `Nobody whom this installation trusts has signed the certificate of ${host}.`,
  ],
  [/WRONG_VERSION|wrong version|PACKET_LENGTH/, (host) => `${host} does not answer with TLS at this port. Is it a port for STARTTLS?`],
];

/** Says why a connection could not be encrypted; undefined: it was something else. @param error of a socket, or of a library that passes its words on */
export function mailTlsFault({ code = '', message = '' }: { code?: string; message?: string }, host: string): string | undefined {
  return tlsFaults.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1](host);
}
