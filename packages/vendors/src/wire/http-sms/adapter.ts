import { type ChannelType, channelTypes, type VendorError, type VendorName } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { basicAuth, keyOf, withoutPlus, withPlus } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, exchange, isOk, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, decode, dig, readJson } from '../../json.ts';
import { isGsm, missingOf, plainTextOf } from '../../text-of.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type {
  ChannelEvent,
  Connection,
  OutgoingMessage,
  ProbeStep,
  RawRequest,
  RenderResult,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { type Pattern, receiptWords, type SmsDefinition } from './definition.ts';

const slot = /\{\{([\w.]+)\}\}/g;
type Values = Readonly<Record<string, string>>;

const fillText = (pattern: string, values: Values): string => pattern.replace(slot, (_whole, name: string) => values[name] ?? '');

function fillPattern(pattern: Pattern, values: Values): unknown {
  if (typeof pattern === 'string') return fillText(pattern, values);
  if (Array.isArray(pattern)) return pattern.map((item: Pattern) => fillPattern(item, values));
  return Object.fromEntries(Object.entries(pattern).map(([name, item]) => [name, fillPattern(item as Pattern, values)]));
}

const pathOf = (path: string): (string | number)[] => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
export const at = (json: unknown, path: string): string => (path === '' ? '' : asText(dig(json, ...pathOf(path))));

function valuesOf(definition: SmsDefinition, message: OutgoingMessage, connection: Connection, text: string): Values {
  const { content } = message;
  const extra = content.kind === 'template' ? content.extra : undefined;
  const config = Object.fromEntries(Object.entries(connection.config).map(([key, value]) => [`config.${key}`, value]));
  const isMarketing = content.kind === 'template' && content.category === 'MARKETING';
  return {
    ...config,
    to: withoutPlus(message.to),
    toPlus: message.to,
    text,
    ourId: message.ourId,
    contactId: connection.contactId,
    sender: extra?.senderId || keyOf(connection, 'sender') || connection.contactId,
    entityId: extra?.principalEntityId || keyOf(connection, 'PE_ID') || keyOf(connection, 'principalEntityId'),
    templateId: extra?.registeredTemplateId ?? '',
    encoding: isGsm(text) ? 'PM' : 'UC',
    kind: content.kind === 'template' && content.category === 'AUTHENTICATION' ? 'OTP' : isMarketing ? 'MKT' : 'TXN',
    service: isMarketing ? 'PROMOTIONAL' : 'SERVICE_IMPLICIT',
    basic: definition.basic ? basicAuth(keyOf(connection, definition.basic[0]), keyOf(connection, definition.basic[1])) : '',
    hookUrl: connection.hookUrl,
  };
}

export function renderSms(definition: SmsDefinition, message: OutgoingMessage, connection: Connection): RenderResult {
  const { content } = message;
  const base = hostOf(connection, definition.host);
  if (base === '') return refused(`The address of the vendor is not set: VENDOR_URLS needs ${definition.host}.`, 'CONFIG');
  if (content.kind === 'template') {
    const body = content.components.find((part) => part.type === 'BODY')?.text ?? '';
    const missing = missingOf(body, content.body);
    if (missing) return refused(`The body has no value for {{${missing}}}.`, 'TEMPLATE');
    if (definition.dlt && content.extra.registeredTemplateId === '')
      return refused('The template has no registered template id.', 'TEMPLATE');
  }
  const text = plainTextOf(content);
  if (text === '') return refused('A short message carries text alone.');
  const values = valuesOf(definition, message, connection, text);
  const headers = Object.fromEntries(
    Object.entries(definition.headers).map(([name, value]) => [name, fillText(value, { ...values, token: '{{token}}' })]),
  );
  const url = `${base}${fillText(definition.path, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)])))}`;
  const fields = fillPattern(definition.fields, values) as Record<string, string>;
  if (definition.form === 'json')
    return {
      kind: 'request',
      request: { method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(fields) },
    };
  const form = new URLSearchParams(fields).toString();
  if (definition.form === 'query') return { kind: 'request', request: { method: 'GET', url: `${url}?${form}`, headers } };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return { kind: 'request', request: { method: 'POST', url, headers: { ...type, ...headers }, body: form } };
}

function readAnswer(definition: SmsDefinition, answer: Answer): SendResult {
  const { id, code, okCodes, message, refusedIn } = definition.answer;
  const said = code ? at(answer.json, code) : '';
  const found = id.map((path) => at(answer.json, path)).find(Boolean) ?? '';
  const report = asObject(refusedIn === undefined ? undefined : dig(answer.json, ...pathOf(refusedIn)));
  const refusedFor = Object.keys(report).find((name) => (Array.isArray(report[name]) ? report[name].length > 0 : Number(report[name]) > 0));
  if (isOk(answer) && refusedFor !== undefined)
    return { kind: 'failed', error: classify(definition.errors, { code: refusedFor, message: refusedFor, httpStatus: answer.status }) };
  const isAccepted = isOk(answer) && found !== '' && (said === '' || !okCodes || okCodes.includes(said));
  if (isAccepted) return { kind: 'accepted', vendorMessageId: found, ids: {} };
  const refusal = {
    code: said,
    message: at(answer.json, message) || answer.text.slice(0, 200) || `HTTP ${answer.status}`,
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  };
  // An OK that neither names an id nor a code of its own may have been taken.
  if (isOk(answer) && said === '') return { kind: 'unknown', error: vendorError('UNKNOWN_OUTCOME', refusal) };
  return { kind: 'failed', error: classify(definition.errors, refusal) };
}

