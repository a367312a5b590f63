import { randomBytes } from 'node:crypto';
import { type SsoConnection, type SsoSave, ssoLimits } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { SamlSettings } from '#platform/db/schema.account.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { makeSigningKey } from '#platform/secrets/signing-key.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertMayGiveRoles } from '../access/role.service.ts';
import { providerFailed, ssoNotFound } from '../connection/sso.errors.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import {
  type ConnectionRow,
  deleteConnection,
  deleteDomain,
  deleteProviderSessions,
  findConnection,
  findDomain,
  insertConnection,
  insertDomain,
  isDomainTaken,
  listConnections,
  listDomains,
  lockConnection,
  updateConnection,
  updateDomain,
} from '../connection/sso.repository.ts';
import { holdsRecord, rolesIn } from '../connection/sso.rules.ts';
import { isUsableAddress } from '../protocol/oidc.ts';
import { readCertificate } from '../protocol/saml.metadata.read.ts';
import { lockRoles } from '../role/role.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { type Departure, depart } from './sso.attempt.ts';
import { presentConnection } from './sso.present.ts';

const limitReached = (maximum: number) => new DomainError('sso.limit', `There are ${maximum} of them already.`, { maximum });
const domainTaken = () => new DomainError('sso.domain_taken', 'Another enterprise has proved that this domain is theirs.', {});

export function listSsoConnections(deps: Deps, ctx: Ctx): Promise<SsoConnection[]> {
  return ctx.transaction(async (tx) => {
    const rows = await listConnections(tx, ctx.enterpriseId);
    return Promise.all(rows.map((row) => presentConnection(deps, tx, row)));
  });
}

export async function readBack(deps: Deps, tx: Tx, ctx: Ctx, connectionId: string): Promise<SsoConnection> {
  const row = await findConnection(tx, ctx.enterpriseId, connectionId);
  if (!row) throw ssoNotFound();
  return presentConnection(deps, tx, row);
}

/** @throws DomainError sso.not_found, or record.changed with the version of somebody else's save */
export async function lockKnown(ctx: Ctx, tx: Tx, connectionId: string, version?: number): Promise<ConnectionRow> {
  const row = await lockConnection(tx, ctx.enterpriseId, connectionId);
  if (!row) throw ssoNotFound();
  await assertVersion(ctx, tx, ssoRecord, { id: connectionId, version: row.version }, version);
  return row;
}

/** A map gives no more than the user who saves it may give by hand. @throws DomainError role.not_found or role.beyond_own */
async function assertRoles(ctx: Ctx, tx: Tx, input: SsoSave): Promise<void> {
  await lockRoles(tx, ctx.enterpriseId);
  await assertMayGiveRoles(ctx, tx, { userId: '', roles: [] }, rolesIn(input));
}

const fault = (field: string, message = 'Please give an https address.') =>
  invalidRequest({ field, code: 'value.invalid', values: {}, message });

/** Addresses that people or we may be sent to, and certificates that can be read. @returns the certificates as they are kept */
function assertUsable(deps: Deps, input: SsoSave): string[] {
  if (input.kind === 'oidc') {
    if (!isUsableAddress(deps, input.issuer)) throw fault('issuer');
    return [];
  }
  for (const field of ['signInUrl', 'logoutUrl'] as const)
    if (input[field] !== '' && !isUsableAddress(deps, input[field])) throw fault(field);
  return input.certificates.map((typed, index) => {
    try {
      return readCertificate(typed).toString();
    } catch (error) {
      throw fault(`certificates.${index}`, error instanceof Error ? error.message : '');
    }
  });
}

function columnsOf(deps: Deps, ctx: Ctx, input: SsoSave) {
  const { name, issuer, groupClaim, roleMap, defaultRoles } = input;
  const certificates = assertUsable(deps, input);
  const shared = { name: name.trim(), issuer, groupClaim, roleMap: JSON.stringify(roleMap), defaultRoles, editedBy: ctx.actor.userId };
  if (input.kind === 'oidc') {
    const { clientId, clientSecret } = input;
    return { ...shared, clientId: clientId.trim(), ...(clientSecret === '' ? {} : { clientSecret: deps.secrets.encrypt(clientSecret) }) };
  }
  const { signInUrl, logoutUrl, emailAttribute, nameAttribute, isProviderStarted } = input;
  const saml: SamlSettings = { signInUrl, logoutUrl, certificates, emailAttribute, nameAttribute, isProviderStarted };
  return { ...shared, clientId: '', saml: JSON.stringify(saml) };
}

async function makeOwnKey(deps: Deps, ctx: Ctx, { kind }: SsoSave) {
  if (kind === 'oidc') return {};
  const { certificate, privateKey } = await makeSigningKey(ctx.now());
  return { signingCertificate: certificate, signingKey: deps.secrets.encrypt(privateKey) };
}

/** @throws DomainError sso.limit, role.not_found, role.beyond_own or request.invalid */
export async function createConnection(deps: Deps, ctx: Ctx, input: SsoSave): Promise<SsoConnection> {
  const columns = { ...columnsOf(deps, ctx, input), ...(await makeOwnKey(deps, ctx, input)) };
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await assertRoles(ctx, tx, input);
    if ((await listConnections(tx, enterpriseId)).length >= ssoLimits.connections) throw limitReached(ssoLimits.connections);
    const connectionId = newId();
    await creating(
      ctx,
      tx,
      ssoRecord,
      () => connectionId,
      () => insertConnection(tx, { enterpriseId, connectionId, kind: input.kind, testedAt: null, ...columns }),
    );
    return readBack(deps, tx, ctx, connectionId);
  });
}

