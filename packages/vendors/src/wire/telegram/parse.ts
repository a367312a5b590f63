import { asInstant, asList, asObject, asObjects, asText, dig, type JsonObject } from '../../json.ts';
import type { ChannelEvent, InboundContent, InboundNote } from '../../types.ts';

const nameOf = (person: JsonObject): string =>
  [asText(person.first_name), asText(person.last_name)].filter(Boolean).join(' ') || asText(person.username);
const idOf = (message: JsonObject): string => `${asText(dig(message, 'chat', 'id'))}:${asText(message.message_id)}`;

function contentOf(message: JsonObject): InboundContent {
  const caption = asText(message.caption);
  const media = (kind: 'image' | 'video' | 'audio' | 'document' | 'sticker', file: JsonObject, mimeType: string): InboundContent => ({
    kind: 'media',
    media: kind,
    url: '',
    mediaId: asText(file.file_id),
    mimeType: asText(file.mime_type) || mimeType,
    caption,
    fileName: asText(file.file_name),
  });
  if (message.text !== undefined) return { kind: 'text', text: asText(message.text) };
  // The last of the sizes is the largest.
  if (message.photo !== undefined) return media('image', asObjects(message.photo).at(-1) ?? {}, 'image/jpeg');
  if (message.video !== undefined) return media('video', asObject(message.video), 'video/mp4');
  if (message.voice !== undefined) return media('audio', asObject(message.voice), 'audio/ogg');
  if (message.video_note !== undefined) return media('video', asObject(message.video_note), 'video/mp4');
  if (message.audio !== undefined) return media('audio', asObject(message.audio), 'audio/mpeg');
  if (message.sticker !== undefined) return media('sticker', asObject(message.sticker), 'image/webp');
  if (message.document !== undefined) return media('document', asObject(message.document), 'application/octet-stream');
  if (message.location !== undefined) {
    const place = asObject(message.location);
    return {
      kind: 'location',
      latitude: Number(place.latitude) || 0,
      longitude: Number(place.longitude) || 0,
      name: asText(dig(message, 'venue', 'title')),
      address: asText(dig(message, 'venue', 'address')),
    };
  }
  if (message.contact !== undefined) {
    const contact = asObject(message.contact);
    return { kind: 'contacts', contacts: [{ name: nameOf(contact), phones: [asText(contact.phone_number)] }] };
  }
  const last = Object.keys(message).at(-1) ?? 'empty';
  return serviceKeys.test(last) ? { kind: 'nothing', what: last } : { kind: 'unsupported', reason: last };
}

/** Service messages that Telegram itself writes into a chat. */
const serviceKeys =
  /^(pinned_message|message_auto_delete_timer_changed|write_access_allowed|connected_website|(new_|left_|delete_|group_|migrate_|forum_|video_)?chat_)/;

/** Makes the event of a customer's act on an existing message. */
function noteOf(note: JsonObject, id: string, content: InboundNote): ChannelEvent {
  return {
    type: 'message.received',
    vendorMessageId: id,
    from: asText(dig(note, 'chat', 'id')),
    fromName: '',
    at: asInstant(note.edit_date ?? note.date),
    content,
    answers: '',
  };
}

const reactionOf = (reaction: JsonObject): ChannelEvent =>
  noteOf(reaction, `reaction:${idOf(reaction)}:${asText(reaction.date)}`, {
    kind: 'reaction',
    messageId: idOf(reaction),
    emoji: asText(dig(reaction, 'new_reaction', 0, 'emoji')),
  });

const editOf = (message: JsonObject): ChannelEvent =>
  noteOf(message, `edit:${idOf(message)}:${asText(message.edit_date)}`, {
    kind: 'edit',
    messageId: idOf(message),
    text: asText(message.text) || asText(message.caption),
  });

function pressed(query: JsonObject): ChannelEvent {
  const message = asObject(query.message);
  const data = asText(query.data);
  const rows = asList(dig(message, 'reply_markup', 'inline_keyboard')).flatMap((row) => asObjects(row));
  const title = asText(rows.find((button) => asText(button.callback_data) === data)?.text) || data;
  const id = asText(query.id);
  return {
    type: 'message.received',
    vendorMessageId: `press:${id}`,
    from: asText(dig(message, 'chat', 'id')) || asText(dig(query, 'from', 'id')),
    fromName: nameOf(asObject(query.from)),
    at: new Date(),
    content: { kind: 'reply', id: data, title },
    answers: message.message_id === undefined ? '' : idOf(message),
    session: { callbackQueryId: id },
  };
}

/** One update: a message, a press of a button, or the customer who blocks the bot. */
export function parseTelegram(json: unknown): ChannelEvent[] {
  const update = asObject(json);
  if (update.callback_query !== undefined) return [pressed(asObject(update.callback_query))];
  if (update.message_reaction !== undefined) return [reactionOf(asObject(update.message_reaction))];
  if (update.edited_message !== undefined) return [editOf(asObject(update.edited_message))];
  if (update.my_chat_member !== undefined) {
    const member = asObject(update.my_chat_member);
    const address = asText(dig(member, 'chat', 'id'));
    const status = asText(dig(member, 'new_chat_member', 'status'));
    if (address === '') return [{ type: 'unknown', what: 'my_chat_member' }];
    return [{ type: status === 'kicked' || status === 'left' ? 'contact.optOut' : 'contact.optIn', address }];
  }
  const message = asObject(update.message);
  const chat = asText(dig(message, 'chat', 'id'));
  if (chat === '') return [{ type: 'unknown', what: Object.keys(update).find((name) => name !== 'update_id') ?? 'empty update' }];
  const replied = asObject(message.reply_to_message);
  return [
    {
      type: 'message.received',
      vendorMessageId: idOf(message),
      from: chat,
      fromName: nameOf(asObject(message.from)),
      at: asInstant(message.date),
      content: contentOf(message),
      answers: replied.message_id === undefined ? '' : `${chat}:${asText(replied.message_id)}`,
    },
  ];
}
