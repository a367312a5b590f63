import { z } from '@parley/contract';
import { asText, dig, readJson } from '../../json.ts';
import { signMandrill } from '../../wire/mail/mandrill.ts';
import type { Family, HookCall, Receipt, SimAnswer } from '../family.ts';
import type { SimulatedChannel } from '../state.ts';
import { inboundOf, sentMail } from './mandrill-mail.ts';

const Sent = z.strictObject({
  key: z.string(),
  async: z.boolean().optional(),
  ip_pool: z.string().nullable().optional(),
  send_at: z.string().nullable().optional(),
  message: z.looseObject({
    from_email: z.email(),
    from_name: z.string().optional(),
    to: z.array(z.strictObject({ email: z.string(), name: z.string().optional(), type: z.enum(['to', 'cc', 'bcc']).optional() })).min(1),
    subject: z.string().optional(),
    text: z.string().optional(),
    html: z.string().optional(),
    subaccount: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    preserve_recipients: z.boolean().optional(),
    recipient_metadata: z.array(z.strictObject({ rcpt: z.string(), values: z.record(z.string(), z.string()) })).optional(),
    attachments: z.array(z.strictObject({ type: z.string(), name: z.string(), content: z.base64() })).optional(),
  }),
});

const failed = (name: string, message: string, status = 500): SimAnswer => ({ status, json: { status: 'error', code: -1, name, message } });

function call(channel: SimulatedChannel, events: readonly unknown[]): HookCall {
  const fields = { mandrill_events: JSON.stringify(events) };
  return {
    url: channel.hookUrl,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-mandrill-signature': signMandrill(channel.hookUrl, fields, channel.config.authKey ?? ''),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

const words = { sent: 'send', delivered: 'delivered', read: 'open', failed: 'hard_bounce' } as const;
const refusals = ['hard-bounce', 'soft-bounce', 'spam', 'unsub', 'custom', 'invalid-sender', 'invalid', 'test', 'rule', 'unsigned'];

const eventOf = ({ message, stage, at }: Receipt) => ({
  event: stage === 'failed' && ['soft_bounce', 'reject'].includes(message.errorCode) ? message.errorCode : words[stage],
  _id: message.id,
  ts: Math.floor(at / 1000),
  msg: {
    _id: message.id,
    email: message.to,
    metadata: { ourId: message.ourId },
    ...(stage === 'failed' ? { diag: message.errorCode } : {}),
  },
});

/** The phone shows how a mail says that a program has written it. */
const markOf = (headers: Record<string, string> = {}): string =>
  headers['Auto-Submitted'] ? `Auto-Submitted: ${headers['Auto-Submitted']}` : '';

/** Mailchimp Transactional: one answer a recipient, a refusal inside a 200, signed callbacks with many events. */
export const mandrill: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 100,
  codes: { tooFast: '429', windowClosed: '', optedOut: 'unsub' },
  answer: (request, channel, engine) => {
    const json = readJson(request.body.toString());
    if (asText(dig(json, 'key')) !== (channel.config.apiKey ?? '')) return failed('Invalid_Key', 'Invalid API key', 401);
    if (/^\/users\/ping2?(\.json)?$/.test(request.path))
      return { status: 200, json: request.path.includes('ping2') ? { PING: 'PONG!' } : 'PONG!' };
    if (!/^\/messages\/send(\.json)?$/.test(request.path)) return failed('Unknown_Method', 'No such call', 404);
    const parsed = Sent.safeParse(json);
    if (!parsed.success)
      return failed('ValidationError', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const { message } = parsed.data;
    // The phone is that of the recipient whose receipts are those of the message.
    const [chief] = message.recipient_metadata ?? [];
    const to = chief?.rcpt ?? message.to[0]?.email ?? '';
    const wanted = channel.config.subAccount ?? '';
    if (message.subaccount && message.subaccount !== wanted)
      return failed('Unknown_Subaccount', `No subaccount exists with the id '${message.subaccount}'`);
    const id = engine.nextId();
    const refusedAs = (reason: string): SimAnswer => ({
      status: 200,
      json: [{ _id: id, email: to, status: 'rejected', reject_reason: reason }],
    });
    if (!to.includes('@')) return { status: 200, json: [{ _id: id, email: to, status: 'invalid', reject_reason: null }] };
    if (channel.phones.get(to)?.isOptedOut) return refusedAs('unsub');
    return engine.send(channel, mandrill, {
      to,
      ourId: (chief?.values ?? message.metadata)?.ourId ?? '',
      id,
      show: () => ({ subject: message.subject ?? '', header: markOf(message.headers), text: message.text ?? '', mail: sentMail(message) }),
      isFreeText: false,
      isMarketing: false,
      accepted: () => ({
        status: 200,
        json: message.to.map(({ email }, place) => ({
          _id: email === to ? id : `${id}-${place}`,
          email,
          status: 'sent',
          reject_reason: null,
        })),
      }),
    });
  },
  receipts: (channel, receipts) => call(channel, receipts.map(eventOf)),
  act: (channel, phone, act, id, at) => {
    const ts = Math.floor(at / 1000);
    if (act.kind === 'optOut') return call(channel, [{ event: 'unsub', _id: id, ts, msg: { email: phone.address } }]);
    const message = inboundOf(channel, phone, act, id);
    return message && call(channel, [{ event: 'inbound', _id: id, ts, msg: message }]);
  },
  ownId: (id) => `<${id}@mail.example>`,
  refuse: (_channel, code) => {
    if (refusals.includes(code)) return { status: 200, json: [{ _id: '', email: '', status: 'rejected', reject_reason: code }] };
    return /^[45]\d\d$/.test(code)
      ? failed('', 'Refused by the behaviour of the sandbox', Number(code))
      : failed(code, 'Refused by the behaviour of the sandbox');
  },
};