/** Another provider or client is another connection to its users: it is tested again before anybody signs in by it. */
const isOther = (row: ConnectionRow, input: SsoSave): boolean =>
  row.issuer !== input.issuer || (input.kind === 'oidc' ? row.clientId !== input.clientId.trim() : row.saml?.signInUrl !== input.signInUrl);

/** @throws DomainError sso.not_found, record.changed, role.not_found, role.beyond_own or request.invalid */
export function saveConnection(deps: Deps, ctx: Ctx, connectionId: string, { version, ...input }: SsoSave & { version: number }) {
  const columns = columnsOf(deps, ctx, input);
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await assertRoles(ctx, tx, input);
    const row = await lockKnown(ctx, tx, connectionId, version);
    if (row.kind !== input.kind) throw fault('kind', 'A connection stays of its kind. Please add another.');
    const start = isOther(row, input) ? { state: 'draft' as const, isEnforced: false, testedAt: null } : {};
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { ...columns, ...start, version: row.version + 1 }),
    );
    return readBack(deps, tx, ctx, connectionId);
  });
}

/** @throws DomainError sso.not_found */
export async function removeConnection(ctx: Ctx, connectionId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const ended = await ctx.transaction(async (tx) => {
    await lockKnown(ctx, tx, connectionId);
    const sessions = await deleteProviderSessions(tx, enterpriseId, connectionId);
    await changing(ctx, tx, ssoRecord, connectionId, 'delete', () => deleteConnection(tx, enterpriseId, connectionId));
    return sessions;
  });
  closeSessions(
    ctx.hub,
    ended.map(({ sessionId }) => sessionId),
  );
}

/** @throws DomainError sso.not_found or sso.provider_failed */
export async function startTest(deps: Deps, ctx: Ctx, connectionId: string): Promise<Departure> {
  const connection = await ctx.transaction((tx) => findConnection(tx, ctx.enterpriseId, connectionId));
  if (!connection) throw ssoNotFound();
  return depart(deps, ctx, connection, { routePath: '', testedBy: ctx.actor.userId });
}

/** @throws DomainError sso.not_found, record.changed, sso.not_tested or sso.domain_unverified */
export function switchConnection(deps: Deps, ctx: Ctx, connectionId: string, { isOn, version }: { isOn: boolean; version: number }) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await lockKnown(ctx, tx, connectionId, version);
    if (isOn && row.state === 'draft') throw new DomainError('sso.not_tested', 'Test the connection first.', {});
    if (isOn && !(await listDomains(tx, enterpriseId)).some((domain) => domain.connectionId === connectionId && domain.verifiedAt))
      throw new DomainError('sso.domain_unverified', 'Verify a domain of this connection first.', {});
    const state = isOn ? ('on' as const) : row.state === 'on' ? ('tested' as const) : row.state;
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { state, ...(isOn ? {} : { isEnforced: false }), version: row.version + 1 }),
    );
    return readBack(deps, tx, ctx, connectionId);
  });
}

/** @throws DomainError sso.not_found, sso.domain_taken or sso.limit */
export async function addDomain(deps: Deps, ctx: Ctx, connectionId: string, domain: string): Promise<SsoConnection> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockKnown(ctx, tx, connectionId);
    if (await isDomainTaken(tx, domain, enterpriseId)) throw domainTaken();
    const known = await listDomains(tx, enterpriseId);
    if (known.some((row) => row.domain === domain)) return readBack(deps, tx, ctx, connectionId);
    if (known.length >= ssoLimits.domains) throw limitReached(ssoLimits.domains);
    const token = randomBytes(20).toString('hex');
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      insertDomain(tx, { enterpriseId, domain, connectionId, token, verifiedAt: null, checkedAt: null }),
    );
    return readBack(deps, tx, ctx, connectionId);
  });
}

async function accessDomain(ctx: Ctx, tx: Tx, connectionId: string, domain: string) {
  const row = await findDomain(tx, ctx.enterpriseId, domain);
  if (row?.connectionId !== connectionId) throw ssoNotFound();
  return row;
}

/** Looks for the TXT record. Of two enterprises that prove the same domain the first keeps it. @throws DomainError sso.not_found or sso.domain_taken */
export async function checkDomain(deps: Deps, ctx: Ctx, connectionId: string, domain: string): Promise<SsoConnection> {
  const { enterpriseId } = ctx;
  const { token } = await ctx.transaction((tx) => accessDomain(ctx, tx, connectionId, domain));
  const records = await deps.resolveTxt(domain).catch((error: unknown) => {
    throw providerFailed('no name server has answered', error);
  });
  const isThere = holdsRecord(records, token);
  try {
    return await ctx.transaction(async (tx) => {
      await lockKnown(ctx, tx, connectionId);
      const row = await accessDomain(ctx, tx, connectionId, domain);
      const verifiedAt = isThere ? (row.verifiedAt ?? ctx.now()) : row.verifiedAt;
      await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
        updateDomain(tx, enterpriseId, domain, { checkedAt: ctx.now(), verifiedAt }),
      );
      return readBack(deps, tx, ctx, connectionId);
    });
  } catch (error) {
    throw violatedConstraint(error) === 'sso_domains_verified' ? domainTaken() : error;
  }
}

/** @throws DomainError sso.not_found */
export function removeDomain(deps: Deps, ctx: Ctx, connectionId: string, domain: string): Promise<SsoConnection> {
  return ctx.transaction(async (tx) => {
    await lockKnown(ctx, tx, connectionId);
    await accessDomain(ctx, tx, connectionId, domain);
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () => deleteDomain(tx, ctx.enterpriseId, domain));
    return readBack(deps, tx, ctx, connectionId);
  });
}
