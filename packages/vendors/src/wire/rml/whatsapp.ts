import { channelTypes, type TemplateComponent } from '@parley/contract';
import { whatsappChoices } from '../../choices.ts';
import { keyOf } from '../../connection.ts';
import { classify, vendorError } from '../../errors.ts';
import { hostOf } from '../../hosts.ts';
import { type Answer, isOk, postJson, retryAfterOf } from '../../http.ts';
import { asObject, asObjects, asText, dig, jsonOf } from '../../json.ts';
import { mediaByUrl } from '../../media.ts';
import { exchangeWithToken, type TokenSource } from '../../token.ts';
import type {
  Connection,
  ProbeStep,
  SendResult,
  TemplateDraft,
  TemplateOps,
  VendorAdapter,
  VendorIo,
  VendorTemplate,
  WireRequest,
} from '../../types.ts';
import { fromMeta, toMeta } from '../meta-graph/template.components.ts';
import { templateCategoryOf, templateStatusOf } from '../meta-graph/whatsapp.parse.ts';
import { parseRml } from './parse.ts';
import { renderRml } from './render.ts';

const base = (connection: Connection) => hostOf(connection, 'rml');

const login = (connection: Connection): TokenSource => ({
  key: 'jwt',
  family: 'meta',
  field: 'JWTAUTH',
  lifeSeconds: 3600,
  request: postJson(
    `${base(connection)}/auth/v1/login/`,
    {},
    { username: keyOf(connection, 'username'), password: keyOf(connection, 'password') },
  ),
});

/** The token stands bare in the header, without "Bearer". */
const call = (io: VendorIo, connection: Connection, request: WireRequest) =>
  exchangeWithToken(io, login(connection), (token) => ({ ...request, headers: { ...request.headers, authorization: token } }));

function refusalOf(answer: Answer) {
  const reason = dig(answer.json, 'reason');
  return classify('meta', {
    code: asText(dig(answer.json, 'code')),
    message: asText(reason) || asText(dig(answer.json, 'message')) || answer.text.slice(0, 200),
    httpStatus: answer.status,
    retryAfterSeconds: retryAfterOf(answer),
  });
}

async function send(io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const answer = await call(io, connection, request);
  if (answer.kind !== 'answer') return answer;
  if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
  const id = asText(dig(answer.json, 'request_id'));
  if (id) return { kind: 'accepted', vendorMessageId: id, ids: { requestId: id } };
  return {
    kind: 'unknown',
    error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.', httpStatus: answer.status }),
  };
}

/** Route Mobile keeps the parts of a template under their names. */
function toParts(components: readonly TemplateComponent[]): Record<string, unknown> {
  const parts = toMeta(components);
  const of = (type: string) => parts.find((part) => part.type === type);
  const buttons = asObjects(of('BUTTONS')?.buttons);
  return {
    ...(of('HEADER') ? { header: of('HEADER') } : {}),
    ...(of('BODY') ? { body: of('BODY') } : {}),
    ...(of('FOOTER') ? { footer: of('FOOTER') } : {}),
    ...(buttons.length > 0
      ? {
          buttons: { type: buttons.every((button) => button.type === 'QUICK_REPLY') ? 'QUICK_REPLY' : 'CALL_TO_ACTION', elements: buttons },
        }
      : {}),
    ...(of('CAROUSEL') ? { cards: of('CAROUSEL')?.cards } : {}),
    ...(of('LIMITED_TIME_OFFER') ? { limited_time_offer: of('LIMITED_TIME_OFFER')?.limited_time_offer } : {}),
  };
}

export function fromParts(json: unknown): TemplateComponent[] {
  const parts = asObject(json);
  return fromMeta([
    ...(['header', 'body', 'footer'] as const).flatMap((name) =>
      parts[name] ? [{ ...asObject(parts[name]), type: name.toUpperCase() }] : [],
    ),
    ...(parts.limited_time_offer ? [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: parts.limited_time_offer }] : []),
    ...(parts.buttons ? [{ type: 'BUTTONS', buttons: dig(parts, 'buttons', 'elements') }] : []),
    ...(parts.cards ? [{ type: 'CAROUSEL', cards: parts.cards }] : []),
  ]);
}

