import type { SandboxMessage } from '@parley/contract';
import { basicAuth } from '../../connection.ts';
import { asObject, asObjects, asText, dig, readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Engine, Family, HookCall, SimAnswer, SimRequest } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import { giveToken, hasToken, type SimulatedChannel } from '../state.ts';
import { cardShown, problemOfCards, suggestionShown, templateShown } from './rcs-shown.ts';

const failed = (code: number, message: string, status = ''): SimAnswer => ({ status: code, json: { error: { code, message, status } } });

/** Returns the message that the content shows, or why it is refused. */
function read(channel: SimulatedChannel, body: unknown): Partial<SandboxMessage> | SimAnswer {
  const content = asObject(dig(body, 'contentMessage'));
  const unknown = Object.keys(content).find(
    (name) => !['text', 'contentInfo', 'richCard', 'templateMessage', 'suggestions'].includes(name),
  );
  if (unknown) return failed(400, `contentMessage.${unknown} is unknown`);
  const buttons = asObjects(content.suggestions).map(suggestionShown);
  if (buttons.length > 11 || buttons.some((button) => button.title === '' || button.title.length > 25))
    return failed(400, 'suggestions are not valid');
  if (content.templateMessage !== undefined) {
    const name = asText(dig(content, 'templateMessage', 'templateCode'));
    const template = [...channel.templates.values()].find((one) => one.name === name);
    if (template?.status !== 'APPROVED') return failed(409, `The template ${name} is not approved`);
    const values = asObject(readJson(asText(dig(content, 'templateMessage', 'customParams'))));
    return (
      templateShown(template, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, asText(value)]))) ??
      failed(409, 'A parameter is missing')
    );
  }
  if (content.richCard !== undefined) {
    const single = asObject(dig(content, 'richCard', 'standaloneCard', 'cardContent'));
    const many = asObjects(dig(content, 'richCard', 'carouselCard', 'cardContents'));
    const cards = (many.length > 0 ? many : [single]).map(cardShown);
    const problem = problemOfCards(cards, many.length > 0);
    return problem ? failed(400, problem) : { cards, buttons };
  }
  const url = asText(dig(content, 'contentInfo', 'fileUrl'));
  if (url) return { media: { kind: 'document', url, mimeType: '', fileName: '' }, buttons };
  const text = asText(content.text);
  if (text === '' || text.length > 3072) return failed(400, 'text is missing or too long');
  return { text, buttons };
}

function takeMessage(request: SimRequest, channel: SimulatedChannel, engine: Engine, to: string): SimAnswer | Promise<SimAnswer> {
  const id = request.query.get('messageId') ?? '';
  if (request.query.get('botId') !== (channel.config.agentId || channel.contactId)) return failed(403, 'The bot is another one');
  if (id === '') return failed(400, 'messageId is missing');
  if (channel.seen.has(id)) return failed(409, 'The message exists', 'ALREADY_EXISTS');
  const shown = read(channel, readJson(request.body.toString()));
  if (shown === 'cut' || 'status' in shown) return shown as SimAnswer;
  return engine.send(channel, rbm, {
    to,
    ourId: id,
    id,
    show: () => shown as Partial<SandboxMessage>,
    isFreeText: false,
    isMarketing: false,
    accepted: () => ({ status: 200, json: { name: `phones/${to}/agentMessages/${id}`, sendTime: new Date().toISOString() } }),
  });
}

const packed = (channel: SimulatedChannel, event: Record<string, unknown>): HookCall => ({
  url: channel.hookUrl,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    message: {
      data: Buffer.from(JSON.stringify(event)).toString('base64'),
      attributes: { event_type: event.eventType ? 'user_event' : 'message', business_id: channel.config.agentId ?? '' },
    },
  }),
});

const viWords = { sent: 'sent', delivered: 'delivered', read: 'displayed', failed: 'failed' } as const;

/** RCS of Vi and Dotgo: Google's content, a token, ids that the caller gives; each tells receipts in its own shape. */
export const rbm: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '', optedOut: '410' },
  answer: (request, channel, engine) => {
    const { path, query, headers } = request;
    if (path === '/auth/oauth/token') {
      const wanted = basicAuth(channel.config.clientId ?? '', channel.config.clientSecret ?? '');
      if (query.get('grant_type') !== 'client_credentials' || !isSame(String(headers.authorization ?? ''), wanted))
        return failed(401, 'invalid_client');
      const token = giveToken(channel, 3600);
      return { status: 200, json: { access_token: token, token_type: 'bearer', expires_in: 3600 } };
    }
    if (!hasToken(channel, headers.authorization)) return failed(401, 'The token is not valid');
    const [, phone = '', what = ''] = /^\/rcs\/v1\/phones\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const to = decodeURIComponent(phone);
    if (what === 'capabilities') return { status: 200, json: { features: ['RICHCARD_STANDALONE', 'RICHCARD_CAROUSEL'] } };
    if (!/^\+\d{6,15}$/.test(to) || what !== 'agentMessages/async') return failed(404, 'No such phone');
    return takeMessage(request, channel, engine, to);
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    const error = { code: Number(message.errorCode) || message.errorCode, message: 'failed' };
    if (channel.vendor === 'vi')
      return {
        url: channel.hookUrl,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          event: 'message_status',
          RCSMessage: {
            msgId: message.id,
            status: viWords[stage],
            timestamp: new Date(at).toISOString(),
            ...(stage === 'failed' ? { error } : {}),
          },
          messageContact: { userContact: message.to },
        }),
      };
    return packed(channel, {
      messageId: message.id,
      senderPhoneNumber: message.to,
      eventType: stage.toUpperCase(),
      sendTime: new Date(at).toISOString(),
      ...(stage === 'failed' ? { error } : {}),
    });
  },
  act: (channel, phone, act, id, at) => {
    const base = { senderPhoneNumber: phone.address, messageId: id, sendTime: new Date(at).toISOString() };
    switch (act.kind) {
      case 'text':
        return packed(channel, { ...base, text: act.text });
      case 'location':
        return packed(channel, { ...base, location: { latitude: act.latitude, longitude: act.longitude } });
      case 'media': {
        const { url, mimeType, fileName } = storeMedia(channel, act, id);
        return packed(channel, { ...base, userFile: { payload: { fileUri: url, mimeType, fileName } } });
      }
      case 'press': {
        const button = pressedButton(phone, act);
        return button
          ? packed(channel, { ...base, inReplyTo: act.messageId, suggestionResponse: { postbackData: button.id, text: button.title } })
          : undefined;
      }
      default:
        return undefined;
    }
  },
  refuse: (_channel, code) => failed(Number(code) || 400, 'Refused by the behaviour of the sandbox'),
};
