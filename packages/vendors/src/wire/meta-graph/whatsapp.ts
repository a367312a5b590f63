import { channelTypes, type VendorName } from '@parley/contract';
import { metaChoices } from '../../choices.ts';
import { keyOf } from '../../connection.ts';
import { vendorError } from '../../errors.ts';
import { type HostName, hostOf } from '../../hosts.ts';
import { exchange, get, isOk, postJson } from '../../http.ts';
import { asText, dig, jsonOf } from '../../json.ts';
import type { Connection, MediaOps, ProbeStep, SendResult, VendorAdapter, VendorIo, WireRequest } from '../../types.ts';
import { flowOps } from './flow.ops.ts';
import { bearer, callGraph, refusalOf } from './graph.ts';

import { answerHandshake, verifySignature } from './signature.ts';
import { templateOps } from './template.ops.ts';
import { parseWhatsApp } from './whatsapp.parse.ts';
import { renderWhatsApp } from './whatsapp.render.ts';

/** Hosts that Meta serves media from, beside the one that was asked. */
const mediaHosts = ['.fbsbx.com', '.fbcdn.net', '.facebook.com', '.whatsapp.net'];

function isMediaHost(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const { host, hostname, protocol } = new URL(url);
  if (host === new URL(base).host) return true;
  return protocol === 'https:' && mediaHosts.some((suffix) => hostname.endsWith(suffix));
}

/** 200 means accepted: most refusals come later, as a failed receipt. */
export async function sendGraph(io: VendorIo, request: WireRequest): Promise<SendResult> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id = asText(dig(answer.json, 'messages', 0, 'id'));
  if (id === '')
    return {
      kind: 'unknown',
      error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
    };
  const person = asText(dig(answer.json, 'contacts', 0, 'wa_id'));
  return { kind: 'accepted', vendorMessageId: id, ids: person ? { wamid: id, waId: person } : { wamid: id } };
}

const media = (host: HostName): MediaOps => ({
  download: async (io, connection, { mediaId }) => {
    const base = hostOf(connection, host);
    const found = await callGraph(io, get(`${base}/${encodeURIComponent(mediaId)}`, bearer(connection)));
    if (found.kind === 'failed') return found;
    const url = asText(dig(found.json, 'url'));
    if (!isMediaHost(url, base))
      return { kind: 'failed', error: vendorError('MEDIA', { code: '', message: 'The media lies on a host that is not of the vendor.' }) };
    const file = await exchange(io, get(url, bearer(connection)));
    if (file.kind !== 'answer') return { kind: 'failed', error: file.error };
    if (!isOk(file)) return { kind: 'failed', error: refusalOf(file) };
    return { kind: 'done', bytes: file.bytes, mimeType: asText(dig(found.json, 'mime_type')) || (file.headers['content-type'] ?? '') };
  },
});

async function probe(io: VendorIo, connection: Connection, host: HostName): Promise<ProbeStep[]> {
  const base = hostOf(connection, host);
  const number = await exchange(
    io,
    get(`${base}/${encodeURIComponent(connection.contactId)}?fields=display_phone_number,verified_name,quality_rating`, bearer(connection)),
  );
  if (number.kind !== 'answer') return [{ name: 'reach', isOk: false, text: number.error.vendorMessage }];
  const steps: ProbeStep[] = [{ name: 'reach', isOk: true, text: 'The vendor answers.' }];
  const refusal = isOk(number) ? undefined : refusalOf(number);
  const isKnown = refusal?.class !== 'AUTH';
  steps.push({ name: 'credentials', isOk: isKnown, text: isKnown ? 'The token is accepted.' : (refusal?.vendorMessage ?? '') });
  if (!isKnown) return steps;
  steps.push({
    name: 'number',
    isOk: refusal === undefined,
    text:
      refusal?.vendorMessage ??
      [asText(dig(number.json, 'verified_name')), asText(dig(number.json, 'display_phone_number'))].filter(Boolean).join(', '),
  });
  const account = encodeURIComponent(keyOf(connection, 'wabaId'));
  const [apps, templates] = [
    await callGraph(io, get(`${base}/${account}/subscribed_apps`, bearer(connection))),
    await callGraph(io, get(`${base}/${account}/message_templates?limit=1`, bearer(connection))),
  ];
  const hasApp = apps.kind === 'done' && dig(apps.json, 'data', 0) !== undefined;
  steps.push({
    name: 'callback',
    isOk: hasApp,
    text: hasApp
      ? 'An app is subscribed to the account.'
      : apps.kind === 'failed'
        ? apps.error.vendorMessage
        : 'No app is subscribed to the account.',
  });
  steps.push({
    name: 'templates',
    isOk: templates.kind === 'done',
    text: templates.kind === 'done' ? 'The templates can be read.' : templates.error.vendorMessage,
  });
  return steps;
}

/** WhatsApp as Meta speaks it. */
export const whatsappOfMeta = (vendor: VendorName, host: HostName): VendorAdapter => ({
  vendor,
  types: [channelTypes.WHATSAPP],
  evidence: {
    send: 'confirmed',
    receipts: 'confirmed',
    inbound: 'confirmed',
    templates: 'confirmed',
    media: 'confirmed',
    signature: 'confirmed',
    namedValues: 'confirmed',
    acts: 'confirmed',
    flows: 'confirmed',
  },
  capabilities: () => ({
    contents: ['text', 'media', 'location', 'contacts', 'buttons', 'list', 'card', 'flow', 'reaction', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 24,
    choices: metaChoices,
    speedPerSecond: 80,
    dedupes: false,
    textLimit: 4096,
    templates: 'call',
    // The Cloud API neither edits nor deletes what it has sent.
    acts: { reactions: 'any' },
  }),
  render: (message, connection) => {
    const rendered = renderWhatsApp(message);
    if (rendered.kind === 'refused') return rendered;
    const url = `${hostOf(connection, host)}/${encodeURIComponent(connection.contactId)}/messages`;
    return { kind: 'request', request: postJson(url, bearer(connection), rendered.body) };
  },
  send: (io, _connection, request) => sendGraph(io, request),
  handshake: answerHandshake,
  verifyHook: (request, connection) => verifySignature(request, connection),
  parseHook: (request) => parseWhatsApp(jsonOf(request)),
  probe: (io, connection) => probe(io, connection, host),
  templates: templateOps(host),
  flows: flowOps(host),
  media: media(host),
});
