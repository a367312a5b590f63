import { channelTypes, type TemplateComponent, variablesOf } from '@parley/contract';
import { whatsappChoices } from '../../choices.ts';
import { basicAuth, keyOf, withoutPlus, withPlus } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, exchange, get, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, dig, type JsonObject, jsonOf, readJson } from '../../json.ts';
import { missingOf } from '../../text-of.ts';
import type {
  ChannelEvent,
  Connection,
  OutgoingMessage,
  OutgoingTemplate,
  ProbeStep,
  SendResult,
  TemplateDraft,
  TemplateOps,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { aboutOf, contentOf, templateStatusOf } from '../meta-graph/whatsapp.parse.ts';

type Part = Record<string, unknown>;
type Call = { path: string; body: Part };

const base = (connection: Connection) => hostOf(connection, 'airtelWhatsapp');
export const airtelHeaders = (connection: Connection): Record<string, string> => ({
  authorization: basicAuth(keyOf(connection, 'username'), keyOf(connection, 'password')),
  ...(keyOf(connection, 'appId') ? { 'app-id': keyOf(connection, 'appId') } : {}),
});

/** Values in the order of the approved text. */
export function ordered(values: Readonly<Record<string, string>>, approved: string): string[] {
  const names = variablesOf(approved);
  const sorted = names.every((name) => /^\d+$/.test(name)) ? [...names].sort((a, b) => Number(a) - Number(b)) : names;
  return sorted.map((name) => values[name] ?? '');
}

function templateCall(template: OutgoingTemplate): Call | string {
  const body = template.components.find((part) => part.type === 'BODY')?.text ?? '';
  const header = template.components.find((part) => part.type === 'HEADER');
  const missing = missingOf(body, template.body);
  if (missing) return `The body has no value for {{${missing}}}.`;
  const media = template.header && 'media' in template.header ? template.header.media : undefined;
  const headerVars = template.header && 'values' in template.header ? ordered(template.header.values, header?.text ?? '') : [];
  return {
    path: '/v1/template/send',
    body: {
      templateId: template.vendorTemplateId || template.name,
      message: { headerVars, variables: ordered(template.body, body), payload: template.buttons.map((button) => button.value) },
      ...(media
        ? { mediaAttachment: { type: media.kind.toUpperCase(), url: media.url, ...(media.fileName ? { fileName: media.fileName } : {}) } }
        : {}),
      filterBlacklistNumbers: false,
    },
  };
}

function callOf({ content, session }: OutgoingMessage): Call | string {
  if (content.kind === 'template') return templateCall(content);
  const sessionId = session?.sessionId ?? '';
  switch (content.kind) {
    case 'text':
      return { path: '/v1/session/send/text', body: { sessionId, message: { text: content.text } } };
    case 'buttons':
      return {
        path: '/v1/session/send/interactive/buttons',
        body: {
          sessionId,
          message: { text: content.text },
          buttons: content.buttons.slice(0, 3).map(({ id, title }) => ({ tag: id, title: title.slice(0, 20) })),
        },
      };
    case 'list':
      return {
        path: '/v1/session/send/interactive/list',
        body: {
          sessionId,
          message: { text: content.text },
          list: {
            heading: content.button.slice(0, 20),
            options: content.sections
              .flatMap((section) => section.rows)
              .slice(0, 10)
              .map(({ id, title, description }) => ({ tag: id, title: title.slice(0, 24), description: description.slice(0, 72) })),
          },
        },
      };
    case 'media':
      return {
        path: '/v1/session/send/media',
        body: {
          sessionId,
          message: { text: content.media.caption },
          mediaAttachment: {
            type: content.media.kind.toUpperCase(),
            url: content.media.url,
            ...(content.media.fileName ? { fileName: content.media.fileName } : {}),
          },
        },
      };
    default:
      return `Airtel carries no ${content.kind}.`;
  }
}

/** Meta's codes stand inside of Airtel's errors; some of its own are sentences. */
export function airtelRefusal(json: unknown, answer: Pick<Answer, 'status' | 'text'>, retryAfterSeconds?: number) {
  const error = asObject(dig(json, 'error') ?? json);
  const message = asText(error.message) || asText(error.title) || asText(dig(json, 'message')) || answer.text.slice(0, 200);
  const sentence = ['Free Flow Messages have been limited', 'Template is not active', 'Agent is not launched'].find((one) =>
    message.includes(one),
  );
  return classify('airtel', { code: sentence ?? asText(error.code), message, httpStatus: answer.status, retryAfterSeconds });
}

export async function sendAirtel(io: VendorIo, request: WireRequest): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  const id = asText(dig(answer.json, 'messageRequestId'));
  if (!isOk(answer) || dig(answer.json, 'success') === false || dig(answer.json, 'error') !== undefined)
    return { kind: 'failed', error: airtelRefusal(answer.json, answer, retryAfterOf(answer)) };
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

const stages = { SENT: 'sent', DELIVERED: 'delivered', READ: 'read', FAILED: 'failed' } as const;

export function parseAirtel(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const word = (asText(body.msgStatus) || asText(body.messageStatus)).toUpperCase();
  if (Object.hasOwn(stages, word)) {
    const status = stages[word as keyof typeof stages];
    return [
      {
        type: 'message.status',
        vendorMessageId: asText(body.messageRequestId) || asText(body.messageId),
        ourId: '',
        recipient: withPlus(asText(body.recipientAddress) || asText(body.to)),
        status,
        at: asInstant(body.timestamp ?? Date.now()),
        error: status === 'failed' ? airtelRefusal(body, { status: 400, text: '' }) : undefined,
      },
    ];
  }
  const from = asText(body.from) || asText(body.sourceAddress);
  const message = asObject(body.message);
  const type = (asText(message.type) || asText(body.messageType)).toLowerCase();
  if (from === '' || type === '') return [{ type: 'unknown', what: word ? `status ${word}` : 'no sender' }];
  const flat: JsonObject = { ...message, type, text: typeof message.text === 'string' ? { body: message.text } : message.text };
  return [
    {
      type: 'message.received',
      vendorMessageId: asText(body.messageId) || asText(message.id),
      from: withPlus(from),
      fromName: asText(body.name),
      at: asInstant(body.timestamp ?? Date.now()),
      content: contentOf(flat),
      answers: asText(dig(message, 'context', 'id')),
      about: aboutOf(message),
      session: { sessionId: asText(body.sessionId) },
      belongsTo: { key: 'contactId', value: asText(body.to) },
    },
  ];
}

function contentOfDraft(components: readonly TemplateComponent[], language: string): Part {
  const of = <T extends TemplateComponent['type']>(type: T) =>
    components.find((part): part is Extract<TemplateComponent, { type: T }> => part.type === type);
  const header = of('HEADER');
  return {
    language,
    ...(header?.format === 'TEXT' ? { header: header.text } : {}),
    ...(header && header.format !== 'TEXT' && header.format !== 'NONE' ? { media: { type: header.format } } : {}),
    body: of('BODY')?.text ?? '',
    ...(of('FOOTER') ? { footer: of('FOOTER')?.text } : {}),
    buttons: (of('BUTTONS')?.buttons ?? []).map((button) =>
      button.type === 'QUICK_REPLY'
        ? { type: 'QUICK_REPLY', buttonText: button.text }
        : {
            type: 'CALL_TO_ACTION',
            subType: button.type,
            buttonText: button.text,
            url: button.url || button.phoneNumber || button.example,
            urlType: variablesOf(button.url).length > 0 ? 'DYNAMIC' : 'STATIC',
          },
    ),
    sample: { variables: Object.values(of('BODY')?.samples ?? {}), ...(header?.resourceUrl ? { fileHandle: header.resourceUrl } : {}) },
  };
}

async function saveTemplate(io: VendorIo, connection: Connection, draft: TemplateDraft, method: 'POST' | 'PUT') {
  const body = {
    customerId: keyOf(connection, 'customerId'),
    subAccountId: keyOf(connection, 'subAccountId'),
    wabaId: keyOf(connection, 'wabaId'),
    ...(method === 'PUT' ? { templateId: draft.vendorTemplateId } : {}),
    templateName: draft.name,
    category: draft.category,
    templateContent: contentOfDraft(draft.components, draft.language),
  };
  const request = { ...postJson(`${base(connection)}/whatsapp-content-manager/v1/template`, airtelHeaders(connection), body), method };
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return { kind: 'failed' as const, error: answer.error };
  if (!isOk(answer)) return { kind: 'failed' as const, error: airtelRefusal(answer.json, answer) };
  const made = asObject(dig(answer.json, 'template'));
  const { extra: _extra, ...rest } = draft;
  const status = asText(made.registrationStatus);
  return {
    kind: 'done' as const,
    template: {
      ...rest,
      vendorTemplateId: asText(made.templateId) || draft.vendorTemplateId,
      status: status ? templateStatusOf(status) : ('PENDING' as const),
      reason: '',
      quality: '',
    },
  };
}

/** Neither list nor deletion is known: we keep the list. */
const templates: TemplateOps = {
  create: (io, connection, draft) => saveTemplate(io, connection, draft, 'POST'),
  update: (io, connection, draft) => saveTemplate(io, connection, draft, 'PUT'),
};

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const query = new URLSearchParams({ customerId: keyOf(connection, 'customerId'), wabaId: keyOf(connection, 'wabaId') });
  const answer = await exchange(io, get(`${base(connection)}/whatsapp-content-manager/v1/template?${query}`, airtelHeaders(connection)));
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = answer.status !== 401 && answer.status !== 403;
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The login is accepted.' : airtelRefusal(answer.json, answer).vendorMessage },
  ];
}

