import type { VendorError } from '@parley/contract';
import { hostOf } from '../../hosts.ts';
import { exchange, get, isOk, postJson } from '../../http.ts';
import { asInstant, asObject, asObjects, asText, dig } from '../../json.ts';
import type { Connection, VendorIo, WireRequest } from '../../types.ts';
import { bearer, refusalOf } from './graph.ts';

/** The installation's own app at the provider. */
export type PartnerApp = { appId: string; appSecret: string; configId: string };
export type Told<T> = { kind: 'done'; value: T } | { kind: 'failed' | 'unknown'; error: VendorError };

/** Facts of a token. @property expiresAt null: it does not end. @property accountIds business accounts that it reaches */
export type TokenFacts = { isValid: boolean; expiresAt: Date | null; scopes: readonly string[]; accountIds: readonly string[] };
export type AccountFacts = { id: string; name: string; reviewStatus: string };
export type NumberFacts = {
  id: string;
  phone: string;
  verifiedName: string;
  nameStatus: string;
  isVerified: boolean;
  /** CONNECTED once it is registered */
  status: string;
  quality: string;
  limit: string;
};
export type ProfileFacts = { about: string; address: string; description: string; email: string; websites: readonly string[] };

const numberFields =
  'id,display_phone_number,verified_name,name_status,code_verification_status,status,quality_rating,messaging_limit_tier';

function toNumber(json: unknown): NumberFacts {
  const one = asObject(json);
  return {
    id: asText(one.id),
    phone: asText(one.display_phone_number),
    verifiedName: asText(one.verified_name),
    nameStatus: asText(one.name_status),
    isVerified: asText(one.code_verification_status) === 'VERIFIED',
    status: asText(one.status),
    quality: asText(one.quality_rating),
    limit: asText(one.messaging_limit_tier),
  };
}

const toAccount = (json: unknown): AccountFacts => {
  const one = asObject(json);
  return { id: asText(one.id), name: asText(one.name), reviewStatus: asText(one.account_review_status) };
};

async function ask<T>(io: VendorIo, request: WireRequest, read: (json: unknown) => T): Promise<Told<T>> {
  const answer = await exchange(io, request);
  if (answer.kind !== 'answer') return answer;
  return isOk(answer) ? { kind: 'done', value: read(answer.json) } : { kind: 'failed', error: refusalOf(answer) };
}

const segment = encodeURIComponent;
const ofApp = ({ appId, appSecret }: PartnerApp) => ({ authorization: `Bearer ${appId}|${appSecret}` });

