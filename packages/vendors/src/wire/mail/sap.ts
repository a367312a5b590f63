import { channelTypes } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { basicAuth, keyOf } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, dig, jsonOf } from '../../json.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type {
  ChannelEvent,
  Connection,
  OutgoingMessage,
  ProbeStep,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { mailServerOf } from './mail-server.ts';
import { mostFileBytes, threadHeaders, toMail } from './message.ts';
import { sendSmtp, smtpRequest } from './smtp.ts';

const base = (connection: Connection) => hostOf(connection, 'sap');
const tokenOf = (connection: Connection): TokenSource => ({
  key: 'token',
  family: 'mail',
  field: 'access_token',
  lifeSeconds: 3600,
  request: {
    method: 'POST',
    url: `${base(connection)}/oauth/token`,
    headers: {
      authorization: basicAuth(keyOf(connection, 'username'), keyOf(connection, 'password')),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  },
});
const call = (io: VendorIo, connection: Connection, request: WireRequest) =>
  exchangeWithToken(io, tokenOf(connection), (token) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  }));

const refusalOf = (answer: Answer) =>
  classify('mail', {
    code: asText(dig(answer.json, 'code')),
    message: asText(dig(answer.json, 'message')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });

async function send(io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const answer = await call(io, connection, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id =
    asText(dig(answer.json, 'livelinkOrderIds', 0, 'livelinkOrderId', 0)) ||
    asText(dig(answer.json, 'livelinkOrderIds', 0, 'livelinkOrderId'));
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

const stages = { SENT: 'sent', DELIVERED: 'delivered', OPENED: 'read', BOUNCED: 'failed' } as const;

export function parseSapMail(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const word = asText(body.status).toUpperCase();
  if (!Object.hasOwn(stages, word)) return [{ type: 'unknown', what: `status ${word}` }];
  const status = stages[word as keyof typeof stages];
  return [
    {
      type: 'message.status',
      vendorMessageId: asText(body.livelinkOrderId),
      ourId: '',
      recipient: asText(body.destination),
      status,
      at: asInstant(body.timestamp ?? Date.now()),
      error: status === 'failed' ? classify('mail', { code: asText(body.error) || 'hard_bounce', message: word }) : undefined,
    },
  ];
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const answer = await call(io, connection, { method: 'GET', url: `${base(connection)}/email/status`, headers: {} });
  const reached: ProbeStep = { name: 'reach', isOk: true, text: 'The vendor answers.' };
  if (answer.kind === 'answer') return [reached, { name: 'credentials', isOk: answer.status !== 401, text: 'A token was given.' }];
  if (answer.error.class === 'AUTH') return [reached, { name: 'credentials', isOk: false, text: answer.error.vendorMessage }];
  return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
}

/** Its call takes no files: their addresses stand for them. A mail server of the channel's own takes them. */
const mailFor = (message: OutgoingMessage, connection: Connection) =>
  toMail(message, connection, mailServerOf(connection) ? mostFileBytes : 0);

/** Mail over SAP's LiveLink: the calls are known, their fields are our reading of them. */
export const sapMail: VendorAdapter = {
  vendor: 'sap365',
  types: [channelTypes.EMAIL],
  evidence: { send: 'assumed', receipts: 'assumed' },
  capabilities: () => ({
    contents: ['text', 'media', 'buttons', 'card', 'carousel', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 0,
    choices: noChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 100_000,
    templates: 'manual',
  }),
  render: (message, connection) => {
    const mail = mailFor(message, connection);
    if (typeof mail === 'string') return refused(mail, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    if (mailServerOf(connection)) return { kind: 'request', request: smtpRequest(mail, message.ourId, connection) };
    const { from, lines, subject, text, html } = mail;
    const addresses = (people: readonly { address: string }[]) => people.map(({ address }) => address);
    const body = {
      from: from.email,
      fromName: from.name,
      destination: addresses(lines.to),
      ...(lines.cc.length > 0 ? { cc: addresses(lines.cc) } : {}),
      ...(lines.bcc.length > 0 ? { bcc: addresses(lines.bcc) } : {}),
      subject,
      text,
      html,
      headers: { ...mail.headers, ...threadHeaders(mail) },
    };
    return { kind: 'request', request: postJson(`${base(connection)}/email/send`, {}, body) };
  },
  send: (io, connection, request, message) => {
    if (!mailServerOf(connection)) return send(io, connection, request);
    const mail = mailFor(message, connection);
    return sendSmtp(io, connection, request, typeof mail === 'string' ? [] : mail.files);
  },
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseSapMail(jsonOf(request)),
  probe,
};
