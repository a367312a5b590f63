import { randomBytes } from 'node:crypto';
import { fillVariables, type SandboxButton, type SandboxCard, type SandboxMessage, variablesOf, z } from '@parley/contract';
import { basicAuth, withoutPlus, withPlus } from '../../connection.ts';
import { asObject, asObjects, asText, dig, type JsonObject, readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import { signSinch, sinchChannels } from '../../wire/sinch/adapter.ts';
import type { Family, HookCall, SimAnswer } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import { giveToken, hasToken, type SimulatedChannel } from '../state.ts';
import { mediaShown } from './meta-template.ts';
import { refusalOfValues } from './meta-values.ts';

const Sent = z.strictObject({
  app_id: z.string(),
  recipient: z.strictObject({
    identified_by: z.strictObject({
      channel_identities: z.array(z.strictObject({ channel: z.string(), identity: z.string().min(1) })).min(1),
    }),
  }),
  message: z.record(
    z.enum([
      'text_message',
      'media_message',
      'location_message',
      'choice_message',
      'list_message',
      'card_message',
      'carousel_message',
      'template_message',
    ]),
    z.record(z.string(), z.unknown()).optional(),
  ),
  channel_priority_order: z.array(z.string()).optional(),
  message_metadata: z.string().max(1024).optional(),
  correlation_id: z.string().max(128).optional(),
  callback_url: z.string().optional(),
  ttl: z.string().optional(),
  queue: z.string().optional(),
  processing_strategy: z.string().optional(),
  channel_properties: z.record(z.string(), z.string()).optional(),
  event_destination_target: z.string().optional(),
  message_content_type: z.string().optional(),
});

const failed = (status: number, word: string, message: string): SimAnswer => ({
  status,
  json: { error: { code: status, status: word, message } },
});

function choiceShown(given: JsonObject): SandboxButton {
  const url = asText(dig(given, 'url_message', 'url'));
  const number = asText(dig(given, 'call_message', 'phone_number'));
  const title =
    asText(dig(given, 'text_message', 'text')) || asText(dig(given, 'url_message', 'title')) || asText(dig(given, 'call_message', 'title'));
  return { id: asText(given.postback_data) || title, title, type: url ? 'url' : number ? 'call' : 'reply', value: url || number };
}
const cardShown = (card: JsonObject): SandboxCard => ({
  title: asText(card.title),
  text: asText(card.description),
  media: card.media_message ? mediaShown('image', { link: asText(dig(card, 'media_message', 'url')) }) : null,
  buttons: asObjects(card.choices).map(choiceShown),
});

/** undefined: a template that is not approved, or values that do not fit it. */
function shown(message: JsonObject, channel: SimulatedChannel): Partial<SandboxMessage> | undefined {
  if (message.template_message !== undefined) {
    const sent = asObject(dig(message, 'template_message', 'channel_template', 'WHATSAPP'));
    const template = [...channel.templates.values()].find((one) => one.name === asText(sent.template_id) && one.status === 'APPROVED');
    const text = template?.components.find((part) => part.type === 'BODY')?.text;
    if (!template || text === undefined) return undefined;
    const parameters = asObject(sent.parameters);
    const values = Object.fromEntries(variablesOf(text).map((name, index) => [name, asText(parameters[`body[${index + 1}]text`])]));
    const filled = fillVariables(text, values);
    const isTaken = Object.values(values).every(Boolean) && !refusalOfValues(Object.values(values), filled);
    return isTaken ? { text: filled, templateName: template.name } : undefined;
  }
  if (message.choice_message !== undefined)
    return {
      text: asText(dig(message, 'choice_message', 'text_message', 'text')),
      buttons: asObjects(dig(message, 'choice_message', 'choices')).map(choiceShown),
    };
  if (message.list_message !== undefined)
    return {
      text: asText(dig(message, 'list_message', 'title')),
      buttons: asObjects(dig(message, 'list_message', 'sections')).flatMap((section) =>
        asObjects(section.items).map((item) => ({
          id: asText(dig(item, 'choice', 'postback_data')),
          title: asText(dig(item, 'choice', 'title')),
          type: 'row' as const,
          value: asText(dig(item, 'choice', 'description')),
        })),
      ),
    };
  if (message.card_message !== undefined) return { cards: [cardShown(asObject(message.card_message))] };
  if (message.carousel_message !== undefined) return { cards: asObjects(dig(message, 'carousel_message', 'cards')).map(cardShown) };
  if (message.media_message !== undefined) return { media: mediaShown('document', { link: asText(dig(message, 'media_message', 'url')) }) };
  if (message.location_message !== undefined) {
    const place = asObject(message.location_message);
    return {
      location: {
        latitude: Number(dig(place, 'coordinates', 'latitude')) || 0,
        longitude: Number(dig(place, 'coordinates', 'longitude')) || 0,
        name: asText(place.title),
        address: asText(place.label),
      },
    };
  }
  return { text: asText(dig(message, 'text_message', 'text')) };
}

function call(channel: SimulatedChannel, body: Record<string, unknown>): HookCall {
  const text = JSON.stringify({
    app_id: channel.config.appId ?? '',
    project_id: channel.config.projectId ?? '',
    accepted_time: new Date().toISOString(),
    event_time: new Date().toISOString(),
    ...body,
  });
  const [nonce, timestamp] = [randomBytes(8).toString('hex'), String(Math.floor(Date.now() / 1000))];
  return {
    url: channel.hookUrl,
    headers: {
      'content-type': 'application/json',
      'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
      'x-sinch-webhook-signature-nonce': nonce,
      'x-sinch-webhook-signature-timestamp': timestamp,
      'x-sinch-webhook-signature': signSinch(text, nonce, timestamp, channel.config.WebhookVerificationToken ?? ''),
    },
    body: text,
  };
}

const nameOf = (channel: SimulatedChannel): string => sinchChannels[channel.type] ?? '';
const words = { sent: 'QUEUED_ON_CHANNEL', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED' } as const;
const windowed = ['WHATSAPP', 'MESSENGER', 'INSTAGRAM'];

/** Sinch's Conversation API, whichever channel stands behind it. */
export const sinch: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: 'RATE_LIMITED', windowClosed: 'OUTSIDE_ALLOWED_SENDING_WINDOW', optedOut: 'RECIPIENT_NOT_OPTED_IN' },
  answer: (request, channel, engine) => {
    const { config } = channel;
    if (request.path === '/oauth2/token') {
      if (!isSame(String(request.headers.authorization ?? ''), basicAuth(config.keyId ?? '', config.keySecret ?? '')))
        return { status: 401, json: { error: 'invalid_client' } };
      const token = giveToken(channel, 3600);
      return { status: 200, json: { access_token: token, expires_in: 3599, scope: '', token_type: 'bearer' } };
    }
    if (!hasToken(channel, request.headers.authorization)) return failed(401, 'UNAUTHENTICATED', 'The token is not valid');
    const root = `/v1/projects/${config.projectId ?? ''}`;
    if (request.path === `${root}/apps/${config.appId ?? ''}`) return { status: 200, json: { id: config.appId, display_name: 'Sandbox' } };
    if (request.path === `${root}/apps/${config.appId ?? ''}/webhooks`)
      return { status: 200, json: { webhooks: [{ target: channel.hookUrl }] } };
    if (request.path !== `${root}/messages:send`) return failed(404, 'NOT_FOUND', 'No such call');
    const parsed = Sent.safeParse(readJson(request.body.toString()));
    if (!parsed.success)
      return failed(400, 'INVALID_ARGUMENT', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const { app_id, recipient, message, message_metadata = '' } = parsed.data;
    const [identity] = recipient.identified_by.channel_identities;
    if (app_id !== config.appId) return failed(403, 'PERMISSION_DENIED', 'The app is another one');
    if (identity?.channel !== nameOf(channel)) return failed(400, 'INVALID_ARGUMENT', `The app has no channel ${identity?.channel ?? ''}`);
    const view = shown(message, channel);
    const isPhone = ['WHATSAPP', 'RCS', 'SMS'].includes(identity.channel);
    return engine.send(channel, sinch, {
      to: isPhone ? withPlus(withoutPlus(identity.identity)) : identity.identity,
      ourId: message_metadata,
      id: engine.nextId(),
      show: () => view ?? {},
      isFreeText: message.template_message === undefined && windowed.includes(identity.channel),
      isMarketing: false,
      // A report names the fault of a template.
      ...(view ? {} : { laterCode: 'TEMPLATE_MISSING_PARAMETER' }),
      accepted: (id) => ({ status: 200, json: { message_id: id, accepted_time: new Date().toISOString() } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage } = receipt as NonNullable<typeof receipt>;
    return call(channel, {
      message_delivery_report: {
        message_id: message.id,
        status: words[stage],
        channel_identity: { channel: nameOf(channel), identity: withoutPlus(message.to), app_id: '' },
        metadata: message.ourId,
        ...(stage === 'failed' ? { reason: { code: message.errorCode, description: 'Failed' } } : {}),
      },
    });
  },
  act: (channel, phone, act, id, at) => {
    const identity = { channel: nameOf(channel), identity: withoutPlus(phone.address), app_id: '' };
    if (act.kind === 'optOut') return call(channel, { opt_out_notification: identity });
    if (act.kind === 'optIn') return call(channel, { opt_in_notification: identity });
    const tell = (contact_message: Record<string, unknown>, replyTo = '') =>
      call(channel, {
        event_time: new Date(at).toISOString(),
        message: {
          id,
          direction: 'TO_APP',
          sender_name: phone.name,
          channel_identity: identity,
          contact_id: phone.address,
          contact_message: { ...contact_message, ...(replyTo ? { reply_to: { message_id: replyTo } } : {}) },
        },
      });
    switch (act.kind) {
      case 'text':
        return tell({ text_message: { text: act.text } });
      case 'location':
        return tell({ location_message: { title: act.name, coordinates: { latitude: act.latitude, longitude: act.longitude } } });
      case 'media': {
        const { url, fileName } = storeMedia(channel, act, id);
        return tell({ media_message: { url, filename_override: fileName } });
      }
      case 'press': {
        const button = pressedButton(phone, act);
        return button
          ? tell({ choice_response_message: { message_id: act.messageId, postback_data: button.id, text: button.title } }, act.messageId)
          : undefined;
      }
      default:
        return undefined;
    }
  },
  refuse: (_channel, code) => {
    if (code === '429' || code === 'RATE_LIMITED') return failed(429, 'RESOURCE_EXHAUSTED', 'Too many requests');
    return /^[45]\d\d$/.test(code)
      ? failed(Number(code), '', 'Refused by the behaviour of the sandbox')
      : failed(400, code, 'Refused by the behaviour of the sandbox');
  },
};
