import { createHmac } from 'node:crypto';
import { type ChannelType, channelTypes, variablesOf } from '@parley/contract';
import { choicesOf } from '../../choices.ts';
import { basicAuth, keyOf, withoutPlus, withPlus } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asNumber, asObject, asObjects, asText, decode, dig, type JsonObject, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { bodyOf, missingOf } from '../../text-of.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type {
  ChannelEvent,
  Connection,
  InboundContent,
  OutgoingCard,
  OutgoingContent,
  OutgoingTemplate,
  ProbeStep,
  RawRequest,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { isSame } from '../meta-graph/signature.ts';

type Part = Record<string, unknown>;

/** Sinch's names of the channels that it carries for us. */
export const sinchChannels: Partial<Record<ChannelType, string>> = {
  [channelTypes.WHATSAPP]: 'WHATSAPP',
  [channelTypes.RCS]: 'RCS',
  [channelTypes.SMS]: 'SMS',
  [channelTypes.FACEBOOK_MESSENGER]: 'MESSENGER',
  [channelTypes.INSTAGRAM]: 'INSTAGRAM',
  [channelTypes.TELEGRAM]: 'TELEGRAM',
};
const isPhone = (type: ChannelType): boolean => type === channelTypes.WHATSAPP || type === channelTypes.RCS || type === channelTypes.SMS;