/** WhatsApp over Airtel IQ. */
export const airtelWhatsApp: VendorAdapter = {
  vendor: 'airtel',
  types: [channelTypes.WHATSAPP],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'assumed', templates: 'confirmed', media: 'assumed' },
  capabilities: () => ({
    contents: ['text', 'media', 'buttons', 'list', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 24,
    choices: whatsappChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 4096,
    templates: 'call',
  }),
  render: (message, connection) => {
    const call = callOf(message);
    if (typeof call === 'string') return refused(call, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    if (message.content.kind !== 'template' && call.body.sessionId === '')
      return refused('A reply needs the session of the customer’s last message.', 'SESSION_WINDOW');
    const body = { to: withoutPlus(message.to), from: connection.contactId, ...call.body };
    return {
      kind: 'request',
      request: postJson(`${base(connection)}/basic/whatsapp-manager${call.path}`, airtelHeaders(connection), body),
    };
  },
  send: (io, _connection, request) => sendAirtel(io, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseAirtel(jsonOf(request)),
  probe,
  templates,
  media: {
    download: async (io, connection, { mediaId }) => {
      const query = new URLSearchParams({ mediaId, businessId: keyOf(connection, 'businessId') });
      const answer = await exchange(
        io,
        get(`${base(connection)}/basic/whatsapp-manager/v1/download/media?${query}`, airtelHeaders(connection)),
      );
      if (answer.kind !== 'answer') return { kind: 'failed', error: answer.error };
      if (!isOk(answer)) return { kind: 'failed', error: airtelRefusal(answer.json, answer) };
      const { bytes, contentType } = asObject(readJson(answer.text));
      return { kind: 'done', bytes: Buffer.from(asText(bytes), 'base64'), mimeType: asText(contentType) };
    },
  },
};
