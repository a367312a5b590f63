import { channelTypes } from '@parley/contract';
import { keyOf, withPlus } from '../../connection.ts';
import { classify, refused } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, dig, type JsonObject, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type {
  ChannelEvent,
  Connection,
  InboundContent,
  OutgoingContent,
  ProbeStep,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { rcsCapabilities } from '../rbm/adapter.ts';
import { problemOfRcs, type RcsCard, type RcsMessage, type SuggestionForm, short, toRcs } from '../rbm/content.ts';

type Part = Record<string, unknown>;

/** The secret rides in the query, so this address is never logged. */
const tokenOf = (connection: Connection): TokenSource => ({
  key: 'oauth',
  family: 'rbm',
  field: 'access_token',
  lifeSeconds: 3600,
  request: {
    method: 'GET',
    url: `${hostOf(connection, 'jioAuth')}/v1/oauth/token?${new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: keyOf(connection, 'clientId'),
      client_secret: keyOf(connection, 'clientSecret'),
      scope: 'read',
    })}`,
    headers: {},
  },
});
const assistantOf = (connection: Connection): string => keyOf(connection, 'agentId') || connection.contactId;

const suggestion: SuggestionForm = ({ id, title, url, phoneNumber }) => {
  const base = { plainText: short(title), postBack: { data: id || title } };
  if (url) return { action: { ...base, openUrl: { url } } };
  if (phoneNumber) return { action: { ...base, dialerAction: { phoneNumber } } };
  return { reply: base };
};

const cardOf = (card: RcsCard): Part => ({
  ...(card.title ? { cardTitle: card.title } : {}),
  ...(card.description ? { cardDescription: card.description } : {}),
  ...(card.fileUrl ? { cardMedia: { mediaHeight: card.height, contentInfo: { fileUrl: card.fileUrl } } } : {}),
  ...(card.buttons.length > 0 ? { suggestions: card.buttons.map(suggestion) } : {}),
});

function contentOf(message: RcsMessage): Part {
  switch (message.kind) {
    case 'card':
      return { richCardDetails: { standalone: { cardOrientation: message.orientation, content: cardOf(message.card) } } };
    case 'carousel':
      return { richCardDetails: { carousel: { cardWidth: 'MEDIUM_WIDTH', contents: message.cards.map(cardOf) } } };
    default:
      return {
        ...(message.kind === 'text' ? { plainText: message.text } : { contentInfo: { fileUrl: message.fileUrl } }),
        ...(message.buttons.length > 0 ? { suggestions: message.buttons.map(suggestion) } : {}),
      };
  }
}

const trafficOf = (content: OutgoingContent): string =>
  content.kind !== 'template'
    ? 'SERVICEREQUEST'
    : { MARKETING: 'PROMOTION', UTILITY: 'TRANSACTION', AUTHENTICATION: 'AUTHENTICATION' }[content.category];

const call = (io: VendorIo, connection: Connection, request: WireRequest) =>
  exchangeWithToken(io, tokenOf(connection), (token) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  }));

const refusalOf = (answer: Answer) =>
  classify('rbm', {
    code: asText(dig(answer.json, 'error', 'code')) || String(answer.status),
    message: asText(dig(answer.json, 'error', 'message')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });

async function send(io: VendorIo, connection: Connection, request: WireRequest, ourId: string): Promise<SendResult> {
  const answer = await call(io, connection, request);
  if (answer.kind !== 'answer') return answer;
  return isOk(answer) ? { kind: 'accepted', vendorMessageId: ourId, ids: {} } : { kind: 'failed', error: refusalOf(answer) };
}

const stages: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  MESSAGE_SENT: 'sent',
  MESSAGE_DELIVERED: 'delivered',
  MESSAGE_READ: 'read',
  MESSAGE_FAILED: 'failed',
};

