import { channelTypes, plainEmoji, type VendorName } from '@parley/contract';
import { telegramChoices } from '../../choices.ts';
import { keyOf } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, exchange, get, isOk, postJson } from '../../http.ts';
import { asNumber, asText, dig, jsonOf } from '../../json.ts';
import {
  type Connection,
  isAct,
  type OutgoingAct,
  type OutgoingButton,
  type OutgoingMedia,
  type OutgoingMessage,
  type ProbeStep,
  type SendResult,
  type VendorAdapter,
  type VendorIo,
  type WireRequest,
} from '../../types.ts';
import { isSame } from '../meta-graph/signature.ts';
import { parseTelegram } from './parse.ts';
import { telegramReactions } from './reactions.ts';

type Call = { method: string; body: Record<string, unknown> };
const limits = { text: 4096, caption: 1024, callbackBytes: 64, buttonsOfLine: 3, shortTitle: 12 } as const;

const urlOf = (connection: Connection, method: string): string =>
  `${hostOf(connection, 'telegram')}/bot${keyOf(connection, 'authToken')}/${method}`;

/** Up to three short buttons a line, else one; what a press sends back has 64 bytes at the most. */
function keyboard(buttons: readonly (OutgoingButton & { url?: string })[]): Record<string, unknown> | undefined {
  const tooLong = buttons.find((button) => !button.url && Buffer.byteLength(button.id) > limits.callbackBytes);
  if (tooLong) return undefined;
  const aLine = buttons.every(({ title }) => title.length <= limits.shortTitle) ? limits.buttonsOfLine : 1;
  const keys = buttons.map(({ id, title, url }) => (url ? { text: title, url } : { text: title, callback_data: id }));
  return {
    inline_keyboard: Array.from({ length: Math.ceil(keys.length / aLine) }, (_, line) => keys.slice(line * aLine, (line + 1) * aLine)),
  };
}

const methods = {
  image: ['sendPhoto', 'photo'],
  video: ['sendVideo', 'video'],
  audio: ['sendAudio', 'audio'],
  document: ['sendDocument', 'document'],
  sticker: ['sendSticker', 'sticker'],
} as const;

/** Telegram shows Ogg with Opus as a voice note. */
const isVoice = ({ kind, isVoice: isRecorded, mimeType }: OutgoingMedia): boolean =>
  kind === 'audio' && isRecorded === true && mimeType === 'audio/ogg';

function withButtons(text: string, buttons: readonly (OutgoingButton & { url?: string })[]): Call | string {
  const reply_markup = keyboard(buttons);
  if (!reply_markup) return 'What a button sends back has 64 bytes at the most.';
  return { method: 'sendMessage', body: { text, reply_markup } };
}

/** A bot has one reaction on a message, and none is an empty list. */
function actCall(act: OutgoingAct): Call | string {
  const message_id = Number(act.messageId.split(':')[1]);
  switch (act.kind) {
    case 'reaction':
      return {
        method: 'setMessageReaction',
        body: { message_id, reaction: act.emoji === '' ? [] : [{ type: 'emoji', emoji: plainEmoji(act.emoji) }] },
      };
    case 'edit': {
      const limit = act.isCaption ? limits.caption : limits.text;
      if (act.text === '' || act.text.length > limit) return `A text has 1 to ${limit} characters here.`;
      return act.isCaption
        ? { method: 'editMessageCaption', body: { message_id, caption: act.text } }
        : { method: 'editMessageText', body: { message_id, text: act.text, link_preview_options: { is_disabled: true } } };
    }
    case 'revoke':
      return { method: 'deleteMessage', body: { message_id } };
  }
}

function callOf({ content }: OutgoingMessage): Call | string {
  if (isAct(content)) return actCall(content);
  switch (content.kind) {
    case 'text':
      if (content.text === '' || content.text.length > limits.text) return `A text has 1 to ${limits.text} characters.`;
      return { method: 'sendMessage', body: { text: content.text, link_preview_options: { is_disabled: !content.previewUrl } } };
    case 'media': {
      const [method, field] = isVoice(content.media) ? (['sendVoice', 'voice'] as const) : methods[content.media.kind];
      const caption = content.media.kind === 'sticker' ? '' : content.media.caption.slice(0, limits.caption);
      return { method, body: { [field]: content.media.url, ...(caption ? { caption } : {}) } };
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      // A venue needs both: what is there stands for what is not.
      if (name || address) return { method: 'sendVenue', body: { latitude, longitude, title: name || address, address: address || name } };
      return { method: 'sendLocation', body: { latitude, longitude } };
    }
    case 'buttons':
      return withButtons(content.text, content.buttons);
    case 'list':
      return withButtons(
        content.text,
        content.sections.flatMap((section) => section.rows),
      );
    case 'card': {
      const { title, text, media, buttons } = content.card;
      const words = [title, text].filter(Boolean).join('\n');
      const made = withButtons(words, buttons);
      if (typeof made === 'string' || !media) return made;
      const [method, field] = methods[media.kind];
      return { method, body: { [field]: media.url, caption: words.slice(0, limits.caption), reply_markup: made.body.reply_markup } };
    }
    default:
      return `Telegram carries no ${content.kind}.`;
  }
}

