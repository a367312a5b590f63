import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

const years = 20;
const commonName = '2.5.4.3';
const sha256WithRsa = '1.2.840.113549.1.1.11';

export type SigningKey = { certificate: string; privateKey: string };

const toPem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

/**
 * A key of our own for one provider. It knows the key by its certificate (RFC 5280), which says no more than the public key: nobody asks
 * who signed it, and it is made anew with the connection.
 * @returns both as PEM
 */
export async function makeSigningKey(now: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  const algorithm = new AlgorithmIdentifier({ algorithm: sha256WithRsa, parameters: null });
  const value = new AttributeValue({ utf8String: 'Single sign-on' });
  const name = new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])]);
  const serial = randomBytes(16);
  // A serial number is positive and not padded.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: Uint8Array.from(serial).buffer,
    signature: algorithm,
    issuer: name,
    validity: new Validity({ notBefore: now, notAfter }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  });
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), key);
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: algorithm, signatureValue: Uint8Array.from(signature).buffer });
  return {
    certificate: toPem('CERTIFICATE', Buffer.from(AsnConvert.serialize(certificate))),
    privateKey: toPem('PRIVATE KEY', privateKey),
  };
}