function inboundOf(entity: JsonObject): InboundContent {
  const reply = asObject(entity.suggestionResponse);
  if (reply.plainText !== undefined || reply.postBack !== undefined) {
    const title = asText(reply.plainText);
    return { kind: 'reply', id: asText(dig(reply, 'postBack', 'data')) || asText(reply.postBack) || title, title };
  }
  if (entity.text !== undefined) return { kind: 'text', text: asText(entity.text) };
  const place = asObject(entity.location);
  if (place.latitude !== undefined)
    return { kind: 'location', latitude: Number(place.latitude) || 0, longitude: Number(place.longitude) || 0, name: '', address: '' };
  const file = asObject(entity.userFile);
  if (file.fileUrl !== undefined)
    return {
      kind: 'media',
      media: 'document',
      url: asText(file.fileUrl),
      mediaId: '',
      mimeType: asText(file.mimeType),
      caption: '',
      fileName: asText(file.fileName),
    };
  return { kind: 'unsupported', reason: 'no text' };
}

export function parseJio(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const entity = asObject(body.entity);
  const person = withPlus(asText(body.userPhoneNumber).replace(/^\+/, ''));
  const belongsTo = { key: 'agentId', value: asText(body.botId) };
  const at = asInstant(entity.sendTime ?? Date.now());
  if (asText(body.entityType) === 'STATUS_EVENT') {
    const word = asText(entity.eventType);
    const status = Object.hasOwn(stages, word) ? stages[word] : undefined;
    if (!status) return [{ type: 'unknown', what: `event ${word}` }];
    const id = asText(entity.messageId);
    const error = asObject(entity.error);
    return [
      {
        type: 'message.status',
        vendorMessageId: id,
        ourId: id,
        recipient: person,
        status,
        at,
        error: status === 'failed' ? classify('rbm', { code: asText(error.code), message: asText(error.message) }) : undefined,
        belongsTo,
      },
    ];
  }
  if (asText(body.entityType) !== 'USER_MESSAGE' || person === '') return [{ type: 'unknown', what: `entity ${asText(body.entityType)}` }];
  return [
    {
      type: 'message.received',
      vendorMessageId: asText(entity.messageId),
      from: person,
      fromName: '',
      at,
      content: inboundOf(entity),
      answers: asText(dig(body, 'metaData', 'orgMsgId')),
      belongsTo,
    },
  ];
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const url = `${hostOf(connection, 'jio')}/v1/messaging/users/${encodeURIComponent('+919800000000')}/capabilities?assistantId=${encodeURIComponent(assistantOf(connection))}`;
  const answer = await call(io, connection, { method: 'GET', url, headers: {} });
  const reached: ProbeStep = { name: 'reach', isOk: true, text: 'The vendor answers.' };
  if (answer.kind !== 'answer')
    return answer.error.class === 'AUTH'
      ? [reached, { name: 'credentials', isOk: false, text: answer.error.vendorMessage }]
      : [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = isOk(answer) || answer.status === 404;
  return [
    reached,
    { name: 'credentials', isOk: answer.status !== 401, text: 'A token was given.' },
    { name: 'number', isOk: isKnown, text: isKnown ? 'The assistant is known.' : refusalOf(answer).vendorMessage },
  ];
}

/** RCS over Jio. */
export const jioRcs: VendorAdapter = {
  vendor: 'jio',
  types: [channelTypes.RCS],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', repeatedId: 'assumed' },
  capabilities: () => rcsCapabilities(10, false),
  render: (message, connection) => {
    const { content, ourId } = message;
    const problem = problemOfRcs(content);
    if (problem) return refused(problem, content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    const query = new URLSearchParams({ messageId: ourId, assistantId: assistantOf(connection) });
    const url = `${hostOf(connection, 'jio')}/v1/messaging/users/${encodeURIComponent(message.to)}/assistantMessages/async?${query}`;
    return { kind: 'request', request: postJson(url, {}, { content: contentOf(toRcs(content)), messageTrafficType: trafficOf(content) }) };
  },
  send: (io, connection, request, message) => send(io, connection, request, message.ourId),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseJio(jsonOf(request)),
  probe,
  media: mediaByUrl(['businessmessaging.jio.com']),
};
