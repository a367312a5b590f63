import { channelTypes, type VendorName } from '@parley/contract';
import { rcsChoices } from '../../choices.ts';
import { basicAuth, keyOf } from '../../connection.ts';
import { classify, refused } from '../../errors.ts';
import { type HostName, hostOf } from '../../hosts.ts';
import { type Answer, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asText, dig, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type { Connection, ProbeStep, SendResult, VendorAdapter, VendorIo, WireRequest } from '../../types.ts';
import { googleContent, problemOfRcs, rcsValues, toRcs } from './content.ts';
import { parseRbm } from './parse.ts';

/** Vi and Dotgo run one platform at two addresses. */
export type RbmVendor = { vendor: VendorName; host: HostName; authHost: HostName };

const tokenOf = ({ authHost }: RbmVendor, connection: Connection): TokenSource => ({
  key: 'oauth',
  family: 'rbm',
  field: 'access_token',
  lifeSeconds: 3600,
  request: {
    method: 'POST',
    url: `${hostOf(connection, authHost)}/auth/oauth/token?grant_type=client_credentials`,
    headers: { authorization: basicAuth(keyOf(connection, 'clientId'), keyOf(connection, 'clientSecret')) },
  },
});

const botOf = (connection: Connection): string => keyOf(connection, 'agentId') || connection.contactId;

const call = (io: VendorIo, vendor: RbmVendor, connection: Connection, request: WireRequest) =>
  exchangeWithToken(io, tokenOf(vendor, connection), (token) => ({
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

async function send(io: VendorIo, vendor: RbmVendor, connection: Connection, request: WireRequest, ourId: string): Promise<SendResult> {
  const answer = await call(io, vendor, connection, request);
  if (answer.kind !== 'answer') return answer;
  // A repeated id is refused: then the vendor has the message from before.
  const isRepeated = asText(dig(answer.json, 'error', 'status')) === 'ALREADY_EXISTS';
  if (isOk(answer) || isRepeated) return { kind: 'accepted', vendorMessageId: ourId, ids: { name: asText(dig(answer.json, 'name')) } };
  return { kind: 'failed', error: refusalOf(answer) };
}

async function probe(io: VendorIo, vendor: RbmVendor, connection: Connection): Promise<ProbeStep[]> {
  const url = `${hostOf(connection, vendor.host)}/rcs/v1/phones/${encodeURIComponent('+919800000000')}/capabilities?botId=${encodeURIComponent(botOf(connection))}`;
  const answer = await call(io, vendor, connection, { method: 'GET', url, headers: {} });
  if (answer.kind !== 'answer')
    return answer.error.class === 'AUTH'
      ? [
          { name: 'reach', isOk: true, text: 'The vendor answers.' },
          { name: 'credentials', isOk: false, text: answer.error.vendorMessage },
        ]
      : [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  // 404 says that the number of the question has no RCS, which is no fault of the bot.
  const isBotKnown = isOk(answer) || answer.status === 404;
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: answer.status !== 401, text: 'A token was given.' },
    { name: 'number', isOk: isBotKnown, text: isBotKnown ? 'The bot is known.' : refusalOf(answer).vendorMessage },
  ];
}

export const rcsCapabilities = (speedPerSecond: number, dedupes: boolean): ReturnType<VendorAdapter['capabilities']> => ({
  contents: ['text', 'media', 'location', 'buttons', 'list', 'card', 'carousel', 'template'],
  receipts: ['sent', 'delivered', 'read', 'failed'],
  windowHours: 0,
  choices: rcsChoices,
  speedPerSecond,
  dedupes,
  textLimit: 3072,
  templates: 'manual',
});

export const rbmOf = (vendor: RbmVendor): VendorAdapter => ({
  vendor: vendor.vendor,
  types: [channelTypes.RCS],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', templates: 'confirmed', repeatedId: 'confirmed' },
  capabilities: () => ({ ...rcsCapabilities(1, true), suggestions: ['place', 'askPlace', 'calendar'] }),
  render: (message, connection) => {
    const { content, ourId } = message;
    const problem = problemOfRcs(content);
    if (problem) return refused(problem, content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    const contentMessage =
      content.kind === 'template'
        ? { templateMessage: { templateCode: content.name, customParams: JSON.stringify(rcsValues(content)) } }
        : googleContent(toRcs(content));
    const query = new URLSearchParams({ botId: botOf(connection), messageId: ourId });
    const url = `${hostOf(connection, vendor.host)}/rcs/v1/phones/${encodeURIComponent(message.to)}/agentMessages/async?${query}`;
    return { kind: 'request', request: postJson(url, {}, { contentMessage }) };
  },
  send: (io, connection, request, message) => send(io, vendor, connection, request, message.ourId),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseRbm(jsonOf(request)),
  probe: (io, connection) => probe(io, vendor, connection),
  media: mediaByUrl(['virbm.in', 'dotgo.com', 'googleapis.com', 'googleusercontent.com']),
});