const base = (connection: Connection): string => {
  const host = hostOf(connection, keyOf(connection, 'region') === 'eu' ? 'sinchEu' : 'sinch');
  return `${host}/v1/projects/${encodeURIComponent(keyOf(connection, 'projectId'))}`;
};
const tokenOf = (connection: Connection): TokenSource => ({
  key: 'oauth',
  family: 'sinch',
  field: 'access_token',
  lifeSeconds: 3600,
  request: {
    method: 'POST',
    url: `${hostOf(connection, 'sinchAuth')}/oauth2/token`,
    headers: {
      authorization: basicAuth(keyOf(connection, 'keyId'), keyOf(connection, 'keySecret')),
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

const choice = ({ id, title, url, phoneNumber }: { id: string; title: string; url?: string; phoneNumber?: string }): Part =>
  url
    ? { url_message: { title, url }, postback_data: id }
    : phoneNumber
      ? { call_message: { title, phone_number: phoneNumber }, postback_data: id }
      : { text_message: { text: title }, postback_data: id };

const cardOf = (card: OutgoingCard): Part => ({
  title: card.title || card.text,
  ...(card.title && card.text ? { description: card.text } : {}),
  ...(card.media ? { media_message: { url: card.media.url } } : {}),
  ...(card.buttons.length > 0 ? { choices: card.buttons.map(choice) } : {}),
});

function templateOf(template: OutgoingTemplate, type: ChannelType): Part | string {
  const body = template.components.find((part) => part.type === 'BODY')?.text ?? '';
  const missing = missingOf(body, template.body);
  if (missing) return `The body has no value for {{${missing}}}.`;
  if (type !== channelTypes.WHATSAPP) return { text_message: { text: bodyOf(template) } };
  const media = template.header && 'media' in template.header ? template.header.media : undefined;
  const names = variablesOf(body);
  const ordered = names.every((name) => /^\d+$/.test(name)) ? [...names].sort((a, b) => Number(a) - Number(b)) : names;
  const parameters = Object.fromEntries([
    ...(media ? [[`header[1]${media.kind}[link]`, media.url]] : []),
    ...ordered.map((name, index) => [`body[${index + 1}]text`, template.body[name] ?? '']),
    ...template.buttons.map(({ index, type: kind, value }) => [
      `buttons[${index + 1}]${kind === 'QUICK_REPLY' ? 'quick_reply[payload]' : 'url[text]'}`,
      value,
    ]),
  ]) as Record<string, string>;
  return {
    template_message: { channel_template: { WHATSAPP: { template_id: template.name, language_code: template.language, parameters } } },
  };
}

function messageOf(content: OutgoingContent, type: ChannelType): Part | string {
  switch (content.kind) {
    case 'text':
      return { text_message: { text: content.text } };
    case 'media':
      // Its media message has no words of its own: a card without choices arrives as the file with its caption.
      return content.media.caption && content.media.kind !== 'audio'
        ? { card_message: { title: content.media.caption, media_message: { url: content.media.url } } }
        : { media_message: { url: content.media.url } };
    case 'location':
      return {
        location_message: {
          title: content.name || content.address || 'Location',
          ...(content.address ? { label: content.address } : {}),
          coordinates: { latitude: content.latitude, longitude: content.longitude },
        },
      };
    case 'buttons':
      return { choice_message: { text_message: { text: content.text }, choices: content.buttons.map(choice) } };
    case 'list':
      return {
        list_message: {
          title: content.text,
          sections: content.sections.map((section) => ({
            title: section.title,
            items: section.rows.map(({ id, title, description }) => ({
              choice: { title, ...(description ? { description } : {}), postback_data: id },
            })),
          })),
          message_properties: { menu: content.button },
        },
      };
    case 'card':
      return { card_message: cardOf(content.card) };
    case 'carousel':
      return { carousel_message: { cards: content.cards.map(cardOf) } };
    case 'template':
      return templateOf(content, type);
    default:
      return `Sinch carries no ${content.kind}.`;
  }
}

const refusalOf = (answer: Answer) =>
  classify('sinch', {
    code: asText(dig(answer.json, 'error', 'status')) || String(answer.status),
    message: asText(dig(answer.json, 'error', 'message')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });

async function send(io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const answer = await call(io, connection, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id = asText(dig(answer.json, 'message_id'));
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

export const signSinch = (body: string, nonce: string, timestamp: string, secret: string): string =>
  createHmac('sha256', secret).update(`${body}.${nonce}.${timestamp}`).digest('base64');
const mostAgeMs = 5 * 60_000;

/** A callback of long ago is one that somebody kept; a repeat within the time is dropped by its event's key. */
function verify(request: RawRequest, connection: Connection, now: Date): 'ok' | 'unsigned' | 'bad' {
  const secret = keyOf(connection, 'WebhookVerificationToken');
  if (secret === '') return 'unsigned';
  const [nonce, timestamp] = [
    request.headers['x-sinch-webhook-signature-nonce'] ?? '',
    request.headers['x-sinch-webhook-signature-timestamp'] ?? '',
  ];
  if (Math.abs(now.getTime() - asInstant(timestamp).getTime()) > mostAgeMs) return 'bad';
  return isSame(request.headers['x-sinch-webhook-signature'] ?? '', signSinch(decode(request.body), nonce, timestamp, secret))
    ? 'ok'
    : 'bad';
}

const stages = { QUEUED_ON_CHANNEL: 'sent', DELIVERED: 'delivered', READ: 'read', FAILED: 'failed' } as const;

function inboundOf(message: JsonObject): InboundContent {
  if (message.choice_response_message !== undefined) {
    const id = asText(dig(message, 'choice_response_message', 'postback_data'));
    return { kind: 'reply', id, title: asText(dig(message, 'choice_response_message', 'text')) || id };
  }
  const [mediaKey, captionKey] = message.media_card_message === undefined ? ['media_message', ''] : ['media_card_message', 'caption'];
  if (message[mediaKey] !== undefined) {
    const url = asText(dig(message, mediaKey, 'url'));
    const extension = /\.(\w{2,5})(\?|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
    const media = ['jpg', 'jpeg', 'png', 'gif', 'webp'].includes(extension)
      ? 'image'
      : ['mp4', '3gp'].includes(extension)
        ? 'video'
        : ['ogg', 'mp3', 'amr', 'wav'].includes(extension)
          ? 'audio'
          : 'document';
    return {
      kind: 'media',
      media,
      url,
      mediaId: '',
      mimeType: '',
      caption: captionKey ? asText(dig(message, mediaKey, captionKey)) : '',
      fileName: asText(dig(message, mediaKey, 'filename_override')),
    };
  }
  if (message.location_message !== undefined) {
    const place = asObject(message.location_message);
    return {
      kind: 'location',
      latitude: asNumber(dig(place, 'coordinates', 'latitude')),
      longitude: asNumber(dig(place, 'coordinates', 'longitude')),
      name: asText(place.title),
      address: asText(place.label),
    };
  }
  if (message.product_response_message !== undefined) {
    const order = asObject(message.product_response_message);
    const products = asObjects(order.products).map((product) =>
      [`${asText(product.quantity) || '1'} × ${asText(product.id)}`, asText(product.item_price), asText(product.currency)]
        .filter(Boolean)
        .join(' '),
    );
    return { kind: 'order', text: [asText(order.title), ...products].filter(Boolean).join('\n') };
  }
  if (message.fallback_message !== undefined)
    return { kind: 'unsupported', reason: asText(dig(message, 'fallback_message', 'reason', 'description')) || 'fallback' };
  if (message.text_message !== undefined) return { kind: 'text', text: asText(dig(message, 'text_message', 'text')) };
  return { kind: 'unsupported', reason: Object.keys(message)[0] ?? 'empty' };
}

export function parseSinch(json: unknown, type: ChannelType): ChannelEvent[] {
  const body = asObject(json);
  const belongsTo = { key: 'appId', value: asText(body.app_id) };
  const toAddress = (identity: string) => (isPhone(type) ? withPlus(identity.replace(/^\+/, '')) : identity);
  const at = asInstant(body.event_time ?? body.accepted_time ?? Date.now());
  const report = asObject(body.message_delivery_report);
  if (report.message_id !== undefined) {
    const word = asText(report.status);
    const status = Object.hasOwn(stages, word) ? stages[word as keyof typeof stages] : undefined;
    if (!status) return [{ type: 'unknown', what: `status ${word}`, belongsTo }];
    const error =
      status === 'failed'
        ? classify('sinch', { code: asText(dig(report, 'reason', 'code')), message: asText(dig(report, 'reason', 'description')) })
        : undefined;
    const identity = toAddress(asText(dig(report, 'channel_identity', 'identity')));
    return [
      {
        type: 'message.status',
        vendorMessageId: asText(report.message_id),
        ourId: asText(report.metadata),
        recipient: identity,
        status,
        at,
        error,
        belongsTo,
      },
    ];
  }
  for (const [name, kind] of [
    ['opt_in_notification', 'contact.optIn'],
    ['opt_out_notification', 'contact.optOut'],
  ] as const) {
    const identity = asText(dig(body, name, 'identity'));
    if (identity) return [{ type: kind, address: toAddress(identity), belongsTo }];
  }
  const message = asObject(body.message);
  const from = toAddress(asText(dig(message, 'channel_identity', 'identity')));
  if (message.contact_message === undefined || from === '')
    return [{ type: 'unknown', what: Object.keys(body).find((key) => typeof body[key] === 'object') ?? 'empty', belongsTo }];
  return [
    {
      type: 'message.received',
      vendorMessageId: asText(message.id),
      from,
      fromName: asText(message.sender_name),
      at,
      content: inboundOf(asObject(message.contact_message)),
      answers: asText(dig(message, 'contact_message', 'reply_to', 'message_id')),
      belongsTo,
    },
  ];
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const reached: ProbeStep = { name: 'reach', isOk: true, text: 'The vendor answers.' };
  const app = await call(io, connection, {
    method: 'GET',
    url: `${base(connection)}/apps/${encodeURIComponent(keyOf(connection, 'appId'))}`,
    headers: {},
  });
  if (app.kind !== 'answer')
    return app.error.class === 'AUTH'
      ? [reached, { name: 'credentials', isOk: false, text: app.error.vendorMessage }]
      : [{ name: 'reach', isOk: false, text: app.error.vendorMessage }];
  const hooks = await call(io, connection, {
    method: 'GET',
    url: `${base(connection)}/apps/${encodeURIComponent(keyOf(connection, 'appId'))}/webhooks`,
    headers: {},
  });
  const isSet =
    hooks.kind === 'answer' && asObjects(dig(hooks.json, 'webhooks')).some((hook) => asText(hook.target) === connection.hookUrl);
  return [
    reached,
    { name: 'credentials', isOk: app.status !== 401, text: 'A token was given.' },
    { name: 'number', isOk: isOk(app), text: isOk(app) ? 'The app is known.' : refusalOf(app).vendorMessage },
    { name: 'callback', isOk: isSet, text: isSet ? 'The callback is set.' : 'The app calls back another address.' },
  ];
}

const phoneContents = ['text', 'media', 'location', 'buttons', 'list', 'card', 'carousel', 'template'] as const;

/** Sinch's Conversation API: one shape of messages for all the channels that it carries. */
export const sinchOf = (type: ChannelType): VendorAdapter => ({
  vendor: 'sinch',
  types: [type],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', signature: 'confirmed', media: 'assumed' },
  capabilities: () => ({
    contents:
      type === channelTypes.SMS
        ? ['text', 'template']
        : isPhone(type)
          ? phoneContents
          : phoneContents.filter((kind) => kind !== 'template'),
    receipts:
      type === channelTypes.TELEGRAM
        ? ['sent', 'failed']
        : type === channelTypes.SMS
          ? ['sent', 'delivered', 'failed']
          : ['sent', 'delivered', 'read', 'failed'],
    windowHours: type === channelTypes.WHATSAPP || type === channelTypes.FACEBOOK_MESSENGER || type === channelTypes.INSTAGRAM ? 24 : 0,
    choices: choicesOf(type),
    speedPerSecond: 10,
    dedupes: false,
    textLimit: type === channelTypes.SMS ? 1600 : 4096,
    templates: isPhone(type) ? 'manual' : 'none',
  }),
  render: (message, connection) => {
    const part = messageOf(message.content, type);
    if (typeof part === 'string') return refused(part, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    const channel = sinchChannels[type];
    const identity = isPhone(type) ? withoutPlus(message.to) : message.to;
    const body = {
      app_id: keyOf(connection, 'appId'),
      recipient: { identified_by: { channel_identities: [{ channel, identity }] } },
      message: part,
      channel_priority_order: [channel],
      message_metadata: message.ourId,
      correlation_id: message.ourId,
      callback_url: connection.hookUrl,
    };
    return { kind: 'request', request: postJson(`${base(connection)}/messages:send`, {}, body) };
  },
  send: (io, connection, request) => send(io, connection, request),
  verifyHook: verify,
  parseHook: (request) => parseSinch(jsonOf(request), type),
  probe,
  media: mediaByUrl(['sinch.com', 'sinch-files.com']),
});
