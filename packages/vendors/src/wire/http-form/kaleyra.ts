import { channelTypes, variablesOf } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { keyOf, withPlus } from '../../connection.ts';
import { classify, refused, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, exchange, isOk, retryAfterOf } from '../../http.ts';
import { asInstant, asObject, asText, dig } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { missingOf } from '../../text-of.ts';
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
import { fieldsOf } from '../http-sms/adapter.ts';

const urlOf = (connection: Connection): string =>
  `${hostOf(connection, 'kaleyra')}/v1/${encodeURIComponent(keyOf(connection, 'sid'))}/messages`;
const headersOf = (connection: Connection) => ({ 'api-key': keyOf(connection, 'apiKey') });

/** Values of a template are one list in one field: each in quotes, with commas between. */
const quoted = (values: readonly string[]): string => values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',');

function fieldsOfContent(content: OutgoingContent): Record<string, string> | string {
  switch (content.kind) {
    case 'text':
      return { type: 'text', body: content.text, preview_url: String(content.previewUrl ?? false) };
    case 'media':
      return { type: 'media', media_url: content.media.url, caption: content.media.caption };
    case 'template': {
      const body = content.components.find((part) => part.type === 'BODY')?.text ?? '';
      const missing = missingOf(body, content.body);
      if (missing) return `The body has no value for {{${missing}}}.`;
      if (content.cards.length > 0 || content.offer || content.buttons.length > 0)
        return 'Kaleyra takes neither cards, offers nor values of buttons by call.';
      const media = content.header && 'media' in content.header ? content.header.media : undefined;
      const base = {
        template_name: content.name,
        lang_code: content.language,
        params: quoted(variablesOf(body).map((name) => content.body[name] ?? '')),
      };
      return media ? { type: 'mediatemplate', ...base, media_url: media.url, caption: media.caption } : { type: 'template', ...base };
    }
    default:
      return `Kaleyra carries no ${content.kind}.`;
  }
}

const refusalOf = (answer: Answer) =>
  classify('meta', {
    code: asText(dig(answer.json, 'error', 'code')),
    message: asText(dig(answer.json, 'error', 'message')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });

async function send(io: VendorIo, request: WireRequest): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id = asText(dig(answer.json, 'id'));
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: {} };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

const words: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  '0': 'failed',
  failed: 'failed',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
};
const kinds = { image: 'image', video: 'video', voice: 'audio', audio: 'audio', document: 'document' } as const;

/** Callbacks are GET requests: a receipt has a status, a message a type. */
export function parseKaleyra(given: unknown): ChannelEvent[] {
  const fields = asObject(given);
  const word = asText(fields.status).toLowerCase();
  const status = Object.hasOwn(words, word) ? words[word] : undefined;
  if (status)
    return [
      {
        type: 'message.status',
        vendorMessageId: asText(fields.id),
        ourId: asText(fields.ref),
        recipient: withPlus(asText(fields.to).replace(/^\+/, '')),
        status,
        at: asInstant(fields.created_at ?? Date.now()),
        error:
          status === 'failed' ? classify('meta', { code: asText(fields.code), message: asText(fields.reason) || 'failed' }) : undefined,
      },
    ];
  const from = asText(fields.from).replace(/^\+/, '');
  const type = asText(fields.type);
  if (from === '' || type === '') return [{ type: 'unknown', what: word ? `status ${word}` : 'neither status nor type' }];
  const content: InboundContent = Object.hasOwn(kinds, type)
    ? {
        kind: 'media',
        media: kinds[type as keyof typeof kinds],
        url: asText(fields.media_url),
        mediaId: '',
        mimeType: '',
        caption: asText(fields.body),
        fileName: '',
      }
    : type === 'text'
      ? { kind: 'text', text: asText(fields.body) }
      : { kind: 'unsupported', reason: type };
  return [
    {
      type: 'message.received',
      vendorMessageId: asText(fields.id),
      from: withPlus(from),
      fromName: asText(fields.name),
      at: asInstant(fields.created_at ?? Date.now()),
      content,
      answers: '',
    },
  ];
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const answer = await exchange(io, { method: 'POST', url: urlOf(connection), headers: headersOf(connection) });
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = answer.status !== 401 && answer.status !== 403;
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The key is not refused.' : refusalOf(answer).vendorMessage },
  ];
}

/** WhatsApp over Kaleyra. */
export const kaleyraWhatsApp: VendorAdapter = {
  vendor: 'kaleyra',
  types: [channelTypes.WHATSAPP],
  evidence: { send: 'confirmed', receipts: 'assumed', inbound: 'confirmed', templates: 'assumed' },
  capabilities: () => ({
    contents: ['text', 'media', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 24,
    choices: noChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 4096,
    templates: 'manual',
  }),
  render: (message, connection) => {
    const fields = fieldsOfContent(message.content);
    if (typeof fields === 'string') return refused(fields, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    const body = new URLSearchParams({
      channel: 'whatsapp',
      from: connection.contactId,
      to: message.to,
      ...fields,
      ref: message.ourId,
      callback_url: connection.hookUrl,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...headersOf(connection) };
    return { kind: 'request', request: { method: 'POST', url: urlOf(connection), headers, body: body.toString() } };
  },
  send: (io, _connection, request) => send(io, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseKaleyra(fieldsOf(request)),
  probe,
  media: mediaByUrl(['kaleyra.io', 'kaleyra.com']),
};
