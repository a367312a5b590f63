import { type PackagePublisher, packageLimits } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { invalidFile } from '../package-file/package-file.ts';
import { fingerprintOfKey, isPublicKey, makeKeyPair } from '../package-file/signature.ts';
import type { Market } from './package.open.ts';
import { publisherRecord } from './package.record.ts';
import {
  deletePublisher,
  findOwnPublisher,
  findPublisher,
  insertPublisher,
  listPublishers,
  lockMarket,
  type PublisherRow,
} from './package.repository.ts';
import { releaseFingerprint } from './shipped.ts';

const present = (row: PublisherRow, acceptedBy: string): PackagePublisher => ({
  fingerprint: row.fingerprint,
  name: row.name,
  isOwn: row.privateKey !== null,
  isShipped: false,
  acceptedBy,
  acceptedOn: row.acceptedAt.toISOString(),
});

/** The product's own key stands in the program: nobody has to accept it. */
const ours: PackagePublisher = {
  fingerprint: releaseFingerprint,
  name: 'Parley',
  isOwn: false,
  isShipped: true,
  acceptedBy: '',
  acceptedOn: null,
};

export const readPublishers = (ctx: Ctx): Promise<{ publishers: PackagePublisher[] }> =>
  ctx.read(async (tx) => {
    const rows = await listPublishers(tx, ctx.enterpriseId);
    const names = await findUserNames(
      tx,
      ctx.enterpriseId,
      rows.map(({ acceptedBy }) => acceptedBy),
    );
    return { publishers: [ours, ...rows.map((row, place) => present(row, names[place] ?? ''))] };
  });

/** @throws DomainError package.file_invalid for what is no key, package.publisher_known or package.too_many */
export async function acceptPublisher(ctx: Ctx, { name, publicKey }: { name: string; publicKey: string }): Promise<PackagePublisher> {
  if (!isPublicKey(publicKey)) throw invalidFile('This is no key of Ed25519.');
  const { enterpriseId } = ctx;
  const fingerprint = fingerprintOfKey(publicKey);
  return ctx.transaction(async (tx) => {
    await lockMarket(tx, enterpriseId);
    const known = await listPublishers(tx, enterpriseId);
    if (fingerprint === releaseFingerprint || known.some((row) => row.fingerprint === fingerprint))
      throw new DomainError('package.publisher_known', 'This key is accepted already.', {});
    if (known.length >= packageLimits.publishers)
      throw new DomainError('package.too_many', `At most ${packageLimits.publishers} publishers are possible.`, {
        maximum: packageLimits.publishers,
      });
    const row = {
      enterpriseId,
      fingerprint,
      name: name.trim(),
      publicKey,
      privateKey: null,
      acceptedBy: ctx.actor.userId,
      acceptedAt: ctx.now(),
    };
    await add(ctx, tx, row);
    return present(row, ctx.actor.name);
  });
}

const add = (ctx: Ctx, tx: Tx, row: PublisherRow): Promise<void> =>
  creating(
    ctx,
    tx,
    publisherRecord,
    () => row.fingerprint,
    () => insertPublisher(tx, row),
  );

/** Packages that are installed stay as they are; nothing of the publisher is installed or updated any more. @throws DomainError package.publisher_not_found, for the enterprise's own too */
export const withdrawPublisher = (ctx: Ctx, fingerprint: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await findPublisher(tx, ctx.enterpriseId, fingerprint);
    if (!row || row.privateKey !== null) throw new DomainError('package.publisher_not_found', 'No such publisher.', {});
    await changing(ctx, tx, publisherRecord, fingerprint, 'delete', () => deletePublisher(tx, ctx.enterpriseId, fingerprint));
  });

/** The key by which this enterprise signs; it is made with the first package. */
export async function ownKey(ctx: Ctx, tx: Tx, { secrets }: Market, name: string): Promise<{ privateKey: string; publicKey: string }> {
  const { enterpriseId } = ctx;
  const known = await findOwnPublisher(tx, enterpriseId);
  if (known) return { privateKey: secrets.decrypt(known.privateKey ?? ''), publicKey: known.publicKey };
  const made = makeKeyPair();
  const sealed = { fingerprint: fingerprintOfKey(made.publicKey), publicKey: made.publicKey, privateKey: ctx.encrypt(made.privateKey) };
  await add(ctx, tx, { enterpriseId, name, ...sealed, acceptedBy: ctx.actor.userId, acceptedAt: ctx.now() });
  return made;
}
