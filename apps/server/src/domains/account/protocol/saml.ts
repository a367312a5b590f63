import { randomBytes, verify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { SAML } from '@node-saml/node-saml';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { ConnectionRow } from '../connection/sso.repository.ts';
import type { Vouched } from './oidc.ts';
import type { SamlMessage, SamlOptions, SamlReading } from './saml.read.ts';
import { type Assertion, assertPlain, claimsOf, readAssertion, redirectAlgorithms } from './saml.rules.ts';
import { readSamlMessage } from './saml.task.ts';

const toleranceMs = 60_000;
/** Size limit of a compressed message in an address. */
const maxInflated = 64 * 1024;

/** Our addresses for a SAML provider; our entity id is the address of our metadata. */
export function samlAddresses({ publicUrl }: Pick<Deps, 'publicUrl'>, connectionId: string) {
  const base = `${publicUrl()}/account/enterprise/saml/${connectionId}`;
  return { entityId: `${base}/metadata`, assertion: `${base}/acs`, logout: `${base}/logout` };
}

type SamlDeps = Pick<Deps, 'publicUrl' | 'secrets'>;
type Connection = Pick<ConnectionRow, 'connectionId' | 'issuer' | 'saml' | 'signingKey' | 'signingCertificate'>;

/** The library for what we write, and for what an address carries, loaded by the first who signs in with it. */
async function libraryOf(
  deps: SamlDeps,
  { connectionId, issuer, saml, signingKey, signingCertificate }: Connection,
  requestId = makeId(),
): Promise<SAML> {
  const options = optionsOf(deps, { connectionId, issuer, saml });
  const library = await import('@node-saml/node-saml');
  return new library.SAML({
    ...options,
    validateInResponseTo: 'never' as never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    privateKey: deps.secrets.decrypt(signingKey),
    publicCert: signingCertificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    generateUniqueId: () => requestId,
  });
}

function optionsOf(deps: SamlDeps, { connectionId, issuer, saml }: Pick<Connection, 'connectionId' | 'issuer' | 'saml'>): SamlOptions {
  if (!saml) throw new Error(`The connection ${connectionId} is none of SAML.`);
  const { entityId, assertion, logout } = samlAddresses(deps, connectionId);
  return {
    callbackUrl: assertion,
    logoutCallbackUrl: logout,
    entryPoint: saml.signInUrl,
    logoutUrl: saml.logoutUrl,
    issuer: entityId,
    audience: entityId,
    idpIssuer: issuer,
    idpCert: saml.certificates,
    acceptedClockSkewMs: toleranceMs,
  };
}

/** An xs:ID: no digit comes first. */
export const makeId = (): string => `_${randomBytes(20).toString('hex')}`;

/** Returns the sign-in address for the browser: a signed request by redirect. */
export async function signInAddress(
  deps: SamlDeps,
  connection: Connection,
  { state, requestId }: { state: string; requestId: string },
): Promise<string> {
  const library = await libraryOf(deps, connection, requestId);
  return library.getAuthorizeUrlAsync(state, undefined, {});
}

export type ReadAnswer = { assertion: Assertion; vouched: Vouched };

/** A message of a form, read where it can hold nobody up. @throws Error that says what is wrong with it */
async function readMessage(
  deps: SamlDeps,
  { confined }: Pick<EnterpriseContext, 'confined'>,
  connection: Connection,
  message: Pick<SamlMessage, 'kind' | 'encoded'>,
): Promise<Exclude<SamlReading, { failure: string }>> {
  const read = await confined.run(readSamlMessage, { ...message, options: optionsOf(deps, connection) });
  if ('failure' in read) throw new Error(read.failure);
  return read;
}

/** A provider's answer, in base64, whose signature and words are good. @throws Error that says what is wrong with it */
export async function readSamlAnswer(
  deps: SamlDeps,
  ctx: Pick<EnterpriseContext, 'confined' | 'now'>,
  connection: Connection & Pick<ConnectionRow, 'groupClaim'>,
  encoded: string,
): Promise<ReadAnswer> {
  const read = await readMessage(deps, ctx, connection, { kind: 'answer', encoded });
  if (!('assertion' in read)) throw new Error('it holds no assertion');
  const { assertion: recipient } = samlAddresses(deps, connection.connectionId);
  const assertion = readAssertion(read.assertion, { issuer: connection.issuer, recipient, now: ctx.now(), toleranceMs });
  const { emailAttribute = '', nameAttribute = '' } = connection.saml ?? {};
  const { subject, format, sessionIndex } = assertion;
  const claims = claimsOf(assertion, { emailAttribute, nameAttribute, groupClaim: connection.groupClaim });
  return { assertion, vouched: { claims, subject, sid: sessionIndex, session: { nameId: subject, format, sessionIndex } } };
}

/** Returns the address that ends the provider's own session; '' if it has no such page. */
export async function samlLogoutAddress(deps: SamlDeps, connection: Connection, session: Record<string, string>): Promise<string> {
  if (!connection.saml?.logoutUrl) return '';
  const { nameId = '', format = '', sessionIndex = '' } = session;
  const person = { issuer: connection.issuer, nameID: nameId, nameIDFormat: format, ...(sessionIndex ? { sessionIndex } : {}) };
  const library = await libraryOf(deps, connection);
  return library.getLogoutUrlAsync(person, '', {});
}

export type LogoutRequest = { id: string; subject: string; sid: string };

/**
 * A provider's signed request to end sessions.
 * @param query as it came: what is signed are its very bytes
 * @throws Error that says what is wrong with it
 */
export async function readRedirectedLogout(deps: SamlDeps, connection: Connection, query: string): Promise<LogoutRequest> {
  const parts = new Map(query.split('&').map((part) => [part.slice(0, part.indexOf('=')), part] as const));
  const values = new URLSearchParams(query);
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => parts.get(name) ?? []).join('&');
  const hash = redirectAlgorithms[values.get('SigAlg') ?? ''];
  const signature = Buffer.from(values.get('Signature') ?? '', 'base64');
  if (!hash || signature.length === 0) throw new Error('it is not signed');
  const isGood = (connection.saml?.certificates ?? []).some((certificate) => verify(hash, Buffer.from(signed), certificate, signature));
  if (!isGood) throw new Error('its signature is wrong');
  const message = values.get('SAMLRequest') ?? '';
  assertPlain(inflateRawSync(Buffer.from(message, 'base64'), { maxOutputLength: maxInflated }).toString('utf8'));
  const library = await libraryOf(deps, connection);
  return toRequest(await library.validateRedirectAsync(Object.fromEntries(values), query));
}

