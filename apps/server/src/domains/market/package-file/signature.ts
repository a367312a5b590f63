import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { z } from '@parley/contract';

/** Base64 in its only spelling, so that no second text stands for the same bytes. */
const Base64 = z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text && text !== '');
export const PackageSignature = z.strictObject({ algorithm: z.literal('Ed25519'), publicKey: Base64, signature: Base64 });
export type PackageSignature = z.infer<typeof PackageSignature>;

export const fingerprintOfKey = (publicKey: string): string => createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

/** @returns undefined for a text that is no Ed25519 key */
function readPublicKey(publicKey: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const isWhole = key.export({ format: 'der', type: 'spki' }).toString('base64') === publicKey;
    return key.asymmetricKeyType === 'ed25519' && isWhole ? key : undefined;
  } catch {
    return undefined;
  }
}
export const isPublicKey = (publicKey: string): boolean => readPublicKey(publicKey) !== undefined;

export function isSignedBy(bytes: Buffer, { publicKey, signature }: Pick<PackageSignature, 'publicKey' | 'signature'>): boolean {
  const key = readPublicKey(publicKey);
  return key !== undefined && verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

/** @param privateKey PKCS #8, as PEM */
export function signBytes(bytes: Buffer, privateKey: string): PackageSignature {
  const key = createPrivateKey(privateKey);
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  return { algorithm: 'Ed25519', publicKey, signature: sign(null, bytes, key).toString('base64') };
}

export function makeKeyPair(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}
