import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isStorable, PackageManifest, packageLimits, type z } from '@parley/contract';
import { ZipFile } from 'yazl';
import { canonical } from '#platform/audit/changes.ts';
import { readZip } from '#platform/files/zip.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Packable } from '../../../packable.ts';
import { inOrder, referencesIn } from './references.ts';
import { isSignedBy, PackageSignature } from './signature.ts';

/** A package as it lies in a file. @property manifestText the bytes that are signed @property parts texts of its items by path */
export type PackageFile = {
  manifest: PackageManifest;
  manifestText: string;
  signature: PackageSignature;
  parts: ReadonlyMap<string, string>;
};

const mostItemBytes = 8 * 1024 ** 2;
const deepest = 60;
export const invalidFile = (reason: string) => new DomainError('package.file_invalid', reason, { reason });
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const isItem = (name: string): boolean => /^items\/[a-z0-9-]{1,60}\.json$/.test(name);

/** A file of ours holds nothing else: other entries were added later. */
function isWanted(name: string): boolean {
  if (name === 'items/') return false;
  if (name === 'manifest.json' || name === 'signature.json' || isItem(name)) return true;
  if (name === 'parley.json') throw invalidFile('It is the export of one stream. Import it among the streams.');
  throw invalidFile(`The file holds “${JSON.stringify(name).slice(1, 101).replace(/"$/, '')}”, which is no part of a package.`);
}

/** @throws DomainError package.file_invalid */
function parse(content: string, name: string): unknown {
  if (content.length > mostItemBytes) throw invalidFile(`${name} is larger than 8 MB.`);
  // Everything that reads a value goes as deep as it goes.
  let depth = 0;
  for (const sign of content.replace(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > deepest) throw invalidFile(`${name} is nested too deep.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw invalidFile(`${name} is no JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidFile(`${name} holds no object.`);
  if (!isStorable(value)) throw invalidFile(`${name} holds characters that no text may have.`);
  return value;
}

/** There is one text for one value, and the signature is of that text. */
function parseCanonical<S extends z.ZodType>(content: Buffer | undefined, name: string, schema: S): z.output<S> {
  if (!content) throw invalidFile(`The file lacks ${name}.`);
  const text = content.toString();
  const value = parse(text, name);
  if (Buffer.from(canonical(value)).compare(content) !== 0) throw invalidFile(`${name} was changed: it is not as packages write it.`);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidFile([name, issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/**
 * Reads a package: every entry is known, the signature is of the manifest, every item has its hash, and names what is in the package alone.
 * The caller decides whether its publisher is trusted.
 * @throws DomainError package.file_invalid with the reason
 */
export async function readPackageFile(path: string, kinds: readonly Packable[]): Promise<PackageFile> {
  const files = await readZip(path, isWanted, invalidFile, {
    entries: packageLimits.entries,
    entryBytes: mostItemBytes,
    totalBytes: packageLimits.bytes,
    isStrict: true,
  });
  const signature = parseCanonical(files.get('signature.json'), 'signature.json', PackageSignature);
  const manifestBytes = files.get('manifest.json');
  if (manifestBytes && !isSignedBy(manifestBytes, signature))
    throw invalidFile('The signature is not of this manifest: the package was changed after it was signed.');
  const manifest = parseCanonical(manifestBytes, 'manifest.json', PackageManifest);
  const parts = new Map<string, string>();
  for (const [name, content] of files) if (isItem(name)) parts.set(name, content.toString());
  assertItems(manifest, parts);
  assertContents(manifest, parts, kinds);
  return { manifest, manifestText: canonical(manifest), signature, parts };
}

function assertItems({ items }: PackageManifest, parts: ReadonlyMap<string, string>): void {
  const named = new Set(items.map(({ path }) => path));
  if (named.size < items.length) throw invalidFile('The manifest names an item twice.');
  for (const { path, sha256 } of items) {
    const text = parts.get(path);
    if (text === undefined) throw invalidFile(`The file lacks ${path}.`);
    if (sha256Of(text) !== sha256) throw invalidFile(`${path} was changed: its hash is not the one of the manifest.`);
  }
  const extra = [...parts.keys()].find((path) => !named.has(path));
  if (extra !== undefined) throw invalidFile(`The manifest does not name ${extra}.`);
}

export const contentOf = (text: string): object => JSON.parse(text) as object;

/** Items name each other by path, and everything else by name alone. */
function assertContents({ items }: PackageManifest, parts: ReadonlyMap<string, string>, kinds: readonly Packable[]): void {
  const partOf = new Map(kinds.map((part) => [part.kind, part]));
  const refOf = new Map(items.map(({ path, kind }) => [path, partOf.get(kind)?.ref ?? '']));
  const names = new Map<string, string[]>();
  for (const { path, kind, name } of items) {
    const value = parse(parts.get(path) ?? '', path) as object;
    const references = referencesIn(value);
    const foreign = references.find(({ ref, id }) => id !== '' && refOf.get(id) !== ref);
    if (foreign) throw invalidFile(`${name} names a ${foreign.ref} that is not in the package.`);
    names.set(
      path,
      references.flatMap(({ id }) => (id === '' ? [] : [id])),
    );
    const read = partOf.get(kind)?.read(value) ?? { fault: 'This installation does not know its kind.' };
    if ('fault' in read) throw invalidFile(`${name}: ${read.fault}`);
  }
  if (!inOrder(items, ({ path }) => names.get(path) ?? [])) throw invalidFile('Items of the package name each other in a circle.');
}

/** The same package as a file, with the same bytes each time but for the clock. */
export async function writePackageFile({ manifestText, signature, parts }: Omit<PackageFile, 'manifest'>, at: Date): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime: at });
  add('manifest.json', manifestText);
  add('signature.json', canonical(signature));
  for (const [path, text] of parts) add(path, text);
  zip.end();
  return buffer(zip.outputStream);
}
