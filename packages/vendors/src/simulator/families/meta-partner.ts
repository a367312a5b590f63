import { randomBytes } from 'node:crypto';
import { readSandboxGrant, sandboxCode } from '@parley/contract';
import { asObject, asText, readJson } from '../../json.ts';
import type { Engine, Family, SimAnswer, SimRequest } from '../family.ts';
import type { SimulatedChannel } from '../state.ts';
import { graphRefusal } from './meta-answers.ts';

/** The account that every installation has at the simulated provider. */
export const sandboxApp = { appId: 'sandbox-app', appSecret: 'sandbox-app-secret', configId: 'sandbox-signup' };

type Account = { id: string; name: string; isSubscribed: boolean };
type SimNumber = {
  id: string;
  wabaId: string;
  phone: string;
  name: string;
  isVerified: boolean;
  isRegistered: boolean;
  hasCode: boolean;
  callback: string;
};
type Token = { wabaIds: string[]; endsAt: number };
type Partner = { codes: Set<string>; tokens: Map<string, Token>; accounts: Map<string, Account>; numbers: Map<string, SimNumber> };

/** One provider for all channels of a simulator: a number that somebody has is nobody else's. */
const partners = new WeakMap<Engine, Partner>();
function partnerOf(engine: Engine): Partner {
  const partner = partners.get(engine) ?? { codes: new Set(), tokens: new Map(), accounts: new Map(), numbers: new Map() };
  partners.set(engine, partner);
  return partner;
}

/**
 * Numbers that bring trouble, by their last digits, so that each trouble can be had by hand: the number is somebody else's, the answer to its
 * adding is lost, no code can be sent, the answer to its code is lost, it has a PIN already, it is slow.
 */
export const troubles = { taken: '0001', lostAdd: '0002', noCode: '0003', lostVerify: '0004', hasPin: '0005', slow: '0006' } as const;
const troubleOf = (phone: string) => Object.entries(troubles).find(([, digits]) => phone.endsWith(digits))?.[0];
const slowMs = 3000;
const ownPin = '654321';

const ok = (json: unknown): SimAnswer => ({ status: 200, json });
const success = ok({ success: true });
const offered = (request: SimRequest) => String(request.headers.authorization ?? '').replace(/^(Bearer|OAuth) /, '');
const isApp = (request: SimRequest) => offered(request) === `${sandboxApp.appId}|${sandboxApp.appSecret}`;

const numberJson = (number: SimNumber) => ({
  id: number.id,
  display_phone_number: `+${number.phone}`,
  verified_name: number.name,
  name_status: 'APPROVED',
  code_verification_status: number.isVerified ? 'VERIFIED' : 'NOT_VERIFIED',
  status: number.isRegistered ? 'CONNECTED' : 'PENDING',
  quality_rating: 'GREEN',
  messaging_limit_tier: 'TIER_250',
  webhook_configuration: { phone_number: number.callback },
});

/** Accounts of a simulator that was started anew are those that tokens name. */
function accountOf(partner: Partner, id: string, name = 'Sandbox business'): Account {
  const account = partner.accounts.get(id) ?? { id, name, isSubscribed: false };
  partner.accounts.set(id, account);
  return account;
}

function exchangeCode(partner: Partner, query: URLSearchParams): SimAnswer {
  if (query.get('client_id') !== sandboxApp.appId || query.get('client_secret') !== sandboxApp.appSecret)
    return graphRefusal('101', 'Error validating client secret.');
  const code = query.get('code') ?? '';
  const grant = readSandboxGrant(code);
  if (!grant) return graphRefusal('100', 'Invalid verification code format.');
  const { wabaId, wabaName, lifeSeconds } = grant;
  if (partner.codes.has(code)) return graphRefusal('100', 'This authorization code has been used.');
  partner.codes.add(code);
  accountOf(partner, wabaId, wabaName || undefined);
  const token = `sim.${randomBytes(16).toString('hex')}`;
  partner.tokens.set(token, { wabaIds: [wabaId], endsAt: Date.now() + lifeSeconds * 1000 });
  return ok({ access_token: token, token_type: 'bearer' });
}

/** A token that was typed in by hand reaches whatever account is named with it. */
const typedToken = (token: string): Token | undefined => (token.startsWith('typed-') ? { wabaIds: [], endsAt: 0 } : undefined);
const tokenOf = (partner: Partner, token: string): Token | undefined => partner.tokens.get(token) ?? typedToken(token);
const isOver = ({ endsAt }: Token) => endsAt !== 0 && endsAt <= Date.now();

function debugToken(partner: Partner, query: URLSearchParams): SimAnswer {
  const token = tokenOf(partner, query.get('input_token') ?? '');
  if (!token) return ok({ data: { is_valid: false, error: { message: 'Malformed access token' } } });
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];
  return ok({
    data: {
      app_id: sandboxApp.appId,
      is_valid: !isOver(token),
      expires_at: Math.floor(token.endsAt / 1000),
      scopes,
      granular_scopes: scopes.map((scope) => ({ scope, ...(token.wabaIds.length > 0 ? { target_ids: token.wabaIds } : {}) })),
    },
  });
}

function addNumber(partner: Partner, account: Account, body: Record<string, unknown>): SimAnswer {
  const cc = asText(body.cc).replace(/\D/g, '');
  const digits = asText(body.phone_number).replace(/\D/g, '');
  const phone = digits.startsWith(cc) && digits.length > 10 ? digits : `${cc}${digits}`;
  if (phone.length < 8 || phone.length > 15) return graphRefusal('100', 'Param phone_number: not a phone number');
  const trouble = troubleOf(phone);
  if (trouble === 'taken' || [...partner.numbers.values()].some((one) => one.phone === phone))
    return graphRefusal('100', 'This phone number is registered to another WhatsApp account.');
  const number = {
    id: `20${phone}`,
    wabaId: account.id,
    phone,
    name: asText(body.verified_name),
    ...{ isVerified: false, isRegistered: false, hasCode: false, callback: '' },
  };
  partner.numbers.set(number.id, number);
  return trouble === 'lostAdd' ? 'cut' : ok({ id: number.id });
}