/** The same by a form, with the signature inside. */
export async function readPostedLogout(
  deps: SamlDeps,
  ctx: Pick<EnterpriseContext, 'confined'>,
  connection: Connection,
  encoded: string,
): Promise<LogoutRequest> {
  const read = await readMessage(deps, ctx, connection, { kind: 'logout', encoded });
  return toRequest({ profile: 'logout' in read ? read.logout : null });
}

function toRequest({ profile }: { profile: { ID?: string; nameID?: string; sessionIndex?: string } | null }): LogoutRequest {
  if (!profile?.ID || !profile.nameID) throw new Error('it is no request to sign out');
  return { id: profile.ID, subject: profile.nameID, sid: profile.sessionIndex ?? '' };
}

/** Returns the address to which the browser takes our answer to a logout request; '' if the provider has no such page. */
export async function logoutAnswerAddress(
  deps: SamlDeps,
  connection: Connection,
  request: LogoutRequest,
  relayState: string,
): Promise<string> {
  if (!connection.saml?.logoutUrl) return '';
  const asked = { issuer: connection.issuer, nameID: request.subject, nameIDFormat: '', ID: request.id };
  const library = await libraryOf(deps, connection);
  return library.getLogoutResponseUrlAsync(asked, relayState, {}, true);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

/**
 * Metadata for SAML 2.0 of us: one file that a provider reads. Written here, since the library names no page for signing out by redirect,
 * which most providers use.
 */
export function ownMetadata(deps: SamlDeps, { connectionId, signingCertificate }: Connection): string {
  const { entityId, assertion, logout } = samlAddresses(deps, connectionId);
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings';
  const certificate = signingCertificate.replace(/-----[A-Z ]+-----|\s/g, '');
  const page = (name: string, by: string, at: string, more = '') =>
    `<${name} Binding="${binding}:${by}" Location="${escaped(at)}"${more}/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}">`,
    '<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`,
    page('SingleLogoutService', 'HTTP-Redirect', logout),
    page('SingleLogoutService', 'HTTP-POST', logout),
    '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>',
    page('AssertionConsumerService', 'HTTP-POST', assertion, ' index="0" isDefault="true"'),
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('\n');
}
