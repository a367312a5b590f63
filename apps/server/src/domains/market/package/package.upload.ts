import { comparePackageVersions, type PackageItem, packageLimits } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { creating, excuse } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { packables } from '../../../packable.ts';
import { readFilePart } from '../../file/door.ts';
import { type PackageFile, readPackageFile } from '../package-file/package-file.ts';
import { fingerprintOfKey } from '../package-file/signature.ts';
import { type Market, presentOpen, publisherUnknown } from './package.open.ts';
import { packageRecord } from './package.record.ts';
import {
  countPackages,
  findKeyHolder,
  findPublisher,
  findVersion,
  insertPackage,
  listInstalled,
  lockMarket,
} from './package.repository.ts';
import { productVersion } from './product-version.ts';

/** A key belongs to the publisher whose package came first: nobody else's is an update of it. */
async function assertKeyFree(
  ctx: Ctx,
  tx: Tx,
  { shipped }: Market,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<void> {
  const ours = [...(await shipped()).values()].find(({ manifest }) => manifest.id === key);
  const holder = ours
    ? { fingerprint: fingerprintOfKey(ours.signature.publicKey), publisher: ours.manifest.publisher }
    : await findKeyHolder(tx, ctx.enterpriseId, key);
  if (holder && holder.fingerprint !== fingerprint)
    throw new DomainError('package.publisher_differs', `${key} is a package of ${holder.publisher}.`, { name: holder.publisher });
}

/**
 * Keeps a package that was read and whose publisher is trusted. The same file again is the same package.
 * @throws DomainError package.publisher_differs, package.version_taken, package.product_old or package.too_many
 */
export async function keepPackage(
  ctx: Ctx,
  tx: Tx,
  market: Market,
  file: PackageFile,
  { isOwn, action }: { isOwn: boolean; action: 'create' | 'import' },
): Promise<PackageItem> {
  const { enterpriseId } = ctx;
  const { manifest, manifestText, signature, parts } = file;
  const { id: key, version, name, purpose, industry, languages, items, publisher, leastProduct } = manifest;
  const fingerprint = fingerprintOfKey(signature.publicKey);
  if (comparePackageVersions(leastProduct, productVersion) > 0)
    throw new DomainError('package.product_old', `The package needs version ${leastProduct} of the product.`, { least: leastProduct });
  await assertKeyFree(ctx, tx, market, { key, fingerprint });
  const installed = await listInstalled(tx, enterpriseId);
  const origin = isOwn ? 'made' : 'uploaded';
  const known = await findVersion(tx, enterpriseId, key, version);
  if (known && (known.manifest !== manifestText || action === 'create'))
    throw new DomainError('package.version_taken', `There is a version ${version} of ${key} already.`, { version });
  if (known) {
    excuse(tx, 'the same file is here already');
    return presentOpen({ ...file, packageId: known.packageId, origin: known.isOwn ? 'made' : origin }, installed);
  }
  if ((await countPackages(tx, enterpriseId)) >= packageLimits.packages)
    throw new DomainError('package.too_many', `At most ${packageLimits.packages} packages are possible.`, {
      maximum: packageLimits.packages,
    });
  const packageId = newId();
  const row = {
    ...{ enterpriseId, packageId, key, version, name, purpose, industry, languages, publisher, fingerprint, isOwn },
    kinds: [...new Set(items.map(({ kind }) => kind))],
    manifest: manifestText,
    publicKey: signature.publicKey,
    signature: signature.signature,
    addedBy: ctx.actor.userId,
    addedAt: ctx.now(),
  };
  await creating(
    ctx,
    tx,
    packageRecord,
    () => packageId,
    () => insertPackage(tx, row, parts),
    action,
  );
  return presentOpen({ ...file, packageId, origin }, installed);
}

/** @throws DomainError file.too_large, package.file_invalid, package.publisher_unknown with the key that is to be accepted, and as `keepPackage` */
export async function uploadPackage(ctx: Ctx, market: Market, request: FastifyRequest): Promise<PackageItem> {
  const part = await readFilePart(request, packageLimits.bytes);
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated) throw new DomainError('file.too_large', 'The file is larger than 50 MB.', { limitBytes: packageLimits.bytes });
    const file = await readPackageFile(received.path, ctx.extensions.of(packables));
    const { publicKey } = file.signature;
    const fingerprint = fingerprintOfKey(publicKey);
    return await ctx.transaction(async (tx) => {
      await lockMarket(tx, ctx.enterpriseId);
      if (!(await findPublisher(tx, ctx.enterpriseId, fingerprint)))
        throw publisherUnknown({ name: file.manifest.publisher, fingerprint, publicKey });
      return keepPackage(ctx, tx, market, file, { isOwn: false, action: 'import' });
    });
  } finally {
    await received.discard();
  }
}
