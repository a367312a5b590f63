import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { MailPerson } from '@parley/contract';
import nodemailer from 'nodemailer';
import { keyOf } from '../../connection.ts';
import { classify, vendorError } from '../../errors.ts';
import { readJson } from '../../json.ts';
import type { Connection, ProbeStep, SendResult, VendorIo, WireRequest } from '../../types.ts';
import { type MailServer, mailServerOf, mailTlsFault, mailToken, NoToken } from './mail-server.ts';
import type { Mail, MailFile } from './message.ts';

/** The installation's mail server, smtp://host:587 or smtps://host:465; '' where it names none. */
export const smtpUrlOf = (connection: Connection): string => connection.baseUrls.smtp ?? '';

/** The request says all but the files, which would be as text what they are as bytes already. */
export const smtpRequest = ({ files: _bytes, ...mail }: Mail, ourId: string, connection: Connection): WireRequest => ({
  method: 'POST',
  url: smtpUrlOf(connection),
  headers: {},
  body: JSON.stringify({
    ...mail,
    headers: { ...mail.headers, 'X-Parley-Message': ourId },
    messageId: `<${mail.messageId || `${ourId}@${mail.from.email.split('@')[1] ?? 'parley'}`}>`,
  }),
});

const limits = {
  pool: true,
  maxConnections: 5,
  connectionTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

function openInstallation(io: VendorIo, connection: Connection) {
  return io.session('smtp', async () => {
    const url = new URL(smtpUrlOf(connection));
    const [user, pass] = [keyOf(connection, 'username'), keyOf(connection, 'password')];
    const transport = nodemailer.createTransport({
      ...limits,
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      secure: url.protocol === 'smtps:',
      // The server of the same machine needs no TLS; any other is asked for it.
      requireTLS: url.protocol !== 'smtps:' && !['127.0.0.1', 'localhost', '::1'].includes(url.hostname),
      ...(user ? { auth: { user, pass } } : {}),
    });
    return { value: transport, close: () => transport.close() };
  });
}

/** The server of the channel's own mailbox. The connection is opened under the guard of outgoing connections, with a token of now. */
async function openOwn(io: VendorIo, server: MailServer, isFresh: boolean) {
  const { user, password, oauth } = server.login;
  const accessToken = user !== '' && oauth ? await mailToken(io, oauth, isFresh) : '';
  const auth = accessToken === '' ? { user, pass: password } : { type: 'OAuth2' as const, user, accessToken };
  const token = createHash('sha256').update(accessToken).digest('hex');
  return io.session(`mail-server ${token}`, async () => {
    const { host, port, security } = server;
    const transport = nodemailer.createTransport({
      ...limits,
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user === '' ? {} : { auth }),
      getSocket: (_options: unknown, done: (error: Error | null, options?: { connection: Socket }) => void) => {
        try {
          const socket = io.connect(host, port);
          const fail = (error: Error) => done(Object.assign(error, { code: 'ECONNECTION', command: 'CONN' }));
          socket.setTimeout(limits.connectionTimeout, () => socket.destroy(new Error(`${host} did not answer.`)));
          socket.once('error', fail).once('connect', () => {
            socket.off('error', fail).setTimeout(0);
            done(null, { connection: socket });
          });
        } catch (error) {
          done(Object.assign(error as Error, { code: 'ECONNECTION', command: 'CONN' }));
        }
      },
    } as Parameters<typeof nodemailer.createTransport>[0]);
    return { value: transport, close: () => transport.close() };
  });
}

function open(io: VendorIo, connection: Connection, isFresh: boolean) {
  const own = mailServerOf(connection);
  return own ? openOwn(io, own, isFresh) : openInstallation(io, connection);
}

/** Works with the server. A token may have been taken back before its time: where the login is refused, one more try has a fresh one. */
async function withServer<T>(io: VendorIo, connection: Connection, work: (transport: Transport) => Promise<T>): Promise<T> {
  try {
    return await work(await open(io, connection, false));
  } catch (error) {
    const hasToken = mailServerOf(connection)?.login.oauth !== undefined;
    if (!hasToken || (error as SmtpError).code !== 'EAUTH') throw error;
    return work(await open(io, connection, true));
  }
}
type Transport = Awaited<ReturnType<typeof open>>;

type SmtpError = { code?: string; responseCode?: number; message: string; command?: string };

/** Classifies by the server's reply: 4yz may be tried again, 5yz not; a connection lost after the body was sent may have delivered it. */
function failureOf(error: SmtpError): SendResult {
  if (error instanceof NoToken) return { kind: 'failed', error: vendorError('AUTH', { code: 'oauth', message: error.message }) };
  const code = error.responseCode ?? 0;
  const refusal = { code: String(code || error.code || ''), message: error.message };
  if (code === 0 && (error.code === 'ECONNECTION' || error.code === 'EDNS' || error.code === 'ECONNREFUSED'))
    return { kind: 'failed', error: vendorError('TRANSIENT', refusal) };
  // Nothing is said before the line is encrypted.
  if (code === 0 && (error.command === 'CONN' || error.code === 'ETLS'))
    return { kind: 'failed', error: vendorError('TRANSIENT', refusal) };
  if (error.code === 'EAUTH') return { kind: 'failed', error: vendorError('AUTH', refusal) };
  if (code === 0) return { kind: 'unknown', error: vendorError('UNKNOWN_OUTCOME', refusal) };
  return { kind: 'failed', error: classify('mail', { ...refusal, httpStatus: code < 500 ? 503 : 400 }) };
}

const hostOf = (connection: Connection): string => mailServerOf(connection)?.host ?? new URL(smtpUrlOf(connection)).hostname;

const inBrackets = (id: string): string => `<${id}>`;
const addressed = (people: readonly MailPerson[]) => people.map(({ name, address }) => ({ name, address }));

/** @param files of the mail, which the request does not name */
export async function sendSmtp(
  io: VendorIo,
  connection: Connection,
  request: WireRequest,
  files: readonly MailFile[],
): Promise<SendResult> {
  const { from, lines, inReplyTo, references, subject, text, html, headers, messageId } = readJson(String(request.body)) as Omit<
    Mail,
    'files'
  >;
  try {
    const sent = await withServer(io, connection, (transport) =>
      transport.sendMail({
        from: { name: from.name, address: from.email },
        to: addressed(lines.to),
        ...(lines.cc.length > 0 ? { cc: addressed(lines.cc) } : {}),
        ...(lines.bcc.length > 0 ? { bcc: addressed(lines.bcc) } : {}),
        subject,
        text,
        html,
        headers,
        messageId,
        ...(inReplyTo ? { inReplyTo: inBrackets(inReplyTo) } : {}),
        ...(references.length > 0 ? { references: references.map(inBrackets) } : {}),
        attachments: files.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: Buffer.from(bytes) })),
      }),
    );
    return { kind: 'accepted', vendorMessageId: sent.messageId, ids: { response: sent.response } };
  } catch (error) {
    return failureOf(error as SmtpError);
  }
}

export async function probeSmtp(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  try {
    await withServer(io, connection, (transport) => transport.verify());
    return [
      { name: 'reach', isOk: true, text: 'The mail server answers.' },
      { name: 'credentials', isOk: true, text: 'The login is accepted.' },
    ];
  } catch (error) {
    const { code, message } = error as SmtpError;
    return code === 'EAUTH' || error instanceof NoToken
      ? [
          { name: 'reach', isOk: true, text: 'The mail server answers.' },
          { name: 'credentials', isOk: false, text: message },
        ]
      : [{ name: 'reach', isOk: false, text: mailTlsFault({ message }, hostOf(connection)) ?? message }];
  }
}
