import { constants, createCipheriv, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { z } from '@parley/contract/z';

/** A request to the endpoint of a flow as it comes: its key sealed by our public one, its body by that key. */
const Sealed = z.object({
  encrypted_aes_key: z.string().min(1).max(2000),
  encrypted_flow_data: z.string().min(1).max(20_000_000),
  initial_vector: z.string().min(1).max(200),
});
const tagBytes = 16;
const keyBytes = 16;

/** @property seal closes the answer with the key of the request */
export type OpenedFlowRequest = { body: unknown; keyIndex: number; seal(answer: unknown): string };
/** `not_ours`: no key of ours opens it, so that the phone has to fetch a new one (421); `malformed`: it is no sealed request */
export type FlowRefusal = 'not_ours' | 'malformed';

/**
 * Opens a request: RSA-OAEP with SHA-256 for the key, AES-128-GCM for the body.
 * @param keys our private keys, the present one first; one that has been replaced still opens
 */
export function openFlowRequest(given: unknown, keys: readonly KeyObject[]): OpenedFlowRequest | FlowRefusal {
  const read = Sealed.safeParse(given);
  if (!read.success) return 'malformed';
  const sealedKey = Buffer.from(read.data.encrypted_aes_key, 'base64');
  const data = Buffer.from(read.data.encrypted_flow_data, 'base64');
  const iv = Buffer.from(read.data.initial_vector, 'base64');
  if (data.length <= tagBytes || iv.length === 0) return 'malformed';
  for (const [keyIndex, key] of keys.entries()) {
    const secret = unwrap(sealedKey, key);
    const text = secret && decrypt(data, secret, iv);
    if (!secret || text === undefined) continue;
    try {
      return { body: JSON.parse(text), keyIndex, seal: (answer) => encrypt(answer, secret, inverted(iv)) };
    } catch {
      return 'malformed';
    }
  }
  return 'not_ours';
}

function unwrap(sealed: Buffer, key: KeyObject): Buffer | undefined {
  try {
    const secret = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed);
    return secret.length === keyBytes ? secret : undefined;
  } catch {
    return undefined;
  }
}

function decrypt(data: Buffer, secret: Buffer, iv: Buffer): string | undefined {
  try {
    const opener = createDecipheriv('aes-128-gcm', secret, iv, { authTagLength: tagBytes });
    opener.setAuthTag(data.subarray(-tagBytes));
    return Buffer.concat([opener.update(data.subarray(0, -tagBytes)), opener.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function encrypt(answer: unknown, secret: Buffer, iv: Buffer): string {
  const sealer = createCipheriv('aes-128-gcm', secret, iv, { authTagLength: tagBytes });
  return Buffer.concat([sealer.update(JSON.stringify(answer), 'utf8'), sealer.final(), sealer.getAuthTag()]).toString('base64');
}

/** The answer's vector is the request's with each bit turned over. */
const inverted = (iv: Buffer): Buffer => Buffer.from(iv.map((byte) => byte ^ 0xff));
