import { createHmac } from 'node:crypto';
import { sameAddress } from '@parley/contract';
import { keyOf } from '../../connection.ts';
import { classify, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { exchange, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asObjects, asText, decode, dig, type JsonObject, readJson } from '../../json.ts';
import type { ChannelEvent, Connection, ProbeStep, RawRequest, SendResult, VendorIo, WireRequest } from '../../types.ts';
import { isSame } from '../meta-graph/signature.ts';
import { mandrillMail, receivedMails } from './inbound.ts';
import { type Mail, type MailFile, threadHeaders } from './message.ts';

/** A message has 25 MB with its files, which Base64 makes a third longer. */
export const mostMandrillFileBytes = 18 * 1024 * 1024;

const recipientsOf = ({ lines }: Mail) =>
  (['to', 'cc', 'bcc'] as const).flatMap((type) =>
    lines[type].map(({ address, name }) => ({ email: address, ...(name ? { name } : {}), type })),
  );

/** Receipts of one recipient are those of a mail to several people: of whom it is for, or of the first one. */
const chiefOf = (recipients: readonly { email: string }[], to: string): string =>
  recipients.find(({ email }) => sameAddress(email) === sameAddress(to))?.email ?? recipients[0]?.email ?? to;

export function mandrillRequest(mail: Mail, ourId: string, connection: Connection): WireRequest {
  const subaccount = keyOf(connection, 'subAccount');
  const to = recipientsOf(mail);
  const several = {
    // All see whom it went to.
    preserve_recipients: true,
    recipient_metadata: [{ rcpt: chiefOf(to, mail.to), values: { ourId } }],
  };
  return postJson(
    `${hostOf(connection, 'mandrill')}/messages/send`,
    {},
    {
      key: keyOf(connection, 'apiKey'),
      message: {
        from_email: mail.from.email,
        from_name: mail.from.name,
        to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { ...mail.headers, ...threadHeaders(mail) },
        ...(mail.files.length > 0 ? { attachments: mail.files.map(toAttachment) } : {}),
        ...(subaccount ? { subaccount } : {}),
        ...(to.length > 1 ? several : { metadata: { ourId } }),
        track_opens: true,
      },
    },
  );
}

const toAttachment = ({ name, type, bytes }: MailFile) => ({ type, name, content: Buffer.from(bytes).toString('base64') });

const refusalOf = (json: unknown, httpStatus: number, text: string, retryAfterSeconds?: number) =>
  classify('mail', {
    code: asText(dig(json, 'name')),
    message: asText(dig(json, 'message')) || text.slice(0, 200),
    httpStatus,
    retryAfterSeconds,
  });

/**
 * One item a recipient: a 200 may hold a refusal.
 * @param to whom the message is for
 */
export async function sendMandrill(io: VendorIo, request: WireRequest, to: string): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer.json, answer.status, answer.text, retryAfterOf(answer)) };
  const items = asObjects(answer.json);
  const chief = chiefOf(
    items.map(({ email }) => ({ email: asText(email) })),
    to,
  );
  const item = items.find(({ email }) => asText(email) === chief) ?? asObject(dig(answer.json, 0));
  const status = asText(item.status);
  if (status === 'rejected' || status === 'invalid') {
    const reason = asText(item.reject_reason) || status;
    return { kind: 'failed', error: classify('mail', { code: reason, message: reason, httpStatus: answer.status }) };
  }
  const id = asText(item._id);
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

/** The address as it was registered, then every field by its name: what Mandrill signs. */
export function signMandrill(url: string, fields: Readonly<Record<string, string>>, key: string): string {
  const signed =
    url +
    Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('');
  return createHmac('sha1', key).update(signed).digest('base64');
}

export function verifyMandrill(request: RawRequest, connection: Connection): 'ok' | 'unsigned' | 'bad' {
  const key = keyOf(connection, 'authKey');
  if (key === '') return 'unsigned';
  const fields = Object.fromEntries(new URLSearchParams(decode(request.body)));
  return isSame(request.headers['x-mandrill-signature'] ?? '', signMandrill(connection.hookUrl, fields, key)) ? 'ok' : 'bad';
}

const stages: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  send: 'sent',
  delivered: 'delivered',
  open: 'read',
  click: 'read',
  hard_bounce: 'failed',
  soft_bounce: 'failed',
  reject: 'failed',
};

function eventsOf(event: JsonObject, own: readonly string[]): ChannelEvent[] {
  const name = asText(event.event);
  const message = asObject(event.msg);
  const email = asText(message.email);
  const at = asInstant(event.ts);
  if (name === 'inbound') return receivedMails(mandrillMail(message, { id: asText(event._id), ts: event.ts, own }));
  // Recipients who complain or unsubscribe get no more messages.
  if (name === 'spam' || name === 'unsub') return [{ type: 'contact.optOut', address: email }];
  const status = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!status) return [{ type: 'unknown', what: `event ${name}` }];
  const code = name === 'reject' ? asText(message.reject) || name : name;
  return [
    {
      type: 'message.status',
      vendorMessageId: asText(event._id) || asText(message._id),
      ourId: asText(dig(message, 'metadata', 'ourId')),
      recipient: email,
      status,
      at,
      error:
        status === 'failed'
          ? classify('mail', { code, message: asText(message.bounce_description) || asText(message.diag) || name })
          : undefined,
    },
  ];
}

export function parseMandrill(request: RawRequest, connection: Connection): ChannelEvent[] {
  const own = [keyOf(connection, 'fromEmail'), connection.contactId];
  const events = asObjects(readJson(new URLSearchParams(decode(request.body)).get('mandrill_events') ?? ''));
  return events.length > 0 ? events.flatMap((event) => eventsOf(event, own)) : [{ type: 'unknown', what: 'no mandrill_events' }];
}

export async function probeMandrill(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const answer = await exchange(io, postJson(`${hostOf(connection, 'mandrill')}/users/ping`, {}, { key: keyOf(connection, 'apiKey') }));
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const text = isOk(answer) ? 'The key is accepted.' : refusalOf(answer.json, answer.status, answer.text).vendorMessage;
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isOk(answer), text },
  ];
}
