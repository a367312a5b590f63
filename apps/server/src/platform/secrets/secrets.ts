import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Secrets = {
  encrypt: (text: string) => string;
  decrypt: (sealed: string) => string;
  /** A signed text with an expiry: its content is not secret, but cannot be changed. */
  sign: (claims: string, expiresAt: Date) => string;
  /** The claims of a signed text, or nothing when it is forged or over. */
  verify: (signed: string, now: Date) => string | undefined;
  /** HMAC-SHA256 by a key of this use alone: equal texts are recognised, and nobody without the key finds the text by trying. */
  keyedHash: (use: string, text: string) => Buffer;
};

/** The key of the installation: SECRETS_KEY, or a file that the first start makes. Two processes that start at once agree on one. */
export function readSecretsKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured) return Buffer.from(configured, 'hex');
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secrets.key');
  // The file gets its name when it is whole: another process, or the start after a crash, must never find half a key.
  const written = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(written, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(written, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written);
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[\da-f]{64}$/i.test(text)) throw new Error(`${file} does not hold a key of 64 hexadecimal digits.`);
  return Buffer.from(text, 'hex');
}

/** AES-256-GCM with a key derived for each use from the installation's. */
export function createSecrets(key: Buffer): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, 32));
  const sealing = derive('seal');
  const signing = derive('sign');
  const keyOf = new Map<string, Buffer>();
  const keyFor = (use: string): Buffer => {
    const key = keyOf.get(use) ?? derive(use);
    keyOf.set(use, key);
    return key;
  };
  const signature = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    decrypt(text) {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    keyedHash: (use, text) => createHmac('sha256', keyFor(use)).update(text).digest(),
    sign(claims, expiresAt) {
      const text = `${Buffer.from(claims).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`;
      return `${text}.${signature(text)}`;
    },
    verify(signed, now) {
      const [claims = '', expires = '', given = ''] = signed.split('.');
      const wanted = Buffer.from(signature(`${claims}.${expires}`));
      const offered = Buffer.from(given);
      if (wanted.length !== offered.length || !timingSafeEqual(wanted, offered)) return undefined;
      if (Number.parseInt(expires, 36) * 1000 <= now.getTime()) return undefined;
      return Buffer.from(claims, 'base64url').toString('utf8');
    },
  };
}

/** A token of 256 random bits, and the hash of it that is stored. */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
