import nodemailer from 'nodemailer';
import { keyOf } from '../../connection.ts';
import { classify, vendorError } from '../../errors.ts';
import { readJson } from '../../json.ts';
import type { Connection, ProbeStep, SendResult, VendorIo, WireRequest } from '../../types.ts';
import type { Mail } from './message.ts';

/** The installation's mail server, smtp://host:587 or smtps://host:465; '' where it names none. */
export const smtpUrlOf = (connection: Connection): string => connection.baseUrls.smtp ?? '';

export const smtpRequest = (mail: Mail, ourId: string, connection: Connection): WireRequest => ({
  method: 'POST',
  url: smtpUrlOf(connection),
  headers: {},
  body: JSON.stringify({
    ...mail,
    headers: { ...mail.headers, 'X-Parley-Message': ourId },
    messageId: `<${ourId}@${mail.from.email.split('@')[1] ?? 'parley'}>`,
  }),
});

function open(io: VendorIo, connection: Connection) {
  return io.session('smtp', async () => {
    const url = new URL(smtpUrlOf(connection));
    const [user, pass] = [keyOf(connection, 'username'), keyOf(connection, 'password')];
    const transport = nodemailer.createTransport({
      pool: true,
      maxConnections: 5,
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      secure: url.protocol === 'smtps:',
      // The server of the same machine needs no TLS; any other is asked for it.
      requireTLS: url.protocol !== 'smtps:' && !['127.0.0.1', 'localhost', '::1'].includes(url.hostname),
      ...(user ? { auth: { user, pass } } : {}),
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { value: transport, close: () => transport.close() };
  });
}

type SmtpError = { code?: string; responseCode?: number; message: string; command?: string };

/** Classifies by the server's reply: 4yz may be tried again, 5yz not; a connection lost after the body was sent may have delivered it. */
function failureOf(error: SmtpError): SendResult {
  const code = error.responseCode ?? 0;
  const refusal = { code: String(code || error.code || ''), message: error.message };
  if (code === 0 && (error.code === 'ECONNECTION' || error.code === 'EDNS' || error.code === 'ECONNREFUSED'))
    return { kind: 'failed', error: vendorError('TRANSIENT', refusal) };
  if (code === 0 && error.command === 'CONN') return { kind: 'failed', error: vendorError('TRANSIENT', refusal) };
  if (error.code === 'EAUTH') return { kind: 'failed', error: vendorError('AUTH', refusal) };
  if (code === 0) return { kind: 'unknown', error: vendorError('UNKNOWN_OUTCOME', refusal) };
  return { kind: 'failed', error: classify('mail', { ...refusal, httpStatus: code < 500 ? 503 : 400 }) };
}

export async function sendSmtp(io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const { from, ...mail } = readJson(String(request.body)) as Mail & { messageId: string };
  try {
    const transport = await open(io, connection);
    const sent = await transport.sendMail({ ...mail, from: { name: from.name, address: from.email } });
    return { kind: 'accepted', vendorMessageId: sent.messageId, ids: { response: sent.response } };
  } catch (error) {
    return failureOf(error as SmtpError);
  }
}

export async function probeSmtp(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  try {
    await (await open(io, connection)).verify();
    return [
      { name: 'reach', isOk: true, text: 'The mail server answers.' },
      { name: 'credentials', isOk: true, text: 'The login is accepted.' },
    ];
  } catch (error) {
    const { code, message } = error as SmtpError;
    return code === 'EAUTH'
      ? [
          { name: 'reach', isOk: true, text: 'The mail server answers.' },
          { name: 'credentials', isOk: false, text: message },
        ]
      : [{ name: 'reach', isOk: false, text: message }];
  }
}
