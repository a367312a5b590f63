import { type ChannelType, channelTypes, variablesOf } from '@parley/contract';
import { noChoices, whatsappChoices } from '../../choices.ts';
import { keyOf, withoutPlus, withPlus } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, exchange, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, dig, type JsonObject, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { missingOf, plainTextOf } from '../../text-of.ts';
import type {
  ChannelEvent,
  Connection,
  InboundContent,
  OutgoingContent,
  OutgoingTemplate,
  ProbeStep,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { aboutOf, contentOf as metaContentOf } from '../meta-graph/whatsapp.parse.ts';
import { partOf } from '../meta-graph/whatsapp.render.ts';
import { rcsCapabilities } from '../rbm/adapter.ts';

type Part = Record<string, unknown>;

/** Values under the places "0", "1" … in the order of the approved text. */
function indexed(values: Readonly<Record<string, string>>, approved: string): Record<string, string> {
  const names = variablesOf(approved);
  const ordered = names.every((name) => /^\d+$/.test(name)) ? [...names].sort((a, b) => Number(a) - Number(b)) : names;
  return Object.fromEntries(ordered.map((name, index) => [String(index), values[name] ?? '']));
}

function templateOf(template: OutgoingTemplate): Part | string {
  const body = template.components.find((part) => part.type === 'BODY')?.text ?? '';
  const missing = missingOf(body, template.body);
  if (missing) return `The body has no value for {{${missing}}}.`;
  const media = template.header && 'media' in template.header ? template.header.media : undefined;
  if (template.cards.length > 0 || template.offer) return 'Karix takes neither cards nor offers by call.';
  const parameterValues = indexed(template.body, body);
  const actions = template.buttons.map(({ index, type, value }) => ({
    type: type === 'URL' ? 'url' : 'quick_reply',
    index: String(index),
    payload: value,
  }));
  if (!media && actions.length === 0) return { type: 'TEMPLATE', template: { templateId: template.name, parameterValues } };
  return {
    type: 'MEDIA_TEMPLATE',
    mediaTemplate: {
      templateId: template.name,
      ...(media ? { media: { type: media.kind, url: media.url, ...(media.fileName ? { fileName: media.fileName } : {}) } } : {}),
      bodyParameterValues: parameterValues,
      ...(actions.length > 0 ? { buttons: { actions } } : {}),
    },
  };
}

function contentOf(content: OutgoingContent, isRcs: boolean): Part | string {
  if (content.kind === 'template') return templateOf(content);
  if (content.kind === 'text') return { type: 'TEXT', text: content.text };
  if (isRcs) {
    const text = plainTextOf(content);
    return text ? { type: 'TEXT', text } : `Karix carries no ${content.kind} over RCS.`;
  }
  if (content.kind === 'media') {
    const { kind, url, fileName, caption, mimeType } = content.media;
    return {
      type: 'ATTACHMENT',
      attachment: {
        type: kind,
        url,
        ...(fileName ? { fileName } : {}),
        ...(caption ? { caption } : {}),
        ...(mimeType ? { mimeType } : {}),
      },
    };
  }
  if (content.kind === 'buttons' || content.kind === 'list') return { type: 'INTERACTIVE', interactive: partOf(content).interactive };
  return `Karix carries no ${content.kind}.`;
}

const headersOf = (connection: Connection) => ({ authentication: `Bearer ${keyOf(connection, 'accKey')}` });

function refusalOf(answer: Answer) {
  const code = asText(dig(answer.json, 'statusCode'));
  return classify('rcm', {
    code: code || String(answer.status),
    message: asText(dig(answer.json, 'statusDesc')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });
}

/** 200 of HTTP may carry another status of its own: that one decides. */
async function send(io: VendorIo, request: WireRequest): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  const code = asText(dig(answer.json, 'statusCode'));
  const id = asText(dig(answer.json, 'mid'));
  if (isOk(answer) && code === '200' && id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  if (isOk(answer) && code === '')
    return {
      kind: 'unknown',
      error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'No statusCode came.', httpStatus: answer.status }),
    };
  return { kind: 'failed', error: refusalOf(answer) };
}

const words: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  submitted: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  seen: 'read',
  failed: 'failed',
  undelivered: 'failed',
  rejected: 'failed',
};

