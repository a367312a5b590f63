import { fillVariables, type SandboxMessage, variablesOf } from '@parley/contract';
import { withoutPlus, withPlus } from '../../connection.ts';
import { readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Family, HookCall, SimAnswer } from '../family.ts';
import { storeMedia } from '../inbound.ts';
import type { SimulatedChannel } from '../state.ts';
import { GraphRefusal } from './meta-answers.ts';
import { mediaShown } from './meta-template.ts';
import { refusalOfValues } from './meta-values.ts';

const failed = (status: number, code: string, message: string): SimAnswer => ({ status, json: { error: { code, message } } });
const known = [
  'channel',
  'from',
  'to',
  'type',
  'body',
  'preview_url',
  'media_url',
  'caption',
  'template_name',
  'params',
  'lang_code',
  'ref',
  'callback_url',
];

function shown(fields: Record<string, string>, channel: SimulatedChannel): Partial<SandboxMessage> | GraphRefusal | string {
  const { type, body = '', media_url: url = '', caption = '' } = fields;
  const media = url ? mediaShown('document', { link: url }) : null;
  if (type === 'text') return body ? { text: body } : 'body is missing';
  if (type === 'media') return media ? { media, text: caption } : 'media_url is missing';
  if (type !== 'template' && type !== 'mediatemplate') return `type ${type ?? ''} is unknown`;
  const template = channel.templates.get(`${fields.template_name}\n${fields.lang_code}`);
  const text = template?.components.find((part) => part.type === 'BODY')?.text;
  if (template?.status !== 'APPROVED' || text === undefined) return 'template_name is unknown';
  // Checks before parsing: a list with a line break in it is no JSON.
  const refusal = refusalOfValues([fields.params ?? ''], '');
  if (refusal) return refusal;
  const values = (readJson(`[${fields.params ?? ''}]`) ?? []) as string[];
  const names = variablesOf(text);
  if (values.length !== names.length) return 'params do not match';
  const filled = fillVariables(text, Object.fromEntries(names.map((name, index) => [name, String(values[index])])));
  return refusalOfValues(values.map(String), filled) ?? { templateName: template.name, media, text: filled };
}

function call(channel: SimulatedChannel, fields: Record<string, string>): HookCall {
  const separator = channel.hookUrl.includes('?') ? '&' : '?';
  return { method: 'GET', url: `${channel.hookUrl}${separator}${new URLSearchParams(fields)}`, headers: {}, body: '' };
}

/** Kaleyra's WhatsApp: forms in, GET requests back. */
export const kaleyra: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '470', optedOut: '' },
  answer: (request, channel, engine) => {
    if (!isSame(String(request.headers['api-key'] ?? ''), channel.config.apiKey ?? '')) return failed(401, '', 'Unauthorized');
    if (request.path !== `/v1/${channel.config.sid ?? ''}/messages` || request.method !== 'POST') return failed(404, '', 'No such call');
    const fields = Object.fromEntries(new URLSearchParams(request.body.toString()));
    const unknown = Object.keys(fields).find((name) => !known.includes(name));
    if (unknown) return failed(400, 'RBC001', `${unknown} is unknown`);
    if (fields.channel !== 'whatsapp' || fields.from !== channel.contactId) return failed(400, 'RBC001', 'channel or from is wrong');
    const to = withPlus(withoutPlus(fields.to ?? ''));
    if (!/^\+\d{6,15}$/.test(to)) return failed(400, 'RBC001', 'to is not valid');
    const view = shown(fields, channel);
    if (typeof view === 'string') return failed(400, '132001', view);
    if (view instanceof GraphRefusal) return failed(400, view.code, view.message);
    return engine.send(channel, kaleyra, {
      to,
      ourId: fields.ref ?? '',
      id: engine.nextId(),
      show: () => view,
      isFreeText: fields.type === 'text' || fields.type === 'media',
      isMarketing: false,
      accepted: (id) => ({ status: 202, json: { id, type: fields.type } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage } = receipt as NonNullable<typeof receipt>;
    const error = { code: message.errorCode, reason: 'Failed' };
    return call(channel, {
      id: message.id,
      ref: message.ourId,
      to: withoutPlus(message.to),
      status: stage === 'failed' ? '0' : stage,
      ...(stage === 'failed' ? error : {}),
    });
  },
  act: (channel, phone, act, id, at) => {
    const base = { id, from: withoutPlus(phone.address), name: phone.name, created_at: new Date(at).toISOString() };
    if (act.kind === 'text') return call(channel, { ...base, type: 'text', body: act.text });
    if (act.kind !== 'media') return undefined;
    const type = act.media === 'audio' ? 'voice' : act.media === 'sticker' ? 'image' : act.media;
    return call(channel, { ...base, type, body: act.caption, media_url: storeMedia(channel, act, id).url });
  },
  refuse: (_channel, code) =>
    /^[45]\d\d$/.test(code) && code !== '470'
      ? failed(Number(code), '', 'Refused by the behaviour of the sandbox')
      : failed(400, code, 'Refused by the behaviour of the sandbox'),
};
