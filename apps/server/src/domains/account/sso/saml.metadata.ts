import { X509Certificate } from 'node:crypto';
import { type SamlProvider, ssoLimits } from '@parley/contract';
import { safeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { isUsableAddress, reasonOf, type WithConfig } from './oidc.ts';
import { providerFailed } from './sso.errors.ts';

const maxBytes = ssoLimits.metadataLength;
const timeoutMs = 10_000;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const leastBits = 2048;
/** One provider's has some dozens; what is looked for in it takes time for each of them. */
const mostElements = 2000;

/** A certificate as PEM, in whatever way it was typed. @throws Error that says what is wrong with it */
export function readCertificate(typed: string): X509Certificate {
  const base64 = typed.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new Error('This is no X.509 certificate.');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < leastBits)
    throw new Error(`The key of the certificate is no RSA key of at least ${leastBits} bits.`);
  return certificate;
}

type Node = { localName: string; parentNode: Node | null; getAttribute: (name: string) => string | null; textContent: string | null };

const localName = ({ localName: name }: Node): string => name.slice(name.indexOf(':') + 1);
const isInside = (node: Node, name: string): boolean => {
  for (let at = node.parentNode; at; at = at.parentNode) if (at.localName && localName(at) === name) return true;
  return false;
};

/** Metadata for SAML 2.0, of one provider. @throws DomainError sso.provider_failed */
export async function parseMetadata(xml: string): Promise<SamlProvider> {
  if (xml.includes('<!DOCTYPE')) throw providerFailed('its metadata holds a document type');
  const { DOMParser } = await import('linkedom');
  const nodes = [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('*')] as unknown as Node[];
  if (nodes.length > mostElements) throw providerFailed('its metadata is of more than one provider');
  const named = (name: string) => nodes.filter((node) => localName(node) === name && isInside(node, 'IDPSSODescriptor'));
  const entities = nodes.filter((node) => localName(node) === 'EntityDescriptor');
  if (entities.length !== 1 || !nodes.some((node) => localName(node) === 'IDPSSODescriptor'))
    throw providerFailed('this is not the metadata of one SAML identity provider');
  const addressOf = (name: string) =>
    named(name)
      .find((node) => node.getAttribute('Binding') === redirectBinding)
      ?.getAttribute('Location') ?? '';
  const signInUrl = addressOf('SingleSignOnService');
  if (signInUrl === '') throw providerFailed('its metadata names no sign-in page by redirect');
  const certificates = named('X509Certificate')
    .filter(
      (node) => !nodes.some((key) => localName(key) === 'KeyDescriptor' && key.getAttribute('use') === 'encryption' && contains(key, node)),
    )
    .map((node) => certificateOf(node.textContent ?? ''));
  if (certificates.length === 0) throw providerFailed('its metadata holds no certificate');
  return {
    issuer: entities[0]?.getAttribute('entityID') ?? '',
    signInUrl,
    logoutUrl: addressOf('SingleLogoutService'),
    certificates: [...new Set(certificates)].slice(0, ssoLimits.certificates),
  };
}

function contains(key: Node, node: Node): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (at === key) return true;
  return false;
}

function certificateOf(text: string): string {
  try {
    return readCertificate(text).toString();
  } catch (error) {
    throw providerFailed(error instanceof Error ? error.message : 'its certificate cannot be read');
  }
}

/** Reads metadata from its address, or from what was typed. @throws DomainError sso.provider_failed */
export async function readMetadata(deps: WithConfig, { address, xml }: { address: string; xml: string }): Promise<SamlProvider> {
  if (address === '') return parseMetadata(xml);
  if (!isUsableAddress(deps, address)) throw providerFailed('the address of its metadata is not https');
  let text: string;
  try {
    const { status, body } = await safeFetch(address, { maxBytes, timeoutMs, maxRedirects: 3, allowedHosts: deps.config.privateHosts });
    if (status !== 200) throw new Error(`its metadata was answered with ${status}`);
    text = body.toString('utf8');
  } catch (error) {
    throw providerFailed(reasonOf(error), error);
  }
  return parseMetadata(text);
}
