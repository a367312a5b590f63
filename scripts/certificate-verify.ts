/**
 * Checks the certificate of an erasure without the product: `node scripts/certificate-verify.ts certificate.json [public key.pem]`. It needs
 * Node and this file alone. The certificate carries the installation's public key; give the one that you noted yourself (Company → Audit
 * trail → Settings), or a forger's certificate with a forger's key would pass.
 */
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

type Signed = { certificate: Record<string, unknown>; signature: string; publicKey: string };

/** RFC 8785 of what a certificate holds: texts, whole numbers, lists and objects. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

export function isGenuine({ certificate, signature, publicKey }: Signed, ownKey = publicKey): boolean {
  const text = Buffer.from(canonical(certificate));
  return verify(null, text, createPublicKey(ownKey), Buffer.from(signature, 'base64'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = '', keyFile] = process.argv.slice(2);
  const given = JSON.parse(readFileSync(file, 'utf8')) as Signed;
  const isGood = isGenuine(given, keyFile ? readFileSync(keyFile, 'utf8') : undefined);
  console.log(isGood ? 'The certificate is what was signed.' : 'The certificate is not what was signed.');
  if (isGood && !keyFile) console.log('The key is the one in the file: compare it with the one that you noted.');
  process.exitCode = isGood ? 0 : 1;
}
