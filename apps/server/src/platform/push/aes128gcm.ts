import { createCipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const curve = 'prime256v1';
const recordSize = 4096;
/** Size limit of a text in one record: the record's size without the tag and the byte that ends the text. */
export const longestPush = recordSize - 16 - 1;

const derive = (ikm: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, length));
const label = (text: string): Buffer => Buffer.from(`${text}\0`);

/**
 * RFC 8188: a text as one record of the encoding aes128gcm.
 * @param keyId named in the head, of at most 255 bytes
 */
export function encodeRecord(plaintext: Buffer, ikm: Buffer, salt: Buffer, keyId: Buffer): Buffer {
  if (plaintext.length > longestPush) throw new RangeError(`At most ${longestPush} bytes fit into one record.`);
  const key = derive(ikm, salt, label('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(ikm, salt, label('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 ends the text of the last record.
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(keyId.length, 4);
  return Buffer.concat([salt, head, keyId, sealed]);
}

/** Keys of a subscription, as the browser gives them: its public point, and a secret that only it and we know. */
export type SubscriberKeys = { p256dh: Buffer; auth: Buffer };

/**
 * RFC 8291: a push that the subscriber alone can read.
 * @param chosen the salt and the private key of this push, which are never used again; only tests choose them
 */
export function encryptPush(plaintext: Buffer, { p256dh, auth }: SubscriberKeys, chosen?: { salt: Buffer; privateKey: Buffer }): Buffer {
  const ours = createECDH(curve);
  if (chosen) ours.setPrivateKey(chosen.privateKey);
  else ours.generateKeys();
  const keyId = ours.getPublicKey();
  const shared = createHmac('sha256', auth).update(ours.computeSecret(p256dh)).digest();
  // HKDF-Expand for one block: the extraction has just been done.
  const ikm = createHmac('sha256', shared)
    .update(Buffer.concat([label('WebPush: info'), p256dh, keyId, Buffer.of(1)]))
    .digest();
  return encodeRecord(plaintext, ikm, chosen?.salt ?? randomBytes(16), keyId);
}

/** Tells whether bytes are an uncompressed point of the curve P-256. */
export function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    const ours = createECDH(curve);
    ours.generateKeys();
    ours.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
