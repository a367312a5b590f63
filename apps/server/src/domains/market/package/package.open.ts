import { comparePackageVersions, type PackageItem, PackageManifest } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import { type Packable, packables } from '../../../packable.ts';
import type { PackageFile } from '../package-file/package-file.ts';
import { fingerprintOfKey } from '../package-file/signature.ts';
import { findPackage, findPublisher, type ListedRow, listInstalled, listPackageRows, readParts } from './package.repository.ts';
import { type Shipped, shippedIdOf } from './shipped.ts';

/** @property shipped packages that come with the product */
export type Market = { shipped: Shipped; secrets: Pick<Secrets, 'decrypt'> };
export type OpenPackage = PackageFile & { packageId: string; origin: PackageItem['origin'] };

export const packageNotFound = () => new DomainError('package.not_found', 'No such package.', {});

/** Opens a shipped package, or one of this enterprise. @throws DomainError package.not_found */
export async function openPackage(tx: Read, enterpriseId: string, { shipped }: Market, packageId: string): Promise<OpenPackage> {
  const found = (await shipped()).get(packageId);
  if (found) return { ...found, packageId, origin: 'shipped' };
  const row = await findPackage(tx, enterpriseId, packageId);
  if (!row) throw packageNotFound();
  return {
    packageId,
    origin: row.isOwn ? 'made' : 'uploaded',
    manifest: PackageManifest.parse(JSON.parse(row.manifest)),
    manifestText: row.manifest,
    signature: { algorithm: 'Ed25519', publicKey: row.publicKey, signature: row.signature },
    parts: await readParts(tx, enterpriseId, packageId),
  };
}

/**
 * Opens a package to install it or to update by it.
 * @throws DomainError package.not_found, or package.publisher_unknown where its publisher was withdrawn since it came
 */
export async function openTrusted(tx: Read, enterpriseId: string, market: Market, packageId: string): Promise<OpenPackage> {
  const open = await openPackage(tx, enterpriseId, market, packageId);
  const { publicKey } = open.signature;
  const fingerprint = fingerprintOfKey(publicKey);
  if (open.origin === 'uploaded' && !(await findPublisher(tx, enterpriseId, fingerprint)))
    throw publisherUnknown({ name: open.manifest.publisher, fingerprint, publicKey });
  return open;
}

export const publisherUnknown = (publisher: { name: string; fingerprint: string; publicKey: string }) =>
  new DomainError('package.publisher_unknown', `The key of ${publisher.name} is not accepted here.`, publisher);

export const kindsOf = ({ extensions }: Pick<Ctx, 'extensions'>): ReadonlyMap<string, Packable> =>
  new Map(extensions.of(packables).map((part) => [part.kind, part]));

/** @throws Error for a kind that nobody gives, which no reader lets pass */
export function kindOf(kinds: ReadonlyMap<string, Packable>, kind: string): Packable {
  const part = kinds.get(kind);
  if (!part) throw new Error(`No domain packs ${kind}.`);
  return part;
}

type Standing = Pick<PackageItem, 'installed' | 'hasUpdate'>;
const standingOf = (installed: ReadonlyMap<string, string>, key: string, version: string): Standing => {
  const here = installed.get(key) ?? '';
  return { installed: here, hasUpdate: here !== '' && comparePackageVersions(version, here) > 0 };
};

const presentRow = (row: ListedRow, installed: ReadonlyMap<string, string>): PackageItem => ({
  id: row.packageId,
  key: row.key,
  name: row.name,
  purpose: row.purpose,
  version: row.version,
  industry: row.industry,
  languages: row.languages,
  kinds: row.kinds,
  origin: row.isOwn ? 'made' : 'uploaded',
  publisher: { name: row.publisher, fingerprint: row.fingerprint },
  ...standingOf(installed, row.key, row.version),
});

export function presentOpen({ manifest, signature, packageId, origin }: OpenPackage, installed: ReadonlyMap<string, string>): PackageItem {
  const { id: key, name, purpose, version, industry, languages, items, publisher } = manifest;
  return {
    id: packageId,
    ...{ key, name, purpose, version, industry, languages, origin },
    kinds: [...new Set(items.map(({ kind }) => kind))],
    publisher: { name: publisher, fingerprint: fingerprintOfKey(signature.publicKey) },
    ...standingOf(installed, key, version),
  };
}

/** All packages at hand, each in every version. */
async function listAll(ctx: Ctx, tx: Read, { shipped }: Market): Promise<PackageItem[]> {
  const installed = await listInstalled(tx, ctx.enterpriseId);
  const own = (await listPackageRows(tx, ctx.enterpriseId)).map((row) => presentRow(row, installed));
  const ours = [...(await shipped()).values()].map((file) =>
    presentOpen({ ...file, packageId: shippedIdOf(file.manifest), origin: 'shipped' }, installed),
  );
  return [...ours, ...own];
}

type Filter = { name: string; kind: string; industry: string; language: string; standing: string; from: number; perPage: number };
const mostShown = 200;

function isWanted(item: PackageItem, { name, kind, industry, language, standing }: Filter): boolean {
  const wanted = name.trim().toLowerCase();
  if (wanted !== '' && ![item.name, item.purpose, item.key].some((text) => text.toLowerCase().includes(wanted))) return false;
  if (kind !== '' && !item.kinds.some((one) => one === kind)) return false;
  if (industry !== '' && item.industry !== industry) return false;
  if (language !== '' && !item.languages.includes(language)) return false;
  if (standing === 'installed') return item.installed !== '';
  if (standing === 'update') return item.hasUpdate;
  return standing !== 'free' || item.installed === '';
}

/** Lists packages by name, of each the newest version. */
export const listPackages = (ctx: Ctx, market: Market, filter: Filter): Promise<{ packages: PackageItem[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const newest = new Map<string, PackageItem>();
    for (const item of await listAll(ctx, tx, market)) {
      const known = newest.get(item.key);
      if (!known || comparePackageVersions(item.version, known.version) > 0) newest.set(item.key, item);
    }
    const found = [...newest.values()]
      .filter((item) => isWanted(item, filter))
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.key.localeCompare(other.key, 'en'));
    const limit = filter.perPage === -1 ? mostShown : filter.perPage;
    return { packages: found.slice(filter.from, filter.from + limit), more: found.length > filter.from + limit };
  });
