import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { attemptOver, providerFailed, ssoNotFound, ssoRefused } from '../connection/sso.errors.ts';
import {
  type AttemptRow,
  type ConnectionRow,
  findArrivalOwner,
  findAttemptOwner,
  findConnection,
  findEnterpriseOfConnection,
  insertArrival,
  spendToken,
  takeArrival,
} from '../connection/sso.repository.ts';
import type { Vouched } from '../protocol/oidc.ts';
import { type ReadAnswer, readSamlAnswer } from '../protocol/saml.ts';
import { describeDevice } from '../session/identity.rules.ts';
import type { Caller } from '../session/session.open.ts';
import { sessionRecord } from '../session/session.record.ts';
import { type Arrival, redeem, redirectUriOf } from './sso.attempt.ts';

/** Time in which the page must fetch the arrival. */
const arrivalMs = 60_000;

type Outcome = { vouched: Vouched } | { failure: string };

/** A SAML connection as a stranger names it. @throws DomainError sso.not_found */
export async function accessSamlConnection(
  deps: Deps,
  connectionId: string,
): Promise<{ ctx: EnterpriseContext; connection: ConnectionRow }> {
  const enterpriseId = isUuid(connectionId) ? await findEnterpriseOfConnection(deps.db, connectionId) : undefined;
  if (!enterpriseId) throw ssoNotFound();
  const ctx = enterpriseContext(deps, enterpriseId);
  const connection = await ctx.transaction((tx) => findConnection(tx, enterpriseId, connectionId));
  if (connection?.kind !== 'saml') throw ssoNotFound();
  return { ctx, connection };
}

/**
 * Takes a SAML provider's answer from the browser. Its result waits a minute for the page that the browser is led to. A refusal waits too,
 * so that the page shows our words and none that an address could carry.
 * @returns where the browser goes
 * @throws DomainError sso.not_found or sso.attempt_over
 */
export async function takeAssertion(
  deps: Deps,
  connectionId: string,
  { SAMLResponse: encoded, RelayState: state }: { SAMLResponse: string; RelayState: string },
  caller: Caller,
): Promise<string> {
  const { ctx, connection } = await accessSamlConnection(deps, connectionId);
  const { enterpriseId } = ctx;
  const stateHash = state === '' ? null : hashToken(state);
  const owner = stateHash && (await findAttemptOwner(deps.db, stateHash));
  const isOwn = owner?.enterpriseId === enterpriseId;
  const attempt = isOwn ? (await ctx.transaction((tx) => redeem(ctx, tx, owner.attemptId, connectionId))).attempt : undefined;
  if (connection.state !== 'on' && !attempt?.testedBy) throw attemptOver();
  // Read before the transaction: a message that is slow to read holds no database connection.
  const answered = await readAnswer(deps, ctx, connection, encoded);
  const { token, hash: tokenHash } = makeToken();
  await ctx.transaction(async (tx) => {
    const outcome = 'failure' in answered ? answered : await readOutcome(deps, tx, { connection, attempt, answered });
    if ('failure' in outcome) noteFailure(ctx, tx, connection, caller, outcome.failure);
    await insertArrival(tx, {
      enterpriseId,
      tokenHash,
      connectionId,
      stateHash: attempt ? stateHash : null,
      outcome: deps.secrets.encrypt(JSON.stringify(outcome)),
      routePath: attempt?.routePath ?? '',
      testedBy: attempt?.testedBy ?? null,
      expiresAt: new Date(ctx.now().getTime() + arrivalMs),
    });
  });
  // The part behind the # is seen by no server, log or referrer.
  return `${redirectUriOf(deps, connectionId)}#${new URLSearchParams({ token, ...(attempt ? { state } : {}) }).toString()}`;
}

const failureOf = (error: unknown) => ({ failure: error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read' });

const readAnswer = (
  deps: Deps,
  ctx: EnterpriseContext,
  connection: ConnectionRow,
  encoded: string,
): Promise<ReadAnswer | { failure: string }> => readSamlAnswer(deps, ctx, connection, encoded).catch(failureOf);

type Coming = { connection: ConnectionRow; attempt: AttemptRow | undefined; answered: ReadAnswer };

async function readOutcome(deps: Deps, tx: Tx, { connection, attempt, answered: { assertion, vouched } }: Coming): Promise<Outcome> {
  const { enterpriseId, connectionId } = connection;
  try {
    const asked = attempt && (JSON.parse(deps.secrets.decrypt(attempt.secrets)) as { requestId?: string }).requestId;
    if (assertion.inResponseTo !== (asked ?? '')) throw new Error('it answers no request of this sign-in');
    if (!attempt && !connection.saml?.isProviderStarted) throw new Error('nobody here has asked for it');
    const tokenHash = hashToken(`assertion ${assertion.id}`);
    if (!(await spendToken(tx, { enterpriseId, connectionId, tokenHash, expiresAt: assertion.endsAt })))
      throw new Error('it was used before');
    return { vouched };
  } catch (error) {
    return failureOf(error);
  }
}

function noteFailure(ctx: EnterpriseContext, tx: Tx, connection: ConnectionRow, { address, userAgent }: Caller, failure: string): void {
  recordChange({ ...ctx, address, by: { kind: 'provider', name: connection.name } }, tx, {
    record: sessionRecord,
    id: connection.connectionId,
    action: 'login_failed',
    name: describeDevice(userAgent),
    result: 'refused',
    reason: `sso.refused answer_invalid: ${failure}`,
  });
}

/**
 * Takes the provider's statement by the token of the page; once.
 * @throws DomainError sso.attempt_over, sso.refused, or, in a test, sso.provider_failed with what is wrong
 */
export async function arriveByToken(deps: Deps, { token, state }: { token: string; state: string }): Promise<Arrival> {
  const tokenHash = hashToken(token);
  const enterpriseId = await findArrivalOwner(deps.db, tokenHash);
  if (!enterpriseId) throw attemptOver();
  const ctx = enterpriseContext(deps, enterpriseId);
  const { row, connection } = await ctx.transaction(async (tx) => {
    const row = await takeArrival(tx, enterpriseId, tokenHash, ctx.now());
    if (!row) throw attemptOver();
    const connection = await findConnection(tx, enterpriseId, row.connectionId);
    if (!connection) throw ssoNotFound();
    return { row, connection };
  });
  // Only the tab that has left for the provider goes on.
  if (row.stateHash && !row.stateHash.equals(hashToken(state))) throw attemptOver();
  if (connection.state !== 'on' && row.testedBy === null) throw attemptOver();
  const outcome = JSON.parse(deps.secrets.decrypt(row.outcome)) as Outcome;
  if ('failure' in outcome) throw row.testedBy ? providerFailed(outcome.failure) : ssoRefused('answer_invalid');
  const { vouched } = outcome;
  return { ctx, connection, vouched, routePath: row.routePath, testedBy: row.testedBy, kind: row.stateHash ? 'password' : 'sso' };
}