function ofAccount(partner: Partner, request: SimRequest, account: Account, edge: string, body: Record<string, unknown>): SimAnswer {
  if (edge === '') return ok({ id: account.id, name: account.name, account_review_status: 'APPROVED' });
  if (edge === 'message_templates') return ok({ data: [] });
  if (edge === 'subscribed_apps') {
    if (request.method === 'POST') account.isSubscribed = true;
    if (request.method === 'POST') return success;
    return ok({ data: account.isSubscribed ? [{ whatsapp_business_api_data: { id: sandboxApp.appId, name: 'Parley sandbox' } }] : [] });
  }
  if (edge !== 'phone_numbers') return graphRefusal('803');
  if (request.method === 'POST') return addNumber(partner, account, body);
  return ok({ data: [...partner.numbers.values()].filter(({ wabaId }) => wabaId === account.id).map(numberJson) });
}

/** The greeting of a callback's address: it has to repeat the challenge. */
async function greet(address: string, verifyToken: string): Promise<boolean> {
  const challenge = randomBytes(8).toString('hex');
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge });
  try {
    const answer = await fetch(`${address}?${query}`, { signal: AbortSignal.timeout(5000) });
    return answer.ok && (await answer.text()) === challenge;
  } catch {
    return false;
  }
}

function ofNumber(request: SimRequest, number: SimNumber, edge: string, body: Record<string, unknown>): SimAnswer | Promise<SimAnswer> {
  const trouble = troubleOf(number.phone);
  if (request.method === 'GET') return edge === '' ? ok(numberJson(number)) : ok({ data: [{ messaging_product: 'whatsapp' }] });
  switch (edge) {
    case 'request_code':
      if (number.isVerified) return graphRefusal('136024', 'The phone number is verified already.');
      if (trouble === 'noCode') return graphRefusal('136024', 'The code could not be sent. Try another method, or again later.');
      number.hasCode = true;
      return success;
    case 'verify_code':
      if (!number.hasCode || asText(body.code) !== sandboxCode) return graphRefusal('136025', 'The code is not the one that was sent.');
      number.isVerified = true;
      return trouble === 'lostVerify' ? 'cut' : success;
    case 'register':
      if (!number.isVerified) return graphRefusal('133006', 'The phone number has to be verified first.');
      if (trouble === 'hasPin' && asText(body.pin) !== ownPin)
        return graphRefusal('133005', 'The two-step verification PIN is another one. In the sandbox it is 654321.');
      number.isRegistered = true;
      return success;
    case 'whatsapp_business_profile':
      return success;
    case '': {
      const hook = asObject(body.webhook_configuration);
      const address = asText(hook.override_callback_uri);
      return greet(address, asText(hook.verify_token)).then((isGreeted): SimAnswer => {
        if (!isGreeted) return graphRefusal('2200', 'The callback address did not repeat the challenge.');
        number.callback = address;
        return success;
      });
    }
    default:
      return graphRefusal('803');
  }
}

function answer(request: SimRequest, partner: Partner): SimAnswer | Promise<SimAnswer> {
  const [object = '', edge = ''] = request.path
    .replace(/^\/v\d+\.\d+/, '')
    .split('/')
    .slice(1)
    .map(decodeURIComponent);
  if (object === 'oauth' && edge === 'access_token') return exchangeCode(partner, request.query);
  if (object === 'debug_token')
    return isApp(request) ? debugToken(partner, request.query) : graphRefusal('190', 'Cannot parse access token');
  if (object === sandboxApp.appId) return isApp(request) ? ok({ id: object, name: 'Parley sandbox' }) : graphRefusal('190');
  const token = tokenOf(partner, offered(request));
  if (!token || isOver(token)) return graphRefusal('190', 'Session has expired.');
  const body = asObject(readJson(request.body.toString()));
  const number = partner.numbers.get(object);
  const isReached = (id: string) => token.wabaIds.length === 0 || token.wabaIds.includes(id);
  if (number) return isReached(number.wabaId) ? ofNumber(request, number, edge, body) : graphRefusal('200');
  if (!isReached(object) || !/^\d{5,}$/.test(object) || object.startsWith('20')) return graphRefusal('803');
  return ofAccount(partner, request, accountOf(partner, object), edge, body);
}

const slowNumber = new RegExp(`${troubles.slow}(?!\\d)`);
const isSlow = (request: SimRequest) => slowNumber.test(request.path) || slowNumber.test(request.body.toString());

/** The Graph API as far as a business's numbers are brought in by it. The behaviour of the sandbox holds for it as for messages. */
export const metaPartner: Family = {
  stages: [],
  batch: 1,
  codes: { tooFast: '4', windowClosed: '', optedOut: '' },
  answer: async (request, channel: SimulatedChannel, engine) => {
    if (isSlow(request)) await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
    let answered: SimAnswer | Promise<SimAnswer> = 'cut';
    const passed = await engine.act(channel, metaPartner, () => {
      answered = answer(request, partnerOf(engine));
      return success;
    });
    // The person at the screen orders it: refused, or cut before or after it was done.
    return passed === success ? answered : passed;
  },
  receipts: (channel) => ({ url: channel.hookUrl, headers: {}, body: '' }),
  act: () => undefined,
  refuse: (_channel, code) => graphRefusal(code, 'Refused by the behaviour of the sandbox'),
};
