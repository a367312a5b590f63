import { isStorable } from '@parley/contract';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { BlockedAddress, openSafely } from '#platform/safe-fetch/safe-fetch.ts';
import type { Config } from '../../../config.ts';
import { providerFailed } from '../connection/sso.errors.ts';

const timeoutMs = 10_000;
const maxBytes = 512 * 1024;
const toleranceSeconds = 60;
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export type OidcProvider = { issuer: string; clientId: string; clientSecret: string };
export type WithConfig = { config: Pick<Config, 'privateHosts'> };

/** Addresses of the open net by https; in the own network, and without it, those that the installation names. */
export function isUsableAddress({ config }: WithConfig, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && config.privateHosts.includes(hostname));
}

/** The library's requests through our own guard: no redirect, bounded in size and time, and no address of the own network. */
const guardedFetch =
  ({ config }: WithConfig) =>
  async (url: string, options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal }) => {
    const { body } = options;
    const response = await openSafely(url, {
      method: options.method,
      headers: options.headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
      allowedHosts: config.privateHosts,
    });
    const read: Uint8Array[] = [];
    for await (const chunk of response.chunks) read.push(chunk);
    const text = response.status === 204 || response.status === 304 ? null : Buffer.concat(read);
    return new Response(text, { status: response.status, headers: response.headers });
  };

/** Describes the failure for an administrator who sets the connection up. */
export function reasonOf(error: unknown): string {
  const chain: string[] = [];
  for (let at: unknown = error; at instanceof Error && chain.length < 4; at = at.cause) {
    if (at instanceof BlockedAddress) return 'its address may not be reached from here';
    chain.push(at.message);
  }
  return [...new Set(chain)].join(': ').slice(0, 300) || 'no answer';
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw providerFailed(reasonOf(error), error);
  }
}

/** Asked anew each time, so that new keys and addresses of a provider count at once: people sign in rarely. */
async function discover(deps: WithConfig, { issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:';
  const config = await discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [clockTolerance]: toleranceSeconds },
    undefined,
    {
      [customFetch]: guardedFetch(deps) as never,
      timeout: timeoutMs / 1000,
      ...(isPlain && isUsableAddress(deps, issuer) ? { execute: [allowInsecureRequests] } : {}),
    },
  );
  // Checks the token's signature itself: its worth must not depend on the connection that delivered it.
  enableNonRepudiationChecks(config);
  return config;
}

export type Departing = { redirectUri: string; state: string; nonce: string; codeVerifier: string };

/** Returns the sign-in address for the browser. @throws DomainError sso.provider_failed */
export const departureOf = (
  deps: WithConfig,
  provider: OidcProvider,
  { redirectUri, state, nonce, codeVerifier }: Departing,
): Promise<string> =>
  orFailed(async () => {
    const config = await discover(deps, provider);
    const address = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    if (!isUsableAddress(deps, address.href)) throw new Error('the address of its sign-in page is not https');
    return address.href;
  });

/** A provider's statement about a person. @property session what signing out there needs */
export type Vouched = { claims: Record<string, unknown>; subject: string; sid: string; session: Record<string, string> };

const unkept = 'it names somebody in characters that cannot be kept';

/** Changes the code for what the provider vouches for. @throws DomainError sso.provider_failed */
export const readAnswer = (
  deps: WithConfig,
  provider: OidcProvider,
  { redirectUri, state, nonce, codeVerifier }: Departing,
  { code, iss }: { code: string; iss: string },
): Promise<Vouched> =>
  orFailed(async () => {
    const config = await discover(deps, provider);
    const answer = new URL(redirectUri);
    answer.search = new URLSearchParams({ code, state, ...(iss ? { iss } : {}) }).toString();
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('it has answered no ID token');
    // One name for everybody would let everybody in as the first.
    if (claims.sub.trim() === '') throw new Error('its ID token names nobody');
    const hasMore = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    if (!isStorable([more, claims])) throw new Error(unkept);
    const sid = typeof claims.sid === 'string' ? claims.sid : '';
    return { claims: { ...more, ...claims }, subject: claims.sub, sid, session: { idToken: tokens.id_token } };
  });

/** Returns the address that ends the provider's own session; '' if it has no such page. */
export async function endSessionAddress(
  deps: WithConfig,
  provider: OidcProvider,
  { idToken, returnTo }: { idToken: string; returnTo: string },
): Promise<string> {
  try {
    const config = await discover(deps, provider);
    if (!config.serverMetadata().end_session_endpoint) return '';
    const { href } = buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo });
    return isUsableAddress(deps, href) ? href : '';
  } catch {
    // Signing out here does not wait for the provider.
    return '';
  }
}

export type LogoutToken = { sid: string | undefined; subject: string | undefined; jti: string; expiresAt: Date };

/** OpenID Connect Back-Channel Logout 1.0, 2.6. @throws Error saying what is wrong with the token */
export async function readLogoutToken(deps: WithConfig, provider: OidcProvider, token: string, now: Date): Promise<LogoutToken> {
  const config = await discover(deps, provider);
  const { jwks_uri: address } = config.serverMetadata();
  if (!address) throw new Error('the provider has no keys');
  const response = await guardedFetch(deps)(address, { method: 'GET', headers: { accept: 'application/json' } });
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  const { payload } = await jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    audience: provider.clientId,
    algorithms: asymmetric,
    clockTolerance: toleranceSeconds,
    currentDate: now,
    maxTokenAge: 600,
    requiredClaims: ['iat', 'jti'],
  });
  if (!isStorable(payload)) throw new Error(unkept);
  return { ...readEvents(payload), jti: String(payload.jti), expiresAt: new Date(now.getTime() + 1200_000) };
}

function readEvents({ events, nonce, sid, sub }: JWTPayload): { sid: string | undefined; subject: string | undefined } {
  if (typeof events !== 'object' || events === null || !(logoutEvent in events)) throw new Error('it is no logout token');
  if (nonce !== undefined) throw new Error('a logout token has no nonce');
  const name = typeof sid === 'string' && sid !== '' ? sid : undefined;
  if (name === undefined && !sub) throw new Error('it names no session and no subject');
  return { sid: name, subject: sub };
}