function refusalOf(answer: Answer) {
  const description = asText(dig(answer.json, 'description'));
  const code = asText(dig(answer.json, 'error_code')) || String(answer.status);
  const word = ['chat not found', 'user is deactivated', 'PEER_ID_INVALID', 'wrong file'].find((one) => description.includes(one));
  const retryAfterSeconds = asNumber(dig(answer.json, 'parameters', 'retry_after')) || undefined;
  const error = classify('telegram', {
    code: word ?? code,
    message: description || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds,
  });
  return { ...error, vendorCode: code };
}

async function send(io: VendorIo, request: WireRequest, to: string): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  const id = asText(dig(answer.json, 'result', 'message_id'));
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  if (id === '')
    return {
      kind: 'unknown',
      error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
    };
  // Numbers of messages count for one chat, so both together name it.
  return { kind: 'accepted', vendorMessageId: `${to}:${id}`, ids: {} };
}

/** Answers of an act that was done already, as by an earlier try whose answer was lost. */
const doneAlready = ['message is not modified', 'message to delete not found'];

async function sendAct(io: VendorIo, request: WireRequest): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  const description = asText(dig(answer.json, 'description'));
  return isOk(answer) || doneAlready.some((words) => description.includes(words))
    ? { kind: 'accepted', vendorMessageId: '', ids: {} }
    : { kind: 'failed', error: refusalOf(answer) };
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const me = await exchange(io, get(urlOf(connection, 'getMe')));
  if (me.kind !== 'answer') return [{ name: 'reach', isOk: false, text: me.error.vendorMessage }];
  const name = asText(dig(me.json, 'result', 'username'));
  const steps: ProbeStep[] = [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isOk(me), text: isOk(me) ? `The bot is @${name}.` : refusalOf(me).vendorMessage },
  ];
  if (!isOk(me)) return steps;
  const hook = await exchange(io, get(urlOf(connection, 'getWebhookInfo')));
  const isSet = hook.kind === 'answer' && asText(dig(hook.json, 'result', 'url')) === connection.hookUrl;
  return [
    ...steps,
    {
      name: 'callback',
      isOk: isSet,
      text: isSet ? 'The callback is set.' : 'The callback of the bot is another address: set it with setWebhook.',
    },
  ];
}

/** Telegram's Bot API. */
export const telegramOf = (vendor: VendorName): VendorAdapter => ({
  vendor,
  types: [channelTypes.TELEGRAM],
  evidence: { send: 'confirmed', inbound: 'confirmed', media: 'confirmed', signature: 'confirmed', acts: 'confirmed' },
  capabilities: () => ({
    contents: ['text', 'media', 'location', 'buttons', 'list', 'card', 'reaction', 'edit', 'revoke'],
    receipts: ['sent'],
    windowHours: 0,
    choices: telegramChoices,
    speedPerSecond: 30,
    dedupes: false,
    textLimit: limits.text,
    templates: 'none',
    // A bot edits its own messages at any time, and deletes them for 48 hours.
    acts: { reactions: telegramReactions, edit: { withinSeconds: 0 }, revoke: { withinSeconds: 172_800 } },
  }),
  render: (message, connection) => {
    const call = callOf(message);
    if (typeof call === 'string') return refused(call);
    const [, replied] = (message.replyTo ?? '').split(':');
    const reply = replied ? { reply_parameters: { message_id: Number(replied) } } : {};
    return { kind: 'request', request: postJson(urlOf(connection, call.method), {}, { chat_id: message.to, ...call.body, ...reply }) };
  },
  send: (io, _connection, request, message) => (isAct(message.content) ? sendAct(io, request) : send(io, request, message.to)),
  verifyHook: (request, connection) => {
    const wanted = keyOf(connection, 'WebhookVerificationToken');
    if (wanted === '') return 'unsigned';
    return isSame(request.headers['x-telegram-bot-api-secret-token'] ?? '', wanted) ? 'ok' : 'bad';
  },
  parseHook: (request) => parseTelegram(jsonOf(request)),
  // A pressed button turns until it is answered; the answer may ride on that of the callback.
  answerHook: (events) => {
    const id = events.map((event) => (event.type === 'message.received' ? event.session?.callbackQueryId : undefined)).find(Boolean);
    const body = id ? JSON.stringify({ method: 'answerCallbackQuery', callback_query_id: id }) : '';
    return { status: 200, contentType: 'application/json', body };
  },
  probe,
  media: {
    download: async (io, connection, { mediaId }) => {
      const found = await exchange(io, get(`${urlOf(connection, 'getFile')}?file_id=${encodeURIComponent(mediaId)}`));
      if (found.kind !== 'answer') return { kind: 'failed', error: found.error };
      const path = asText(dig(found.json, 'result', 'file_path'));
      if (path === '') return { kind: 'failed', error: refusalOf(found) };
      const safePath = path.split('/').map(encodeURIComponent).join('/');
      const file = await exchange(io, get(`${hostOf(connection, 'telegram')}/file/bot${keyOf(connection, 'authToken')}/${safePath}`));
      if (file.kind !== 'answer') return { kind: 'failed', error: file.error };
      return isOk(file)
        ? { kind: 'done', bytes: file.bytes, mimeType: file.headers['content-type'] ?? '' }
        : { kind: 'failed', error: refusalOf(file) };
    },
  },
});
