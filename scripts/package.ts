/**
 * Signs a shipped package: `npm run package -- <folder> <key file>` writes <folder>.parley beside the folder. The key file holds the private
 * Ed25519 key of the releases as PEM; whoever makes releases keeps it, and no repository has it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readSource } from '../apps/server/src/domains/market/package/package.source.ts';
import { releaseKey } from '../apps/server/src/domains/market/package/release-key.ts';
import { readPackageFile, writePackageFile } from '../apps/server/src/domains/market/package-file/package-file.ts';
import { signBytes } from '../apps/server/src/domains/market/package-file/signature.ts';
import { modules } from '../apps/server/src/domains.ts';
import { collectExtensions } from '../apps/server/src/extensions.ts';
import { packables } from '../apps/server/src/packable.ts';

/** The same bytes each time: the signature has no chance in it, and the file no clock. */
const writtenAt = new Date('2026-01-01T00:00:00Z');

const [folder = '', keyFile = ''] = process.argv.slice(2);
if (folder === '' || keyFile === '') {
  console.error('Usage: npm run package -- <folder of the package> <file of the private key>');
  process.exit(1);
}
const source = readSource(folder);
const signature = signBytes(Buffer.from(source.manifestText), readFileSync(keyFile, 'utf8'));
if (signature.publicKey !== releaseKey) {
  console.error('This is not the key of the releases: its public half is not the one in release-key.ts.');
  process.exit(1);
}
const target = `${folder.replace(/\/$/, '')}.parley`;
writeFileSync(target, await writePackageFile({ ...source, signature }, writtenAt));
const { manifest } = await readPackageFile(target, collectExtensions(modules).of(packables));
console.log(`${target}: ${manifest.name} ${manifest.version}, ${manifest.items.length} items, signed.`);
process.exit(0);
