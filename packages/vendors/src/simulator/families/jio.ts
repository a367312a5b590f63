import type { SandboxMessage } from '@parley/contract';
import { asObject, asObjects, asText, dig, readJson } from '../../json.ts';
import type { Family, HookCall, SimAnswer } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import { giveToken, hasToken, type SimulatedChannel } from '../state.ts';
import { cardShown, problemOfCards, suggestionShown } from './rcs-shown.ts';

const failed = (code: number, message: string): SimAnswer => ({ status: code, json: { error: { code, message } } });

function read(body: unknown): Partial<SandboxMessage> | string {
  const content = asObject(dig(body, 'content'));
  const unknown = Object.keys(content).find((name) => !['plainText', 'contentInfo', 'richCardDetails', 'suggestions'].includes(name));
  if (unknown) return `content.${unknown} is unknown`;
  if (
    !['AUTHENTICATION', 'TRANSACTION', 'PROMOTION', 'SERVICEREQUEST', 'ACKNOWLEDGEMENT'].includes(asText(dig(body, 'messageTrafficType')))
  )
    return 'messageTrafficType is not valid';
  const buttons = asObjects(content.suggestions).map(suggestionShown);
  if (buttons.length > 11 || buttons.some((button) => button.title === '' || button.title.length > 25)) return 'suggestions are not valid';
  if (content.richCardDetails !== undefined) {
    const many = asObjects(dig(content, 'richCardDetails', 'carousel', 'contents'));
    const cards = (many.length > 0 ? many : [asObject(dig(content, 'richCardDetails', 'standalone', 'content'))]).map(cardShown);
    return problemOfCards(cards, many.length > 0) || { cards, buttons };
  }
  const url = asText(dig(content, 'contentInfo', 'fileUrl'));
  if (url) return { media: { kind: 'document', url, mimeType: '', fileName: '' }, buttons };
  const text = asText(content.plainText);
  return text === '' ? 'plainText is missing' : { text, buttons };
}

const call = (channel: SimulatedChannel, body: Record<string, unknown>): HookCall => ({
  url: channel.hookUrl,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ...body, botId: channel.config.agentId || channel.contactId }),
});

/** RCS of Jio. */
export const jio: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '', optedOut: '423' },
  answer: (request, channel, engine) => {
    const { path, query, headers } = request;
    if (path === '/v1/oauth/token') {
      if (query.get('client_id') !== channel.config.clientId || query.get('client_secret') !== channel.config.clientSecret)
        return failed(401, 'invalid_client');
      const token = giveToken(channel, 3600);
      return { status: 200, json: { access_token: token, expires_in: 3600 } };
    }
    if (!hasToken(channel, headers.authorization)) return failed(401, 'The token is not valid');
    const [, phone = '', what = ''] = /^\/v1\/messaging\/users\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const to = decodeURIComponent(phone);
    if (query.get('assistantId') !== (channel.config.agentId || channel.contactId)) return failed(403, 'The assistant is another one');
    if (what === 'capabilities') return { status: 200, json: { capabilities: ['richCard', 'carousel'] } };
    if (!/^\+\d{6,15}$/.test(to) || what !== 'assistantMessages/async') return failed(404, 'No such user');
    const id = query.get('messageId') ?? '';
    if (id === '') return failed(400, 'messageId is missing');
    const shown = read(readJson(request.body.toString()));
    if (typeof shown === 'string') return failed(400, shown);
    return engine.send(channel, jio, {
      to,
      ourId: id,
      id,
      show: () => shown,
      isFreeText: false,
      isMarketing: false,
      accepted: () => ({ status: 201, json: { messageId: id } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    return call(channel, {
      entityType: 'STATUS_EVENT',
      userPhoneNumber: message.to,
      entity: {
        eventType: `MESSAGE_${stage.toUpperCase()}`,
        messageId: message.id,
        sendTime: new Date(at).toISOString(),
        ...(stage === 'failed' ? { error: { code: message.errorCode, message: 'failed' } } : {}),
      },
    });
  },
  act: (channel, phone, act, id, at) => {
    const tell = (entity: Record<string, unknown>, answers = '') =>
      call(channel, {
        entityType: 'USER_MESSAGE',
        userPhoneNumber: phone.address,
        entity: { messageId: id, sendTime: new Date(at).toISOString(), ...entity },
        ...(answers ? { metaData: { orgMsgId: answers } } : {}),
      });
    switch (act.kind) {
      case 'text':
        return tell({ text: act.text });
      case 'location':
        return tell({ location: { latitude: act.latitude, longitude: act.longitude } });
      case 'media': {
        const { url, mimeType, fileName } = storeMedia(channel, act, id);
        return tell({ userFile: { fileUrl: url, mimeType, fileName } });
      }
      case 'press': {
        const button = pressedButton(phone, act);
        return button ? tell({ suggestionResponse: { plainText: button.title, postBack: { data: button.id } } }, act.messageId) : undefined;
      }
      default:
        return undefined;
    }
  },
  refuse: (_channel, code) => failed(Number(code) || 400, 'Refused by the behaviour of the sandbox'),
};
