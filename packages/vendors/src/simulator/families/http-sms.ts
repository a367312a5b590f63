import type { TemplateComponent } from '@parley/contract';
import { basicAuth, withoutPlus, withPlus } from '../../connection.ts';
import { readJson } from '../../json.ts';
import type { VendorTemplate } from '../../types.ts';
import type { Pattern, SmsDefinition } from '../../wire/http-sms/definition.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Family, HookCall, Receipt, SimAnswer, SimRequest } from '../family.ts';
import { giveToken, hasToken, type SimulatedChannel } from '../state.ts';

/** Sets what lies at a path such as 'objects.0.uid'; numbers are places of a list. */
export function setPath(target: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const parts = path.split('.');
  let at = target as Record<string, unknown>;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) at[part] = value;
    else {
      at[part] ??= /^\d+$/.test(parts[index + 1] ?? '') ? [] : {};
      at = at[part] as Record<string, unknown>;
    }
  }
  return target;
}

class BadField extends Error {}
const slot = /^\{\{([\w.]+)\}\}$/;

/** Reads the values of the slots in the definition's pattern; a field that is missing, wrong or not of the wire is refused. */
function readSlots(pattern: Pattern, given: unknown, where: string, slots: Record<string, string>): void {
  if (typeof pattern === 'string') {
    if (typeof given !== 'string') throw new BadField(`${where} is missing`);
    const name = slot.exec(pattern)?.[1];
    if (name) slots[name] = given;
    else if (!pattern.includes('{{') && given !== pattern) throw new BadField(`${where} is ${given}, not ${pattern}`);
    return;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given) !== Array.isArray(pattern))
    throw new BadField(`${where} is missing`);
  const unknown = Object.keys(given).find((name) => !(name in pattern));
  if (unknown) throw new BadField(`${where}${unknown} is unknown`);
  for (const [name, part] of Object.entries(pattern))
    readSlots(part as Pattern, (given as Record<string, unknown>)[name], `${where}${name}.`, slots);
}

const fieldsOf = (request: SimRequest, form: SmsDefinition['form']): unknown =>
  form === 'json'
    ? readJson(request.body.toString())
    : Object.fromEntries(form === 'query' ? request.query : new URLSearchParams(request.body.toString()));

const bodyText = (components: readonly TemplateComponent[]): string => components.find((part) => part.type === 'BODY')?.text ?? '';

