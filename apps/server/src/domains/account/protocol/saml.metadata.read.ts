import { X509Certificate } from 'node:crypto';

/** Nothing of the contract is loaded here: the process that reads starts with this file alone. */
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const leastBits = 2048;
/** One provider's has some dozens; what is looked for in it takes time for each of them. */
const mostElements = 2000;

/** The contents of a provider's metadata. @property certificates all that it signs with */
export type MetadataReading = { failure: string } | { issuer: string; signInUrl: string; logoutUrl: string; certificates: string[] };

/** A certificate as PEM, typed in any form. @throws Error that says what is wrong with it */
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

class Unfit extends Error {}

/** Metadata for SAML 2.0, of one provider: what it says, or why it cannot be used. */
export default async function read(xml: string): Promise<MetadataReading> {
  try {
    return await parse(xml);
  } catch (error) {
    if (error instanceof Unfit) return { failure: error.message };
    throw error;
  }
}

async function parse(xml: string): Promise<MetadataReading> {
  if (xml.includes('<!DOCTYPE')) throw new Unfit('its metadata holds a document type');
  const { DOMParser } = await import('linkedom');
  const nodes = [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('*')] as unknown as Node[];
  if (nodes.length > mostElements) throw new Unfit('its metadata is of more than one provider');
  const named = (name: string) => nodes.filter((node) => localName(node) === name && isInside(node, 'IDPSSODescriptor'));
  const entities = nodes.filter((node) => localName(node) === 'EntityDescriptor');
  if (entities.length !== 1 || !nodes.some((node) => localName(node) === 'IDPSSODescriptor'))
    throw new Unfit('this is not the metadata of one SAML identity provider');
  const addressOf = (name: string) =>
    named(name)
      .find((node) => node.getAttribute('Binding') === redirectBinding)
      ?.getAttribute('Location') ?? '';
  const signInUrl = addressOf('SingleSignOnService');
  if (signInUrl === '') throw new Unfit('its metadata names no sign-in page by redirect');
  const certificates = named('X509Certificate')
    .filter(
      (node) => !nodes.some((key) => localName(key) === 'KeyDescriptor' && key.getAttribute('use') === 'encryption' && contains(key, node)),
    )
    .map((node) => certificateOf(node.textContent ?? ''));
  if (certificates.length === 0) throw new Unfit('its metadata holds no certificate');
  return {
    issuer: entities[0]?.getAttribute('entityID') ?? '',
    signInUrl,
    logoutUrl: addressOf('SingleLogoutService'),
    certificates: [...new Set(certificates)],
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
    throw new Unfit(error instanceof Error ? error.message : 'its certificate cannot be read');
  }
}
