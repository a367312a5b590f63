import { channelTypes, type VendorName } from '@parley/contract';
import { metaChoices } from '../../choices.ts';
import { basicAuth, keyOf } from '../../connection.ts';
import { refused } from '../../errors.ts';
import { type HostName, hostOf } from '../../hosts.ts';
import { exchange, isOk, postJson } from '../../http.ts';
import { asObject, dig, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import type { Connection, ProbeStep, VendorAdapter, VendorIo } from '../../types.ts';
import { refusalOf } from './graph.ts';
import { parseWhatsApp } from './whatsapp.parse.ts';
import { renderWhatsApp } from './whatsapp.render.ts';
import { sendGraph } from './whatsapp.ts';

type Body = Record<string, unknown>;

/** A vendor that passes Meta's messages on under an address and a login of its own. */
export type Proxy = {
  vendor: VendorName;
  host: HostName;
  path: string;
  headers: (connection: Connection) => Record<string, string>;
  /** Adds the vendor's fields to Meta's body, or removes its own */
  dress: (body: Body, ourId: string, connection: Connection) => Body;
  mediaHosts: readonly string[];
};

/** Tata's form: Meta's body and our id for its callbacks. The token goes with "Bearer" unless it is written with a scheme. */
export const ttbsProxy: Proxy = {
  vendor: 'ttbs',
  host: 'ttbs',
  path: '/messages',
  headers: (connection) => {
    const token = keyOf(connection, 'authToken');
    return { authorization: token.includes(' ') ? token : `Bearer ${token}` };
  },
  dress: ({ biz_opaque_callback_data: ourId, ...body }) => ({ ...body, source: 'external', metaData: { custom_callback_data: ourId } }),
  mediaHosts: ['tatatelebusiness.com'],
};

/** The form of before the cloud: templates carry a namespace, nothing of ours comes back. */
export const onPremisesProxy: Proxy = {
  vendor: 'sap365',
  host: 'sapWhatsapp',
  path: '/v1/messages',
  headers: (connection) => ({ authorization: basicAuth(keyOf(connection, 'username'), keyOf(connection, 'password')) }),
  dress: ({ biz_opaque_callback_data: _ourId, messaging_product: _product, ...body }, _id, connection) =>
    body.template === undefined ? body : { ...body, template: { namespace: keyOf(connection, 'namespace'), ...asObject(body.template) } },
  mediaHosts: ['sapmobileservices.com'],
};

async function probe(io: VendorIo, connection: Connection, proxy: Proxy): Promise<ProbeStep[]> {
  const base = hostOf(connection, proxy.host);
  if (base === '') return [{ name: 'reach', isOk: false, text: `The address of the vendor is not set: VENDOR_URLS needs ${proxy.host}.` }];
  const answer = await exchange(io, postJson(`${base}${proxy.path}`, proxy.headers(connection), {}));
  if (answer.kind !== 'answer') return [{ name: 'reach', isOk: false, text: answer.error.vendorMessage }];
  const isKnown = isOk(answer) || refusalOf(answer).class !== 'AUTH';
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    { name: 'credentials', isOk: isKnown, text: isKnown ? 'The login is not refused.' : refusalOf(answer).vendorMessage },
  ];
}

/** Callbacks in Meta's shape, or in the older one that has no entries around it. */
function parse(json: unknown) {
  if (dig(json, 'entry') !== undefined) return parseWhatsApp(json);
  const body = asObject(json);
  if (body.messages === undefined && body.statuses === undefined) return parseWhatsApp(json);
  return parseWhatsApp({ object: 'whatsapp_business_account', entry: [{ id: '', changes: [{ field: 'messages', value: body }] }] });
}

export const whatsappByProxy = (proxy: Proxy, evidence: VendorAdapter['evidence']): VendorAdapter => ({
  vendor: proxy.vendor,
  types: [channelTypes.WHATSAPP],
  evidence,
  capabilities: () => ({
    contents: ['text', 'media', 'location', 'contacts', 'buttons', 'list', 'card', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 24,
    choices: metaChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 4096,
    templates: 'manual',
  }),
  render: (message, connection) => {
    const base = hostOf(connection, proxy.host);
    if (base === '') return refused(`The address of the vendor is not set: VENDOR_URLS needs ${proxy.host}.`, 'CONFIG');
    const rendered = renderWhatsApp(message);
    if (rendered.kind === 'refused') return rendered;
    const body = proxy.dress(rendered.body, message.ourId, connection);
    return { kind: 'request', request: postJson(`${base}${proxy.path}`, proxy.headers(connection), body) };
  },
  send: (io, _connection, request) => sendGraph(io, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parse(jsonOf(request)),
  probe: (io, connection) => probe(io, connection, proxy),
  media: mediaByUrl(proxy.mediaHosts, proxy.headers),
});
