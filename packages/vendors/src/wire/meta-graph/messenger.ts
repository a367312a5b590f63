import { type ChannelType, channelTypes, type VendorName } from '@parley/contract';
import { messengerChoices } from '../../choices.ts';
import { refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { exchange, get, isOk, postJson } from '../../http.ts';
import { asInstant, asList, asNumber, asObject, asObjects, asText, dig, type JsonObject, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import type {
  ChannelEvent,
  Connection,
  InboundAbout,
  InboundContent,
  OutgoingAct,
  OutgoingCard,
  OutgoingContent,
  ProbeStep,
  SendResult,
  VendorAdapter,
  VendorIo,
  WireRequest,
} from '../../types.ts';
import { bearer, refusalOf } from './graph.ts';
import { answerHandshake, verifySignature } from './signature.ts';

type Part = Record<string, unknown>;
const limits = { quickReplies: 13, cards: 10, cardButtons: 3, title: 20, cardTitle: 80 } as const;
const instagramReactions = ['❤'];
const textLimitOf = (type: ChannelType): number => (type === channelTypes.INSTAGRAM ? 1000 : 2000);

const quickReplies = (text: string, buttons: readonly { id: string; title: string }[]): Part => ({
  text,
  quick_replies: buttons
    .slice(0, limits.quickReplies)
    .map(({ id, title }) => ({ content_type: 'text', title: title.slice(0, limits.title), payload: id })),
});

const element = (card: OutgoingCard): Part => ({
  title: (card.title || card.text).slice(0, limits.cardTitle),
  ...(card.title && card.text ? { subtitle: card.text.slice(0, limits.cardTitle) } : {}),
  ...(card.media ? { image_url: card.media.url } : {}),
  ...(card.buttons.length > 0
    ? {
        buttons: card.buttons
          .slice(0, limits.cardButtons)
          .map(({ id, title, url }) =>
            url
              ? { type: 'web_url', title: title.slice(0, limits.title), url }
              : { type: 'postback', title: title.slice(0, limits.title), payload: id },
          ),
      }
    : {}),
});

function messageOf(content: OutgoingContent, type: ChannelType): Part | string {
  switch (content.kind) {
    case 'text':
      return content.text.length > textLimitOf(type) || content.text === ''
        ? `A text has 1 to ${textLimitOf(type)} characters.`
        : { text: content.text };
    case 'media': {
      if (content.media.kind === 'sticker') return 'Stickers cannot be sent.';
      const kind = content.media.kind === 'document' ? 'file' : content.media.kind;
      return { attachment: { type: kind, payload: { url: content.media.url } } };
    }
    case 'location':
      return {
        text: [content.name, content.address, `https://maps.google.com/?q=${content.latitude},${content.longitude}`]
          .filter(Boolean)
          .join('\n'),
      };
    case 'buttons':
      return quickReplies(content.text, content.buttons);
    case 'list':
      return quickReplies(
        content.text,
        content.sections.flatMap((section) => section.rows),
      );
    case 'card':
    case 'carousel': {
      const cards = content.kind === 'card' ? [content.card] : content.cards;
      return {
        attachment: { type: 'template', payload: { template_type: 'generic', elements: cards.slice(0, limits.cards).map(element) } },
      };
    }
    default:
      return `Messenger carries no ${content.kind}.`;
  }
}

/** Instagram names a reaction by a word, and documents one. */
const reactionOf = ({ emoji, messageId }: Extract<OutgoingAct, { kind: 'reaction' }>): Part =>
  emoji === ''
    ? { sender_action: 'unreact', payload: { message_id: messageId } }
    : { sender_action: 'react', payload: { message_id: messageId, reaction: 'love' } };

async function send(io: VendorIo, request: WireRequest, isReaction: boolean): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id = asText(dig(answer.json, 'message_id'));
  if (id || isReaction) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

const kinds = { image: 'image', video: 'video', audio: 'audio', file: 'document' } as const;

function contentOf(message: JsonObject, attachment: JsonObject | undefined): InboundContent {
  const quick = asObject(message.quick_reply);
  if (quick.payload !== undefined) return { kind: 'reply', id: asText(quick.payload), title: asText(message.text) };
  const kind = asText(attachment?.type);
  if (Object.hasOwn(kinds, kind))
    return {
      kind: 'media',
      media: kinds[kind as keyof typeof kinds],
      url: asText(dig(attachment, 'payload', 'url')),
      mediaId: '',
      mimeType: '',
      caption: asText(message.text),
      fileName: '',
    };
  if (kind === 'location') {
    const place = asObject(dig(attachment, 'payload', 'coordinates'));
    return {
      kind: 'location',
      latitude: asNumber(place.lat),
      longitude: asNumber(place.long),
      name: asText(attachment?.title),
      address: '',
    };
  }
  if (attachment === undefined) {
    return message.text === undefined ? { kind: 'unsupported', reason: 'no text' } : { kind: 'text', text: asText(message.text) };
  }
  // A shared link, post, story or product: what there is of it in words.
  const payload = asObject(attachment.payload);
  const shared = [asText(attachment.title) || asText(payload.title), asText(attachment.url) || asText(payload.url), ...productsOf(payload)];
  const words = [asText(message.text), ...shared].filter(Boolean).join('\n');
  return words === '' ? { kind: 'unsupported', reason: kind } : { kind: 'text', text: words };
}

const productsOf = (payload: JsonObject): string[] =>
  asObjects(dig(payload, 'product', 'elements')).map((product) =>
    [product.title, product.subtitle, product.retailer_id].map(asText).filter(Boolean).join(', '),
  );

/** The advert, product or story that a message was written from. */
function aboutOf(message: JsonObject): InboundAbout | undefined {
  const advert = asObject(message.referral);
  const product = asText(dig(advert, 'product', 'id'));
  if (product) return { kind: 'product', title: product, text: '', url: '' };
  if (Object.keys(advert).length > 0) {
    const data = asObject(advert.ads_context_data);
    return { kind: 'ad', title: asText(data.ad_title), text: asText(advert.ref), url: asText(advert.ad_id) };
  }
  const story = asText(dig(message, 'reply_to', 'story', 'url'));
  return story ? { kind: 'story', title: '', text: '', url: story } : undefined;
}

function eventsOf(event: JsonObject, pageId: string): ChannelEvent[] {
  const from = asText(dig(event, 'sender', 'id'));
  const at = asInstant(event.timestamp);
  const belongsTo = { key: 'contactId', value: pageId };
  const told = (status: 'delivered' | 'read', id: string, when: Date, isWatermark: boolean): ChannelEvent => ({
    type: 'message.status',
    vendorMessageId: id,
    ourId: '',
    recipient: from,
    status,
    at: when,
    belongsTo,
    ...(isWatermark ? { isWatermark } : {}),
  });
  const received = (id: string, content: InboundContent, answers = ''): Extract<ChannelEvent, { type: 'message.received' }> => ({
    type: 'message.received',
    vendorMessageId: id,
    from,
    fromName: '',
    at,
    content,
    answers,
    belongsTo,
  });
  if (event.delivery !== undefined) {
    const { mids, watermark } = asObject(event.delivery);
    const listed = asList(mids).map((id) => told('delivered', asText(id), at, false));
    return watermark === undefined ? listed : [...listed, told('delivered', '', asInstant(watermark), true)];
  }
  if (event.read !== undefined) {
    const { mid, watermark } = asObject(event.read);
    return [mid === undefined ? told('read', '', asInstant(watermark), true) : told('read', asText(mid), at, false)];
  }
  if (event.reaction !== undefined) {
    const { mid, emoji, reaction, action } = asObject(event.reaction);
    return [
      received(`reaction:${asText(mid)}:${at.getTime()}`, {
        kind: 'reaction',
        messageId: asText(mid),
        emoji: asText(action) === 'unreact' ? '' : asText(emoji) || asText(reaction),
      }),
    ];
  }
  if (event.postback !== undefined) {
    const { payload, title, mid } = asObject(event.postback);
    return [received(asText(mid) || `postback:${from}:${at.getTime()}`, { kind: 'reply', id: asText(payload), title: asText(title) })];
  }
  if (event.message_edit !== undefined) {
    const { mid, text } = asObject(event.message_edit);
    return [received(`edit:${asText(mid)}:${at.getTime()}`, { kind: 'edit', messageId: asText(mid), text: asText(text) })];
  }
  const message = asObject(event.message);
  // Our own words come back as an echo.
  if (message.is_echo === true) return [];
  if (message.mid === undefined)
    return [
      {
        type: 'unknown',
        what: Object.keys(event).find((name) => !['sender', 'recipient', 'timestamp'].includes(name)) ?? 'empty',
        belongsTo,
      },
    ];
  const mid = asText(message.mid);
  if (message.is_deleted === true) return [received(`revoke:${mid}`, { kind: 'revoke', messageId: mid })];
  const answers = asText(dig(message, 'reply_to', 'mid'));
  const [first, ...others] = asObjects(message.attachments);
  const about = aboutOf(message);
  return [
    { ...received(mid, contentOf(message, first), answers), ...(about ? { about } : {}) },
    // Pictures that are sent together are one message with several attachments.
    ...others.map((attachment, place) => received(`${mid}#${place + 1}`, contentOf({}, attachment), answers)),
  ];
}

export function parseMessenger(json: unknown): ChannelEvent[] {
  const object = asText(dig(json, 'object'));
  if (object !== 'page' && object !== 'instagram') return [{ type: 'unknown', what: `object ${object}` }];
  return asObjects(dig(json, 'entry')).flatMap((entry) => asObjects(entry.messaging).flatMap((event) => eventsOf(event, asText(entry.id))));
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const page = await exchange(
    io,
    get(`${hostOf(connection, 'meta')}/${encodeURIComponent(connection.contactId)}?fields=id,name`, bearer(connection)),
  );
  if (page.kind !== 'answer') return [{ name: 'reach', isOk: false, text: page.error.vendorMessage }];
  const refusal = isOk(page) ? undefined : refusalOf(page);
  const isKnown = refusal?.class !== 'AUTH';
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The token is accepted.' : (refusal?.vendorMessage ?? '') },
    ...(isKnown
      ? [{ name: 'number' as const, isOk: refusal === undefined, text: refusal?.vendorMessage ?? asText(dig(page.json, 'name')) }]
      : []),
  ];
}

/** Messenger, and Instagram by its page: one call, one shape of callbacks. */
export const messengerOf = (
  vendor: VendorName,
  type: typeof channelTypes.FACEBOOK_MESSENGER | typeof channelTypes.INSTAGRAM,
): VendorAdapter => ({
  vendor,
  types: [type],
  evidence: {
    send: 'confirmed',
    receipts: 'confirmed',
    inbound: 'confirmed',
    signature: 'confirmed',
    limits: 'assumed',
    ...(type === channelTypes.INSTAGRAM ? { acts: 'assumed' as const } : {}),
  },
  capabilities: () => ({
    contents: ['text', 'media', 'location', 'buttons', 'list', 'card', 'carousel'],
    receipts: ['delivered', 'read'],
    windowHours: 24,
    choices: messengerChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: textLimitOf(type),
    templates: 'none',
    ...(type === channelTypes.INSTAGRAM ? { acts: { reactions: instagramReactions } } : {}),
  }),
  render: (message, connection) => {
    if (type === channelTypes.INSTAGRAM && message.content.kind === 'reaction') {
      const address = `${hostOf(connection, 'meta')}/${encodeURIComponent(connection.contactId)}/messages`;
      const reaction = reactionOf(message.content);
      return { kind: 'request', request: postJson(address, bearer(connection), { recipient: { id: message.to }, ...reaction }) };
    }
    const part = messageOf(message.content, type);
    if (typeof part === 'string') return refused(part);
    const url = `${hostOf(connection, 'meta')}/${encodeURIComponent(connection.contactId)}/messages`;
    const reply = message.replyTo ? { reply_to: { mid: message.replyTo } } : {};
    return {
      kind: 'request',
      request: postJson(url, bearer(connection), { messaging_type: 'RESPONSE', recipient: { id: message.to }, message: part, ...reply }),
    };
  },
  send: (io, _connection, request, { content }) => send(io, request, content.kind === 'reaction'),
  handshake: answerHandshake,
  verifyHook: (request, connection) => verifySignature(request, connection),
  parseHook: (request) => parseMessenger(jsonOf(request)),
  probe,
  media: mediaByUrl(['fbsbx.com', 'fbcdn.net', 'cdninstagram.com']),
});
