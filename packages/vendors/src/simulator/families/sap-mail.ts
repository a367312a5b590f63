import { z } from '@parley/contract';
import { basicAuth } from '../../connection.ts';
import { readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Family, SimAnswer } from '../family.ts';
import { giveToken, hasToken } from '../state.ts';

const Sent = z.strictObject({
  from: z.email(),
  fromName: z.string(),
  destination: z.array(z.email()).min(1),
  cc: z.array(z.email()).optional(),
  bcc: z.array(z.email()).optional(),
  subject: z.string(),
  text: z.string().min(1),
  html: z.string().min(1),
  headers: z.record(z.string(), z.string()),
});
const failed = (status: number, code: string, message: string): SimAnswer => ({ status, json: { code, message } });
const words = { sent: 'SENT', delivered: 'DELIVERED', read: 'OPENED', failed: 'BOUNCED' } as const;

/** Mail over LiveLink. */
export const sapMail: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '', optedOut: '' },
  answer: (request, channel, engine) => {
    const { config } = channel;
    if (request.path === '/oauth/token') {
      if (!isSame(String(request.headers.authorization ?? ''), basicAuth(config.username ?? '', config.password ?? '')))
        return failed(401, '', 'Unauthorized');
      const token = giveToken(channel, 3600);
      return { status: 200, json: { access_token: token, expires_in: 3600 } };
    }
    if (!hasToken(channel, request.headers.authorization)) return failed(401, '', 'The token is not valid');
    if (request.path === '/email/status') return { status: 200, json: [] };
    if (request.path !== '/email/send') return failed(404, '', 'No such call');
    const parsed = Sent.safeParse(readJson(request.body.toString()));
    if (!parsed.success)
      return failed(400, 'ValidationError', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const [to = ''] = parsed.data.destination;
    return engine.send(channel, sapMail, {
      to,
      ourId: '',
      id: engine.nextId(),
      show: () => ({ subject: parsed.data.subject, text: parsed.data.text }),
      isFreeText: false,
      isMarketing: false,
      accepted: (id) => ({ status: 201, json: { livelinkOrderIds: [{ destination: to, livelinkOrderId: [id] }] } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    return {
      url: channel.hookUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        livelinkOrderId: message.id,
        destination: message.to,
        status: words[stage],
        timestamp: new Date(at).toISOString(),
        ...(stage === 'failed' ? { error: message.errorCode } : {}),
      }),
    };
  },
  act: () => undefined,
  refuse: (_channel, code) =>
    /^[45]\d\d$/.test(code)
      ? failed(Number(code), '', 'Refused by the behaviour of the sandbox')
      : failed(400, code, 'Refused by the behaviour of the sandbox'),
};
