import { channelTypes } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { keyOf, withoutPlus, withPlus } from '../../connection.ts';
import { refused } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { exchange, get, postJson } from '../../http.ts';
import { asInstant, asObject, asText, jsonOf } from '../../json.ts';
import { missingOf } from '../../text-of.ts';
import type { ChannelEvent, Connection, ProbeStep, VendorAdapter, VendorIo } from '../../types.ts';
import { rcsValues } from '../rbm/content.ts';
import { airtelHeaders, airtelRefusal, ordered, sendAirtel } from './whatsapp.ts';

const base = (connection: Connection) => hostOf(connection, 'airtelRcs');
const stages = { SENT: 'sent', DELIVERED: 'delivered', READ: 'read', FAILED: 'failed', INTERNAL_ERROR: 'failed' } as const;

export function parseAirtelRcs(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const word = asText(body.eventType).toUpperCase();
  const at = asInstant(body.sendTime ?? Date.now());
  const belongsTo = { key: 'agentId', value: asText(body.agentId) };
  if (Object.hasOwn(stages, word)) {
    const status = stages[word as keyof typeof stages];
    return [
      {
        type: 'message.status',
        vendorMessageId: asText(body.messageId),
        ourId: '',
        recipient: withPlus(asText(body.msisdn)),
        status,
        at,
        error: status === 'failed' ? airtelRefusal(body, { status: word === 'INTERNAL_ERROR' ? 500 : 400, text: word }) : undefined,
        belongsTo,
      },
    ];
  }
  const text = asText(body.text);
  const from = asText(body.msisdn);
  if (text === '' || from === '') return [{ type: 'unknown', what: `event ${word}` }];
  return [
    {
      type: 'message.received',
      vendorMessageId: asText(body.messageId),
      from: withPlus(from),
      fromName: '',
      at,
      content: { kind: 'text', text },
      answers: '',
      belongsTo,
    },
  ];
}

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const query = new URLSearchParams({ customerId: keyOf(connection, 'customerId'), agentId: keyOf(connection, 'agentId') });
  const answer = await exchange(io, get(`${base(connection)}/rcs-content-manager/v1/rcs/template?${query}`, airtelHeaders(connection)));
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = answer.status !== 401 && answer.status !== 403;
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The login is accepted.' : airtelRefusal(answer.json, answer).vendorMessage },
  ];
}

/** RCS over Airtel IQ: templates alone; `success` of the answer decides, not HTTP. */
export const airtelRcs: VendorAdapter = {
  vendor: 'airtel',
  types: [channelTypes.RCS],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'assumed' },
  capabilities: () => ({
    contents: ['template'],
    receipts: ['delivered', 'read', 'failed'],
    windowHours: 0,
    choices: noChoices,
    speedPerSecond: 40,
    dedupes: false,
    textLimit: 3072,
    templates: 'manual',
  }),
  render: (message, connection) => {
    const { content } = message;
    if (content.kind !== 'template') return refused('Airtel sends templates alone over RCS.');
    const values = rcsValues(content);
    const texts = content.components.flatMap((part) =>
      part.type === 'BODY' ? [part.text] : part.type === 'CAROUSEL' ? part.cards.flatMap((card) => [card.title, card.body.text]) : [],
    );
    const missing = texts.map((text) => missingOf(text, values)).find(Boolean);
    if (missing) return refused(`There is no value for {{${missing}}}.`, 'TEMPLATE');
    const body = {
      customerId: keyOf(connection, 'customerId'),
      subAccountId: keyOf(connection, 'subAccountId'),
      agentId: keyOf(connection, 'agentId') || connection.contactId,
      msisdn: withoutPlus(message.to),
      templateId: content.vendorTemplateId || content.name,
      templateVariableData: { textVariables: ordered(values, texts.join('\n')) },
      ttl: '86400s',
    };
    return {
      kind: 'request',
      request: postJson(`${base(connection)}/conversation-message-acceptor/v1/rcs/message/send`, airtelHeaders(connection), body),
    };
  },
  send: (io, _connection, request) => sendAirtel(io, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseAirtelRcs(jsonOf(request)),
  probe,
};