function tokenSource(definition: SmsDefinition, connection: Connection): TokenSource | undefined {
  const { token } = definition;
  if (!token) return undefined;
  const headers = { authorization: basicAuth(keyOf(connection, token.basic[0]), keyOf(connection, token.basic[1])) };
  const url = `${hostOf(connection, token.host)}${token.path}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    key: 'token',
    family: definition.errors,
    field: token.field,
    lifeSeconds: token.lifeSeconds,
    request:
      token.method === 'GET'
        ? { method: 'GET', url, headers }
        : { method: 'POST', url, headers: { ...form, ...headers }, body: token.form },
  };
}

const withToken = (request: WireRequest, token: string): WireRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value.replace('{{token}}', token)])),
});

async function sendSms(definition: SmsDefinition, io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const source = tokenSource(definition, connection);
  const answer = source ? await exchangeWithToken(io, source, (token) => withToken(request, token)) : await exchange(io, request);
  return answer.kind === 'answer' ? readAnswer(definition, answer) : answer;
}

/** The fields of a callback, wherever the vendor puts them. */
export function fieldsOf(request: RawRequest): unknown {
  const body = decode(request.body);
  const json = readJson(body);
  if (typeof json === 'object' && json !== null) return json;
  return { ...request.query, ...Object.fromEntries(new URLSearchParams(body)) };
}

function eventsOf(definition: SmsDefinition, fields: unknown): ChannelEvent[] {
  const { receipt, inbound } = definition;
  const word = at(fields, receipt.status).toUpperCase();
  const status = Object.hasOwn(receiptWords, word) ? receiptWords[word] : undefined;
  if (status) {
    const code = at(fields, receipt.error);
    const error: VendorError | undefined =
      status === 'failed'
        ? word === 'EXPIRED'
          ? vendorError('EXPIRED', { code: word, message: code })
          : classify(definition.errors, { code: code || word, message: word })
        : undefined;
    return [
      {
        type: 'message.status',
        vendorMessageId: at(fields, receipt.id),
        ourId: at(fields, receipt.ourId),
        recipient: withPlus(at(fields, receipt.to)),
        status,
        at: asInstant(asObject(fields).timestamp ?? Date.now()),
        error,
      },
    ];
  }
  const text = at(fields, inbound.text);
  const from = at(fields, inbound.from);
  if (text === '' || from === '') return [{ type: 'unknown', what: word ? `status ${word}` : 'no status' }];
  return [
    {
      type: 'message.received',
      vendorMessageId: at(fields, inbound.id),
      from: withPlus(from),
      fromName: '',
      at: asInstant(asObject(fields).timestamp ?? Date.now()),
      content: { kind: 'text', text },
      answers: '',
    },
  ];
}

async function probeSms(definition: SmsDefinition, io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const source = tokenSource(definition, connection);
  const base = hostOf(connection, definition.host);
  if (base === '')
    return [{ name: 'reach', isOk: false, text: `The address of the vendor is not set: VENDOR_URLS needs ${definition.host}.` }];
  const answer = source
    ? await exchangeWithToken(io, source, (token) => ({ method: 'GET', url: base, headers: { authorization: token } }))
    : await exchange(io, { method: 'GET', url: base, headers: {} });
  if (answer.kind === 'answer') {
    const steps: ProbeStep[] = [{ name: 'reach', isOk: true, text: 'The vendor answers.' }];
    // The credentials are not checked before the first message, since every call that checks them costs something.
    return source ? [...steps, { name: 'credentials', isOk: true, text: 'A token was given.' }] : steps;
  }
  if (answer.error.class === 'AUTH')
    return [
      { name: 'reach', isOk: true, text: 'The vendor answers.' },
      { name: 'credentials', isOk: false, text: answer.error.vendorMessage },
    ];
  return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
}

/** A gateway that takes text alone; WhatsApp and RCS where no more of a vendor is known. */
export const smsOf = (
  vendor: VendorName,
  definition: SmsDefinition,
  evidence: VendorAdapter['evidence'],
  type: ChannelType = channelTypes.SMS,
): VendorAdapter => ({
  vendor,
  types: [type],
  evidence,
  capabilities: () => ({
    contents: ['text', 'template'],
    receipts:
      type === channelTypes.SMS || type === channelTypes.IVRS ? ['sent', 'delivered', 'failed'] : ['sent', 'delivered', 'read', 'failed'],
    windowHours: type === channelTypes.WHATSAPP ? 24 : 0,
    choices: noChoices,
    speedPerSecond: definition.speedPerSecond,
    dedupes: false,
    textLimit: 1600,
    templates: 'manual',
  }),
  render: (message, connection) => renderSms(definition, message, connection),
  send: (io, connection, request) => sendSms(definition, io, connection, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => {
    const fields = fieldsOf(request);
    return Array.isArray(fields) ? fields.flatMap((one) => eventsOf(definition, one)) : eventsOf(definition, fields);
  },
  probe: (io, connection) => probeSms(definition, io, connection),
});