/** Tells whether a text is the registered one with its variables filled; the operator compares, after it has taken the message. */
export function isRegistered(text: string, template: VendorTemplate): boolean {
  const [first = '', ...rest] = bodyText(template.components).split(/\{\{[^}]*\}\}|\{#var#\}/);
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  // The parts between the variables follow in their order. Each is searched once, so the time grows with the text alone.
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
}

function problemOfKeys(definition: SmsDefinition, request: SimRequest, channel: SimulatedChannel, slots: Record<string, string>): string {
  const { config } = channel;
  for (const [name, value] of Object.entries(slots)) {
    const key = name.startsWith('config.') ? name.slice('config.'.length) : '';
    if (key && value !== (config[key] ?? '')) return `${key} is wrong`;
  }
  for (const [name, pattern] of Object.entries(definition.headers)) {
    const offered = String(request.headers[name] ?? '');
    if (pattern === 'Bearer {{token}}') {
      if (!hasToken(channel, offered)) return 'The token is not valid';
      continue;
    }
    const wanted = pattern
      .replace('{{basic}}', () => (definition.basic ? basicAuth(config[definition.basic[0]] ?? '', config[definition.basic[1]] ?? '') : ''))
      .replace(/\{\{config\.(\w+)\}\}/g, (_whole, key: string) => config[key] ?? '');
    if (!isSame(offered, wanted)) return `${name} is wrong`;
  }
  return '';
}

function refuse(definition: SmsDefinition, code: string, message: string, status = 400): SimAnswer {
  const json = setPath(setPath({}, definition.answer.code ?? 'code', code), definition.answer.message, message);
  return { status, json };
}

/** Refuses by the code that the behaviour asks for: an HTTP status is sent as one, another code stands in the body. */
function refuseByOrder(definition: SmsDefinition, code: string): SimAnswer {
  const status = /^[45]\d\d$/.test(code) ? Number(code) : 0;
  if (status) return { status, body: 'Refused by the behaviour of the sandbox' };
  return refuse(definition, code, 'Refused by the behaviour of the sandbox', definition.answer.okCodes ? 200 : 400);
}

function call(definition: SmsDefinition, channel: SimulatedChannel, fields: Record<string, string>): HookCall {
  const named = Object.entries(fields).filter(([name]) => name !== '');
  if (definition.callback === 'query') {
    const separator = channel.hookUrl.includes('?') ? '&' : '?';
    return { method: 'GET', url: `${channel.hookUrl}${separator}${new URLSearchParams(Object.fromEntries(named))}`, headers: {}, body: '' };
  }
  const body: Record<string, unknown> = {};
  for (const [name, value] of named) setPath(body, name, value);
  return { url: channel.hookUrl, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const words = { sent: 'SUBMITTED', delivered: 'DELIVRD', read: 'READ', failed: 'UNDELIV' } as const;

function receiptOf(definition: SmsDefinition, channel: SimulatedChannel, { message, stage }: Receipt): HookCall {
  const { receipt } = definition;
  return call(definition, channel, {
    [receipt.id]: message.id,
    [receipt.ourId]: message.ourId,
    [receipt.to]: withoutPlus(message.to),
    [receipt.status]: stage === 'failed' && message.errorCode === 'EXPIRED' ? 'EXPIRED' : words[stage],
    ...(stage === 'failed' ? { [receipt.error]: message.errorCode } : {}),
  });
}

/** A gateway of short messages, out of the same definition as its adapter: the vendor's names are read in one place. */
export function httpSms(definition: SmsDefinition, hasRead = false): Family {
  const family: Family = {
    stages: hasRead ? ['sent', 'delivered', 'read', 'failed'] : ['sent', 'delivered', 'failed'],
    batch: 1,
    codes: { tooFast: '429', windowClosed: '', optedOut: '' },
    answer: (request, channel, engine) => {
      const { token } = definition;
      if (token && request.path === token.path && request.method === token.method) {
        const wanted = basicAuth(channel.config[token.basic[0]] ?? '', channel.config[token.basic[1]] ?? '');
        if (!isSame(String(request.headers.authorization ?? ''), wanted)) return { status: 401, json: { message: 'Unauthorized' } };
        const value = giveToken(channel, token.lifeSeconds);
        return { status: 200, json: { [token.field]: value } };
      }
      const path = definition.path.replace(/\{\{config\.(\w+)\}\}/g, (_whole, key: string) => channel.config[key] ?? '');
      if (request.path !== path) return { status: 404, json: { message: 'No such call' } };
      const slots: Record<string, string> = {};
      try {
        readSlots(definition.fields, fieldsOf(request, definition.form), '', slots);
      } catch (error) {
        if (error instanceof BadField) return refuse(definition, 'INVALID', error.message);
        throw error;
      }
      const problem = problemOfKeys(definition, request, channel, slots);
      if (problem) return refuse(definition, '', problem, 401);
      const to = withPlus(withoutPlus(slots.to ?? slots.toPlus ?? ''));
      if (!/^\+\d{6,15}$/.test(to)) return refuse(definition, 'INVALID_NUMBER', 'The number is not valid');
      const text = slots.text ?? '';
      const template = [...channel.templates.values()].find((one) => one.vendorTemplateId === slots.templateId);
      const isScrubbed = definition.dlt && slots.templateId !== '' && template !== undefined && !isRegistered(text, template);
      return engine.send(channel, family, {
        to,
        ourId: slots.ourId ?? '',
        id: engine.nextId(),
        show: () => ({ text, templateName: template?.name ?? '' }),
        isFreeText: false,
        isMarketing: false,
        ...(isScrubbed ? { laterCode: 'DLT_SCRUB' } : {}),
        accepted: (id) => {
          const { answer } = definition;
          const json = setPath({}, answer.id[0] ?? 'id', id);
          if (answer.code && answer.okCodes) setPath(setPath(json, answer.code, answer.okCodes[0]), answer.message, 'Accepted');
          return { status: answer.status, json };
        },
      });
    },
    receipts: (channel, receipts) => receiptOf(definition, channel, receipts[0] as Receipt),
    act: (channel, phone, act, id) =>
      act.kind === 'text'
        ? call(definition, channel, {
            [definition.inbound.id]: id,
            [definition.inbound.from]: withoutPlus(phone.address),
            [definition.inbound.text]: act.text,
          })
        : undefined,
    refuse: (_channel, code) => refuseByOrder(definition, code),
  };
  return family;
}
