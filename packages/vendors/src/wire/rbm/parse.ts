import { withPlus } from '../../connection.ts';
import { classify } from '../../errors.ts';
import { asInstant, asObject, asText, dig, type JsonObject, readJson } from '../../json.ts';
import type { ChannelEvent, InboundContent } from '../../types.ts';

const stages: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  displayed: 'read',
  failed: 'failed',
};

function statusOf(word: string, id: string, person: string, at: unknown, error: JsonObject): ChannelEvent {
  const name = word.toLowerCase();
  const status = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!status) return { type: 'unknown', what: `event ${word}` };
  return {
    type: 'message.status',
    vendorMessageId: id,
    // The id is the one that we gave.
    ourId: id,
    recipient: withPlus(person.replace(/^\+/, '')),
    status,
    at: asInstant(at ?? Date.now()),
    error:
      status === 'failed' ? classify('rbm', { code: asText(error.code), message: asText(error.message) || asText(error.text) }) : undefined,
  };
}

function contentOf(event: JsonObject): InboundContent | undefined {
  if (event.suggestionResponse) {
    const { postbackData, text } = asObject(event.suggestionResponse);
    return { kind: 'reply', id: asText(postbackData), title: asText(text) };
  }
  if (event.location) {
    const place = asObject(event.location);
    return { kind: 'location', latitude: Number(place.latitude) || 0, longitude: Number(place.longitude) || 0, name: '', address: '' };
  }
  if (event.userFile) {
    const file = asObject(dig(event, 'userFile', 'payload'));
    const mimeType = asText(file.mimeType);
    const kind = (['image', 'video', 'audio'] as const).find((one) => mimeType.startsWith(one)) ?? 'document';
    return {
      kind: 'media',
      media: kind,
      url: asText(file.fileUri) || asText(file.fileUrl),
      mediaId: '',
      mimeType,
      caption: '',
      fileName: asText(file.fileName),
    };
  }
  return event.text === undefined ? undefined : { kind: 'text', text: asText(event.text) };
}

function eventOf(event: JsonObject): ChannelEvent {
  const person = asText(event.senderPhoneNumber);
  const id = asText(event.messageId);
  if (event.eventType !== undefined)
    return statusOf(asText(event.eventType), id, person, event.sendTime, asObject(event.error ?? event.reason));
  const content = contentOf(event);
  if (!content || person === '') return { type: 'unknown', what: 'neither event nor message' };
  const base = {
    type: 'message.received' as const,
    vendorMessageId: id,
    from: withPlus(person.replace(/^\+/, '')),
    fromName: '',
    answers: asText(event.inReplyTo),
  };
  return { ...base, at: asInstant(event.sendTime ?? Date.now()), content };
}

/** Told by its shape, not by the vendor: the packed form of Google and Dotgo, the plain form of Vi, and the one with two names. */
export function parseRbm(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const packed = asText(dig(body, 'message', 'data'));
  if (packed) return [eventOf(asObject(readJson(Buffer.from(packed, 'base64').toString())))];
  if (body.RCSMessage !== undefined) {
    const message = asObject(body.RCSMessage);
    const person = asText(dig(body, 'messageContact', 'userContact'));
    if (message.status !== undefined)
      return [statusOf(asText(message.status), asText(message.msgId), person, message.timestamp, asObject(message.error))];
    const reply = asObject(dig(message, 'suggestedResponse', 'response', 'reply'));
    const content: InboundContent =
      reply.postback !== undefined
        ? { kind: 'reply', id: asText(dig(reply, 'postback', 'data')), title: asText(reply.displayText) }
        : message.textMessage === undefined
          ? { kind: 'unsupported', reason: Object.keys(message).find((key) => key.endsWith('Message')) ?? 'no text' }
          : { kind: 'text', text: asText(message.textMessage) };
    return [
      {
        type: 'message.received',
        vendorMessageId: asText(message.msgId),
        from: withPlus(person.replace(/^\+/, '')),
        fromName: '',
        at: asInstant(message.timestamp ?? Date.now()),
        content,
        answers: '',
      },
    ];
  }
  const event = asObject(body.messageStatusEvent ?? body.messageEvent);
  return Object.keys(event).length > 0 ? [eventOf(event)] : [{ type: 'unknown', what: 'no shape of RCS' }];
}