function inboundOf(message: JsonObject): InboundContent {
  const type = asText(message.contentType).toLowerCase();
  if (type === 'attachment') {
    const kind = asText(message.attachmentType).toLowerCase();
    const media = (['image', 'audio', 'video', 'sticker'] as const).find((one) => one === kind) ?? 'document';
    return {
      kind: 'media',
      media,
      url: asText(message.attachmentUrl),
      mediaId: '',
      mimeType: asText(message.attachmentMimeType),
      caption: asText(message.caption),
      fileName: asText(message.fileName),
    };
  }
  if (type === 'button') {
    const id = asText(dig(message, 'button', 'payload'));
    return { kind: 'reply', id, title: asText(dig(message, 'button', 'text')) || id };
  }
  return metaContentOf({ ...message, type });
}

export function parseRcm(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const events = asObject(body.events);
  const at = asInstant(events.timestamp ?? Date.now());
  const message = asObject(dig(body, 'eventContent', 'message'));
  if (message.from !== undefined)
    return [
      {
        type: 'message.received',
        vendorMessageId: asText(message.id) || asText(events.mid),
        from: withPlus(asText(message.from)),
        fromName: asText(message.name),
        at,
        content: inboundOf(message),
        answers: asText(dig(message, 'context', 'id')),
        about: aboutOf(message),
        belongsTo: { key: 'contactId', value: asText(message.to) },
      },
    ];
  const attributes = asObject(body.notificationAttributes);
  const word = asText(attributes.status).toLowerCase();
  const status = Object.hasOwn(words, word) ? words[word] : undefined;
  if (!status) return [{ type: 'unknown', what: `event ${asText(events.eventType)}` }];
  return [
    {
      type: 'message.status',
      vendorMessageId: asText(events.mid),
      ourId: asText(dig(body, 'recipient', 'reference', 'cust_ref')),
      recipient: withPlus(asText(dig(body, 'recipient', 'to'))),
      status,
      at,
      error: status === 'failed' ? classify('rcm', { code: asText(attributes.code), message: asText(attributes.reason) }) : undefined,
      belongsTo: { key: 'contactId', value: asText(dig(body, 'sender', 'from')) },
    },
  ];
}

/** There is no call that costs nothing: an empty one shows whether the key is known. */
async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const answer = await exchange(io, postJson(`${hostOf(connection, 'karixRcm')}/services/rcm/sendMessage`, headersOf(connection), {}));
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = answer.status !== 401 && answer.status !== 403 && asText(dig(answer.json, 'statusCode')) !== '401';
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The key is not refused.' : refusalOf(answer).vendorMessage },
  ];
}

/** Karix's RCM: one call for WhatsApp and, as far as is known, RCS. */
export const rcmOf = (type: typeof channelTypes.WHATSAPP | typeof channelTypes.RCS): VendorAdapter => ({
  vendor: 'karixRCM',
  types: [type],
  evidence:
    type === channelTypes.RCS
      ? { send: 'assumed', receipts: 'assumed', inbound: 'assumed' }
      : { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', statusCodes: 'assumed', templates: 'assumed' },
  capabilities: (asked: ChannelType) =>
    asked === channelTypes.RCS
      ? {
          ...rcsCapabilities(10, false),
          choices: noChoices,
          contents: ['text', 'buttons', 'card', 'carousel', 'location', 'media', 'template'],
        }
      : {
          contents: ['text', 'media', 'buttons', 'list', 'template'],
          receipts: ['sent', 'delivered', 'read', 'failed'],
          windowHours: 24,
          choices: whatsappChoices,
          speedPerSecond: 10,
          dedupes: false,
          textLimit: 4096,
          templates: 'manual',
        },
  render: (message, connection) => {
    const content = contentOf(message.content, type === channelTypes.RCS);
    if (typeof content === 'string') return refused(content, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    const body = {
      message: {
        channel: type === channelTypes.RCS ? 'RCS' : 'WABA',
        content: { preview_url: false, shorten_url: false, ...content },
        recipient: { to: withoutPlus(message.to), recipient_type: 'individual', reference: { cust_ref: message.ourId } },
        sender: { from: withoutPlus(connection.contactId) },
        preferences: { webHookDNId: keyOf(connection, 'webhookId') || '1001' },
      },
      metaData: { version: 'v1.0.9' },
    };
    return {
      kind: 'request',
      request: postJson(`${hostOf(connection, 'karixRcm')}/services/rcm/sendMessage`, headersOf(connection), body),
    };
  },
  send: (io, _connection, request) => send(io, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseRcm(jsonOf(request)),
  probe,
  media: mediaByUrl(['instaalerts.zone', 'karix.solutions']),
});