function toTemplate(json: unknown, draft?: TemplateDraft): VendorTemplate {
  const one = asObject(json);
  return {
    vendorTemplateId: asText(one.id) || (draft?.vendorTemplateId ?? ''),
    name: draft?.name ?? asText(one.template_name),
    language: draft?.language ?? (asText(one.language) || asText(dig(one, 'language', 0))),
    category:
      one.category === undefined && one.template_category === undefined && draft
        ? draft.category
        : templateCategoryOf(one.category ?? one.template_category),
    status: one.status === undefined ? 'PENDING' : templateStatusOf(asText(one.status)),
    reason: asText(one.reason),
    quality: '',
    components: draft?.components ?? fromParts(one.components),
  };
}

const draftBody = (draft: TemplateDraft) => ({
  template_name: draft.name,
  language: [draft.language],
  template_type: draft.components.some((part) => part.type === 'HEADER' && part.format !== 'NONE' && part.format !== 'TEXT')
    ? 'MEDIA'
    : 'TEXT',
  template_category: draft.category,
  components: toParts(draft.components),
});

const templates: TemplateOps = {
  create: async (io, connection, draft) => {
    const answer = await call(io, connection, postJson(`${base(connection)}/wba/template/create`, {}, draftBody(draft)));
    if (answer.kind !== 'answer') return { kind: 'failed', error: answer.error };
    return isOk(answer) ? { kind: 'done', template: toTemplate(answer.json, draft) } : { kind: 'failed', error: refusalOf(answer) };
  },
  update: async (io, connection, draft) => {
    const request = { ...postJson(`${base(connection)}/wba/template/update`, {}, draftBody(draft)), method: 'PATCH' as const };
    const answer = await call(io, connection, request);
    if (answer.kind !== 'answer') return { kind: 'failed', error: answer.error };
    return isOk(answer) ? { kind: 'done', template: toTemplate(undefined, draft) } : { kind: 'failed', error: refusalOf(answer) };
  },
  list: async (io, connection) => {
    const answer = await call(io, connection, { method: 'GET', url: `${base(connection)}/wba/templates`, headers: {} });
    if (answer.kind !== 'answer') return { kind: 'failed', error: answer.error };
    if (!isOk(answer)) return { kind: 'failed', error: refusalOf(answer) };
    const found = Array.isArray(answer.json) ? answer.json : dig(answer.json, 'data');
    return { kind: 'done', templates: asObjects(found).map((one) => toTemplate(one)) };
  },
  remove: async (io, connection, { name }) => {
    const url = `${base(connection)}/wba/template/?name=${encodeURIComponent(name)}`;
    const answer = await call(io, connection, { method: 'DELETE', url, headers: {} });
    if (answer.kind !== 'answer') return answer.error;
    return isOk(answer) ? undefined : refusalOf(answer);
  },
};

async function probe(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  const listed = await call(io, connection, { method: 'GET', url: `${base(connection)}/wba/templates`, headers: {} });
  if (listed.kind !== 'answer') {
    const isLogin = listed.error.class === 'AUTH';
    if (!isLogin) return [{ name: 'reach', isOk: false, text: listed.error.vendorMessage }];
    return [
      { name: 'reach', isOk: true, text: 'The vendor answers.' },
      { name: 'credentials', isOk: false, text: listed.error.vendorMessage },
    ];
  }
  return [
    { name: 'reach', isOk: true, text: 'The vendor answers.' },
    {
      name: 'credentials',
      isOk: listed.status !== 401,
      text: listed.status === 401 ? refusalOf(listed).vendorMessage : 'The login is accepted.',
    },
    { name: 'templates', isOk: isOk(listed), text: isOk(listed) ? 'The templates can be read.' : refusalOf(listed).vendorMessage },
  ];
}

/** WhatsApp over Route Mobile. */
export const routeMobileWhatsApp: VendorAdapter = {
  vendor: 'routeMobile',
  types: [channelTypes.WHATSAPP],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', media: 'assumed', templates: 'assumed' },
  capabilities: () => ({
    contents: ['text', 'media', 'location', 'buttons', 'list', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 24,
    choices: whatsappChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 4096,
    templates: 'call',
  }),
  render: (message, connection) => {
    const rendered = renderRml(message);
    if (rendered.kind === 'refused') return rendered;
    return { kind: 'request', request: postJson(`${base(connection)}/wba/v1/messages`, {}, rendered.body) };
  },
  send: (io, connection, request) => send(io, connection, request),
  verifyHook: () => 'unsigned',
  parseHook: (request) => parseRml(jsonOf(request)),
  probe,
  templates,
  media: mediaByUrl(['rmlconnect.net', 'routemobile.com']),
};
