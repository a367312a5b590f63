import { ssoLimits } from '@parley/contract';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { attemptOver, notConfigured, providerFailed, ssoNotFound } from '../connection/sso.errors.ts';
import {
  type ConnectionRow,
  findAttemptOwner,
  findConnection,
  findConnectionOfDomain,
  insertAttempt,
  redeemAttempt,
} from '../connection/sso.repository.ts';
import { domainOf } from '../connection/sso.rules.ts';
import { type Departing, departureOf, isUsableAddress, type OidcProvider, readAnswer, type Vouched } from '../protocol/oidc.ts';
import { makeId, signInAddress } from '../protocol/saml.ts';
import { safeRoutePath } from '../session/identity.rules.ts';

export const redirectUriOf = (deps: Pick<Deps, 'publicUrl'>, connectionId: string): string =>
  `${deps.publicUrl()}/${connectionId}/redirect`;

export const providerOf = (deps: Pick<Deps, 'secrets'>, { issuer, clientId, clientSecret }: ConnectionRow): OidcProvider => ({
  issuer,
  clientId,
  clientSecret: clientSecret ? deps.secrets.decrypt(clientSecret) : '',
});

export type Departure = { address: string; state: string };

/** Sends a browser to the provider; only the holder of the state completes the attempt, once, within ten minutes. */
export async function depart(
  deps: Deps,
  ctx: EnterpriseContext,
  connection: ConnectionRow,
  { routePath, testedBy }: { routePath: string; testedBy: string | null },
): Promise<Departure> {
  const { token: state, hash: stateHash } = makeToken();
  const { connectionId } = connection;
  // Asked before anything is kept: a provider that does not answer leaves nothing behind.
  const { address, secrets } = await (connection.kind === 'saml' ? departBySaml : departByOidc)(deps, connection, state);
  await ctx.transaction((tx) =>
    insertAttempt(tx, {
      enterpriseId: ctx.enterpriseId,
      attemptId: newId(),
      connectionId,
      stateHash,
      secrets: deps.secrets.encrypt(JSON.stringify(secrets)),
      routePath: safeRoutePath(routePath),
      testedBy,
      usedAt: null,
      expiresAt: new Date(ctx.now().getTime() + ssoLimits.attemptMinutes * 60_000),
    }),
  );
  return { address, state };
}

async function departByOidc(deps: Deps, connection: ConnectionRow, state: string) {
  const secrets = { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const redirectUri = redirectUriOf(deps, connection.connectionId);
  return { address: await departureOf(deps, providerOf(deps, connection), { redirectUri, state, ...secrets }), secrets };
}

async function departBySaml(deps: Deps, connection: ConnectionRow, state: string) {
  if (!isUsableAddress(deps, connection.saml?.signInUrl ?? '')) throw providerFailed('the address of its sign-in page is not https');
  const secrets = { requestId: makeId() };
  return { address: await signInAddress(deps, connection, { state, ...secrets }), secrets };
}

/** Looks at the domain alone: whether somebody has the address is nobody's business. @throws DomainError sso.not_configured */
export async function departByMail(deps: Deps, { email, routePath }: { email: string; routePath: string }): Promise<Departure> {
  const found = await findConnectionOfDomain(deps.db, domainOf(email));
  if (!found) throw notConfigured();
  const ctx = enterpriseContext(deps, found.enterpriseId);
  const connection = await ctx.transaction((tx) => findConnection(tx, ctx.enterpriseId, found.connectionId));
  if (connection?.state !== 'on') throw notConfigured();
  return depart(deps, ctx, connection, { routePath, testedBy: null });
}

export type Arrival = {
  ctx: EnterpriseContext;
  connection: ConnectionRow;
  vouched: Vouched;
  routePath: string;
  testedBy: string | null;
  /** 'sso': it began at the provider, where it ends too (SHELL-048). */
  kind: 'password' | 'sso';
};

/**
 * Takes the provider's statement by the code that it has sent the browser back with. The attempt is used up first, so of two calls one goes
 * on.
 * @throws DomainError sso.attempt_over, sso.provider_failed
 */
export async function arrive(deps: Deps, { token, state, iss }: { token: string; state: string; iss: string }): Promise<Arrival> {
  const owner = await findAttemptOwner(deps.db, hashToken(state));
  if (!owner) throw attemptOver();
  const ctx = enterpriseContext(deps, owner.enterpriseId);
  const { attempt, connection } = await ctx.transaction((tx) => redeem(ctx, tx, owner.attemptId));
  if (connection.kind !== 'oidc') throw attemptOver();
  const secrets = JSON.parse(deps.secrets.decrypt(attempt.secrets)) as Pick<Departing, 'nonce' | 'codeVerifier'>;
  const departing = { redirectUri: redirectUriOf(deps, connection.connectionId), state, ...secrets };
  const vouched = await readAnswer(deps, providerOf(deps, connection), departing, { code: token, iss });
  return { ctx, connection, vouched, routePath: attempt.routePath, testedBy: attempt.testedBy, kind: 'password' };
}

/** @param connectionId whose answer it is; left out: whichever's the attempt is. @throws DomainError sso.attempt_over or sso.not_found */
export async function redeem(ctx: EnterpriseContext, tx: Tx, attemptId: string, connectionId?: string) {
  const attempt = await redeemAttempt(tx, ctx.enterpriseId, attemptId, ctx.now());
  if (!attempt || (connectionId !== undefined && attempt.connectionId !== connectionId)) throw attemptOver();
  const connection = await findConnection(tx, ctx.enterpriseId, attempt.connectionId);
  if (!connection) throw ssoNotFound();
  if (connection.state !== 'on' && attempt.testedBy === null) throw attemptOver();
  return { attempt, connection };
}
