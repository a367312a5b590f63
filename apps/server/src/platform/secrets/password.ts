import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const memoryKiB = 19_456; // two passes and one lane make it the OWASP minimum for argon2id, 35 ms here

/** A PHC string, which every argon2 library reads. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, memory: memoryKiB, passes: 2, parallelism: 1, tagLength: 32 });
  return `$argon2id$v=19$m=${memoryKiB},t=2,p=1$${base64(nonce)}$${base64(tag)}`;
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const wanted = Buffer.from(tag, 'base64');
  const got = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(got, wanted);
}