/** Bringing a business's numbers in, as Meta's Graph API has it. Each call says whether it was done, refused, or may have been done. */
export const metaOnboarding = {
  app: (io: VendorIo, connection: Connection, app: PartnerApp): Promise<Told<string>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/${segment(app.appId)}?fields=id,name`, ofApp(app)), (json) => asText(dig(json, 'name'))),

  /** Changes the dialog's code, which works once, into a token. */
  exchangeCode: (
    io: VendorIo,
    connection: Connection,
    app: PartnerApp,
    { code, redirectUri }: { code: string; redirectUri: string },
  ): Promise<Told<string>> => {
    const query = new URLSearchParams({ client_id: app.appId, client_secret: app.appSecret, code, redirect_uri: redirectUri });
    return ask(io, get(`${hostOf(connection, 'meta')}/oauth/access_token?${query}`), (json) => asText(dig(json, 'access_token')));
  },

  token: (io: VendorIo, connection: Connection, app: PartnerApp, token: string): Promise<Told<TokenFacts>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/debug_token?${new URLSearchParams({ input_token: token })}`, ofApp(app)), (json) => {
      const data = asObject(dig(json, 'data'));
      const end = data.expires_at;
      const targets = asObjects(data.granular_scopes).flatMap(({ scope, target_ids: ids }) =>
        scope === 'whatsapp_business_management' && Array.isArray(ids) ? ids.map(asText) : [],
      );
      const isOurs = asText(data.app_id) === app.appId;
      return {
        isValid: data.is_valid === true && isOurs,
        expiresAt: end === undefined || end === 0 ? null : asInstant(end),
        scopes: Array.isArray(data.scopes) ? data.scopes.map(asText) : [],
        accountIds: [...new Set(targets)].filter(Boolean),
      };
    }),

  account: (io: VendorIo, connection: Connection, wabaId: string): Promise<Told<AccountFacts>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/${segment(wabaId)}?fields=id,name,account_review_status`, bearer(connection)), toAccount),

  numbers: (io: VendorIo, connection: Connection, wabaId: string): Promise<Told<NumberFacts[]>> =>
    ask(
      io,
      get(`${hostOf(connection, 'meta')}/${segment(wabaId)}/phone_numbers?fields=${numberFields}&limit=100`, bearer(connection)),
      (json) => asObjects(dig(json, 'data')).map(toNumber),
    ),

  number: (io: VendorIo, connection: Connection, phoneNumberId: string): Promise<Told<NumberFacts>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}?fields=${numberFields}`, bearer(connection)), toNumber),

  /** @returns the id of the number */
  addNumber: (
    io: VendorIo,
    connection: Connection,
    wabaId: string,
    { cc, phoneNumber, verifiedName }: { cc: string; phoneNumber: string; verifiedName: string },
  ): Promise<Told<string>> =>
    ask(
      io,
      postJson(`${hostOf(connection, 'meta')}/${segment(wabaId)}/phone_numbers`, bearer(connection), {
        cc,
        phone_number: phoneNumber,
        verified_name: verifiedName,
      }),
      (json) => asText(dig(json, 'id')),
    ),

  requestCode: (
    io: VendorIo,
    connection: Connection,
    phoneNumberId: string,
    { method, language }: { method: 'SMS' | 'VOICE'; language: string },
  ): Promise<Told<null>> =>
    ask(
      io,
      postJson(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}/request_code`, bearer(connection), {
        code_method: method,
        language,
      }),
      () => null,
    ),

  verifyCode: (io: VendorIo, connection: Connection, phoneNumberId: string, code: string): Promise<Told<null>> =>
    ask(io, postJson(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}/verify_code`, bearer(connection), { code }), () => null),

  register: (io: VendorIo, connection: Connection, phoneNumberId: string, pin: string): Promise<Told<null>> =>
    ask(
      io,
      postJson(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}/register`, bearer(connection), {
        messaging_product: 'whatsapp',
        pin,
      }),
      () => null,
    ),

  setProfile: (io: VendorIo, connection: Connection, phoneNumberId: string, profile: ProfileFacts): Promise<Told<null>> =>
    ask(
      io,
      postJson(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}/whatsapp_business_profile`, bearer(connection), {
        messaging_product: 'whatsapp',
        // Empty texts are left out: the provider refuses an empty "about".
        ...Object.fromEntries(Object.entries(profile).filter(([, value]) => value.length > 0)),
      }),
      () => null,
    ),

  /** Names of the apps that hear of the account. */
  subscribers: (io: VendorIo, connection: Connection, wabaId: string): Promise<Told<string[]>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/${segment(wabaId)}/subscribed_apps`, bearer(connection)), (json) =>
      asObjects(dig(json, 'data')).map((one) => asText(dig(one, 'whatsapp_business_api_data', 'id'))),
    ),

  subscribe: (io: VendorIo, connection: Connection, wabaId: string): Promise<Told<null>> =>
    ask(io, postJson(`${hostOf(connection, 'meta')}/${segment(wabaId)}/subscribed_apps`, bearer(connection), {}), () => null),

  /** Sets the address to which messages of the number are told; the provider greets that address before it answers. */
  setCallback: (
    io: VendorIo,
    connection: Connection,
    phoneNumberId: string,
    { address, verifyToken }: { address: string; verifyToken: string },
  ): Promise<Told<null>> =>
    ask(
      io,
      postJson(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}`, bearer(connection), {
        webhook_configuration: { override_callback_uri: address, verify_token: verifyToken },
      }),
      () => null,
    ),

  callback: (io: VendorIo, connection: Connection, phoneNumberId: string): Promise<Told<string>> =>
    ask(io, get(`${hostOf(connection, 'meta')}/${segment(phoneNumberId)}?fields=webhook_configuration`, bearer(connection)), (json) =>
      asText(dig(json, 'webhook_configuration', 'phone_number')),
    ),

  templates: (io: VendorIo, connection: Connection, wabaId: string): Promise<Told<number>> =>
    ask(
      io,
      get(`${hostOf(connection, 'meta')}/${segment(wabaId)}/message_templates?limit=100`, bearer(connection)),
      (json) => asObjects(dig(json, 'data')).length,
    ),
};

/** Address of the provider's dialog: it opens in a window, and comes back to `redirectUri` with a code. */
export function metaDialog(
  base: string,
  app: Pick<PartnerApp, 'appId' | 'configId'>,
  { redirectUri, state }: { redirectUri: string; state: string },
) {
  const query = new URLSearchParams({
    client_id: app.appId,
    config_id: app.configId,
    redirect_uri: redirectUri,
    response_type: 'code',
    override_default_response_type: 'true',
    extras: JSON.stringify({ setup: {}, featureType: '', sessionInfoVersion: '3' }),
    state,
  });
  return `${base}?${query}`;
}
