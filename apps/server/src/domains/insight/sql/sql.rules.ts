import { createHash, createHmac, pbkdf2, randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const letters = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const randomText = (from: string, length: number) => Array.from({ length }, () => from.charAt(randomInt(from.length))).join('');

export const makeLogin = (): string => `parley_r_${randomText(digits, 12)}`;
/** Letters and digits alone, so that it stands in an address of a connection as it is. */
export const makePassword = (): string => randomText(letters, 40);

const derive = promisify(pbkdf2);
const rounds = 4096; // PostgreSQL's own; the password has 238 bits, so more of them protect nothing

/** PostgreSQL's form of a password that it can check and nobody can read: the password itself is in no statement and in no log. */
export async function verifierOf(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const salted = await derive(password, salt, rounds, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

const mostShown = 500;
/** Texts and numbers that a statement holds, comments too; an open one goes on to the end, since PostgreSQL keeps the first 1,024 bytes. */
const literals =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*(?:"|$)|\b[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)|\b[uU]&'(?:[^']|'')*(?:'|$)|\b[bBnNxX]'[^']*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|[\w$]*[A-Za-z_][\w$]*|\.?\d[\w.]*/g;

/** A statement as the log keeps it: names as they are, `?` in place of each value, nothing of comments. */
export function withoutLiterals(statement: string): string {
  const text = statement.replace(literals, (found) => {
    if (/^(--|\/\*)/.test(found)) return ' ';
    return /^("|[A-Za-z_])/.test(found) && !/^[a-zA-Z]?&?'/.test(found) ? found : '?';
  });
  return text.replaceAll('\0', '').replace(/\s+/g, ' ').trim().slice(0, mostShown);
}
