import { asList, asObject, asObjects, asText, dig, readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import { telegramReactions } from '../../wire/telegram/reactions.ts';
import type { Engine, Family, HookCall, SimAnswer, SimRequest } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import { clockOf, messageOn, type Phone, type SimulatedChannel, takeBack } from '../state.ts';

const failed = (code: number, description: string, retryAfter?: number): SimAnswer => ({
  status: code,
  json: { ok: false, error_code: code, description, ...(retryAfter ? { parameters: { retry_after: retryAfter } } : {}) },
});
const ok = (result: unknown): SimAnswer => ({ status: 200, json: { ok: true, result } });

/** Numbers of messages and updates; the ids of the engine are words. */
let numbers = Math.floor(Date.now() / 1000);
const nextNumber = (): number => {
  numbers += 1;
  return numbers;
};

const acts: readonly string[] = ['setMessageReaction', 'editMessageText', 'editMessageCaption', 'deleteMessage'];
const fields: Readonly<Record<string, string>> = {
  sendPhoto: 'photo',
  sendVideo: 'video',
  sendAudio: 'audio',
  sendVoice: 'voice',
  sendDocument: 'document',
  sendSticker: 'sticker',
};
const kinds = { photo: 'image', video: 'video', audio: 'audio', voice: 'audio', document: 'document', sticker: 'sticker' } as const;

const paramsOf = (request: SimRequest) => {
  const json = readJson(request.body.toString());
  return asObject(json ?? Object.fromEntries([...request.query, ...new URLSearchParams(request.body.toString())]));
};

function sendCall(method: string, request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer | Promise<SimAnswer> {
  const params = paramsOf(request);
  const to = asText(params.chat_id);
  if (!/^-?\d+$/.test(to)) return failed(400, 'Bad Request: chat_id is empty');
  const phone = channel.phones.get(to);
  // A bot cannot begin: the customer has to have written.
  if (!channel.behaviour.isLight && !phone?.lastInboundAt) return failed(400, 'Bad Request: chat not found');
  if (phone?.isOptedOut) return failed(403, 'Forbidden: bot was blocked by the user');
  const text = asText(params.text);
  if (method === 'sendMessage' && (text === '' || text.length > 4096))
    return failed(400, text === '' ? 'Bad Request: message text is empty' : 'Bad Request: message is too long');
  const field = fields[method];
  const url = field ? asText(params[field]) : '';
  if (field && url === '') return failed(400, `Bad Request: there is no ${field} in the request`);
  const rows = asList(dig(params, 'reply_markup', 'inline_keyboard')).flatMap((row) => asObjects(row));
  const bad = rows.find((row) => asText(row.text) === '' || Buffer.byteLength(asText(row.callback_data)) > 64);
  if (bad) return failed(400, 'Bad Request: BUTTON_DATA_INVALID');
  const number = nextNumber();
  const location = method === 'sendLocation' || method === 'sendVenue';
  return engine.send(channel, telegram, {
    to,
    ourId: '',
    id: `${to}:${number}`,
    show: () => ({
      text: text || asText(params.caption),
      media: field ? { kind: kinds[field as keyof typeof kinds], url, mimeType: '', fileName: '' } : null,
      location: location
        ? {
            latitude: Number(params.latitude) || 0,
            longitude: Number(params.longitude) || 0,
            name: asText(params.title),
            address: asText(params.address),
          }
        : null,
      buttons: rows.map((row) => ({
        id: asText(row.callback_data) || asText(row.text),
        title: asText(row.text),
        type: row.url === undefined ? ('reply' as const) : ('url' as const),
        value: asText(row.url),
      })),
    }),
    isFreeText: false,
    isMarketing: false,
    accepted: () =>
      ok({ message_id: number, date: Math.floor(Date.now() / 1000), chat: { id: Number(to), type: 'private' }, ...(text ? { text } : {}) }),
  });
}

/** Acts on a message of the phone, with the refusals of the Bot API. A light channel keeps no messages, and takes every act. */
function actCall(method: string, request: SimRequest, channel: SimulatedChannel): SimAnswer {
  const params = paramsOf(request);
  const to = asText(params.chat_id);
  const message = messageOn(channel.phones.get(to), `${to}:${asText(params.message_id)}`);
  const there = message && !message.isTakenBack ? message : undefined;
  if (channel.behaviour.isLight) return ok(true);
  if (channel.phones.get(to)?.isOptedOut) return failed(403, 'Forbidden: bot was blocked by the user');
  switch (method) {
    case 'setMessageReaction': {
      const wanted = asObjects(params.reaction);
      if (!there) return failed(400, 'Bad Request: message to react not found');
      if (wanted.length > 1) return failed(400, 'Bad Request: REACTIONS_TOO_MANY');
      const emoji = asText(wanted[0]?.emoji);
      if (wanted.length === 1 && !telegramReactions.includes(emoji)) return failed(400, 'Bad Request: REACTION_INVALID');
      there.ourReaction = emoji;
      return ok(true);
    }
    case 'deleteMessage':
      if (!there) return failed(400, 'Bad Request: message to delete not found');
      if (clockOf(channel) - Date.parse(there.at) > 48 * 3_600_000)
        return failed(400, "Bad Request: message can't be deleted for everyone");
      takeBack(there);
      return ok(true);
    default: {
      const isCaption = method === 'editMessageCaption';
      const words = asText(isCaption ? params.caption : params.text);
      if (!there) return failed(400, 'Bad Request: message to edit not found');
      if (there.isFromCustomer) return failed(400, "Bad Request: message can't be edited");
      if ((there.media === null) === isCaption)
        return failed(400, `Bad Request: there is no ${isCaption ? 'caption' : 'text'} in the message to edit`);
      if (words.length > (isCaption ? 1024 : 4096)) return failed(400, 'Bad Request: MESSAGE_TOO_LONG');
      if (words === there.text)
        return failed(400, 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same');
      Object.assign(there, { text: words, isEdited: true });
      return ok({ message_id: Number(params.message_id), chat: { id: Number(to), type: 'private' }, text: words });
    }
  }
}

function update(channel: SimulatedChannel, part: Record<string, unknown>): HookCall {
  const secret = channel.config.WebhookVerificationToken ?? '';
  return {
    url: channel.hookUrl,
    headers: { 'content-type': 'application/json', ...(secret ? { 'x-telegram-bot-api-secret-token': secret } : {}) },
    body: JSON.stringify({ update_id: nextNumber(), ...part }),
  };
}

const personOf = (phone: Phone) => ({ id: Number(phone.address), is_bot: false, first_name: phone.name || phone.address });

/** The Bot API: messages go out, updates come in; there are no receipts. */
export const telegram: Family = {
  stages: [],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '', optedOut: '403' },
  answer: (request, channel, engine) => {
    const [, isFile, token = '', rest = ''] = /^(\/file)?\/bot([^/]+)\/(.*)$/.exec(request.path) ?? [];
    if (!isSame(decodeURIComponent(token), channel.config.authToken ?? '')) return failed(401, 'Unauthorized');
    if (isFile) {
      const media = channel.media.get(rest.replace('files/', ''));
      return media ? { status: 200, body: media.bytes, contentType: media.mimeType } : failed(404, 'Not Found');
    }
    if (fields[rest] || ['sendMessage', 'sendLocation', 'sendVenue'].includes(rest)) return sendCall(rest, request, channel, engine);
    if (acts.includes(rest)) return engine.act(channel, telegram, () => actCall(rest, request, channel));
    const params = paramsOf(request);
    switch (rest) {
      case 'getMe':
        return ok({ id: 1, is_bot: true, first_name: 'Sandbox', username: 'sandbox_bot' });
      case 'getWebhookInfo':
        return ok({ url: channel.hookUrl, has_custom_certificate: false, pending_update_count: 0 });
      case 'setWebhook':
      case 'deleteWebhook':
      case 'answerCallbackQuery':
        return ok(true);
      case 'getFile': {
        const id = asText(params.file_id) || (request.query.get('file_id') ?? '');
        return channel.media.has(id)
          ? ok({ file_id: id, file_unique_id: id, file_path: `files/${id}` })
          : failed(400, 'Bad Request: wrong file_id');
      }
      default:
        return failed(404, 'Not Found');
    }
  },
  receipts: (channel) => update(channel, {}),
  ownId: (_id, phone) => `${phone.address}:${nextNumber()}`,
  act: (channel, phone, act, id, at) => {
    const chat = { id: Number(phone.address), type: 'private', first_name: phone.name };
    const number = Number(id.split(':')[1]);
    const base = { message_id: number, from: personOf(phone), chat, date: Math.floor(at / 1000) };
    switch (act.kind) {
      case 'text':
        return update(channel, { message: { ...base, text: act.text } });
      case 'location':
        return update(channel, { message: { ...base, location: { latitude: act.latitude, longitude: act.longitude } } });
      case 'media': {
        const { mediaId, mimeType, fileName } = storeMedia(channel, act, String(number));
        const file = { file_id: mediaId, file_unique_id: mediaId, mime_type: mimeType, file_name: fileName };
        const part = {
          image: { photo: [file] },
          video: { video: file },
          audio: { voice: file },
          document: { document: file },
          sticker: { sticker: file },
        }[act.media];
        return update(channel, { message: { ...base, ...part, ...(act.caption ? { caption: act.caption } : {}) } });
      }
      case 'press': {
        const button = pressedButton(phone, act);
        if (!button) return undefined;
        const [, number] = act.messageId.split(':');
        const reply_markup = { inline_keyboard: [[{ text: button.title, callback_data: button.id }]] };
        return update(channel, {
          callback_query: {
            id: String(nextNumber()),
            from: personOf(phone),
            data: button.id,
            chat_instance: '1',
            message: { message_id: Number(number), chat, date: base.date, reply_markup },
          },
        });
      }
      case 'reaction': {
        const [, number] = act.messageId.split(':');
        const new_reaction = act.emoji === '' ? [] : [{ type: 'emoji', emoji: act.emoji }];
        return update(channel, {
          message_reaction: { chat, message_id: Number(number), user: personOf(phone), date: base.date, old_reaction: [], new_reaction },
        });
      }
      case 'optOut':
      case 'optIn':
        return update(channel, {
          my_chat_member: {
            chat,
            from: personOf(phone),
            date: base.date,
            old_chat_member: { status: act.kind === 'optOut' ? 'member' : 'kicked' },
            new_chat_member: { status: act.kind === 'optOut' ? 'kicked' : 'member' },
          },
        });
      default:
        return undefined;
    }
  },
  refuse: (_channel, code) => failed(Number(code) || 400, 'Refused by the behaviour of the sandbox', code === '429' ? 3 : undefined),
};
