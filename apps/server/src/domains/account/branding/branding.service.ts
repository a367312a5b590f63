import { administratorRole, type Branding, defaultWhiteLabel, type WhiteLabel } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { type Db, type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessUsable, fileNotFound } from '../../file/door.ts';
import { listUsersWithRoles } from '../access/role.service.ts';
import { notify } from '../notification/notification.service.ts';
import { presentBranding } from './branding.present.ts';
import { brandingRecord } from './branding.record.ts';
import {
  type BrandingRow,
  findBranding,
  findBrandingVersion,
  findBrandOfHost,
  insertBrandingVersion,
  isFirstEnterprise,
  isHostTaken,
  listBrandingVersions,
  lockBranding,
  updateBranding,
} from './branding.repository.ts';
import { brandFileIds, domainOf, fileIdOf, isHostOfDomain, unreadableColours, withPlainUrls } from './branding.rules.ts';

/** A brand of an enterprise's own starts from the bundled one. */
const firstDraft: WhiteLabel = { ...defaultWhiteLabel, isWhiteLabel: true };
const hostTaken = () => new DomainError('branding.host_taken', 'Another enterprise uses this host.', {});

/** The brand that the enterprise has published. */
export async function readBrand(tx: Read, enterpriseId: string): Promise<WhiteLabel> {
  return (await findBranding(tx, enterpriseId))?.published ?? defaultWhiteLabel;
}

/** The brand of a mail: an enterprise without one mails in that of the installation's host, where the links of the mail lead. */
export async function readMailBrand(deps: Pick<Deps, 'publicUrl'>, tx: Tx, enterpriseId: string): Promise<WhiteLabel> {
  const published = (await findBranding(tx, enterpriseId))?.published;
  return published ?? readBrandOfHost(tx, new URL(deps.publicUrl()).host);
}

/** A host without a brand of its own keeps the bundled one, silently (WL-016). */
export async function readBrandOfHost(db: Db | Tx, host: string): Promise<WhiteLabel> {
  return (await findBrandOfHost(db, host)) ?? defaultWhiteLabel;
}

async function present(ctx: Ctx, tx: Tx, row: BrandingRow | undefined): Promise<Branding> {
  return presentBranding(row, await listBrandingVersions(tx, ctx.enterpriseId), firstDraft, ctx.fileUrl);
}

export function readBranding(ctx: Ctx): Promise<Branding> {
  return ctx.transaction(async (tx) => present(ctx, tx, await findBranding(tx, ctx.enterpriseId)));
}

const lock = (ctx: Ctx, tx: Tx): Promise<BrandingRow> =>
  lockBranding(tx, { enterpriseId: ctx.enterpriseId, draft: JSON.stringify(firstDraft), version: 0 });

/** A file that somebody else uploaded would become public by being published, and a document is no picture. @param held what the brand shows already */
async function assertOwnPictures(ctx: Ctx, tx: Tx, brand: WhiteLabel, held: readonly string[]): Promise<void> {
  const files = await accessUsable(ctx, tx, brandFileIds(brand), { held, isShared: true });
  const video = fileIdOf(brand.dashBoardVideo);
  const isFit = files.every((file) => file.kind === 'image' || (file.kind === 'video' && file.fileId === video));
  if (!isFit) throw fileNotFound();
}

/** An enterprise keeps the host that it has. Another host needs a user of its domain, or the enterprise that set the installation up. */
async function assertMayName(ctx: Ctx, tx: Tx, host: string, former: string, ownHost: string): Promise<void> {
  if (await isHostTaken(tx, host, ctx.enterpriseId)) throw hostTaken();
  if (host === former || (await isFirstEnterprise(tx, ctx.enterpriseId))) return;
  if (host === ownHost) throw hostTaken();
  const domain = domainOf(ctx.actor.email);
  if (!isHostOfDomain(host, domain))
    throw new DomainError('branding.host_foreign', `Choose ${domain} or a host below it. It is the domain of your e-mail address.`, {
      domain,
    });
}

/** @param ownHost the installation's own address, which only its first enterprise may brand */
export async function saveBrandingDraft(
  ctx: Ctx,
  input: { host: string; draft: WhiteLabel; version: number },
  ownHost: string,
): Promise<Branding> {
  const colours = unreadableColours(input.draft.colors);
  if (colours.length > 0)
    throw new DomainError(
      'branding.contrast',
      'The text could not be read on this colour. Choose colours with a contrast of 4.5 or more.',
      {
        colours,
      },
    );
  const draft = withPlainUrls(input.draft);
  try {
    return await ctx.transaction(async (tx) => {
      const row = await lock(ctx, tx);
      await assertVersion(ctx, tx, brandingRecord, { id: ctx.enterpriseId, version: row.version }, input.version);
      await assertMayName(ctx, tx, input.host, row.host, ownHost);
      await assertOwnPictures(ctx, tx, draft, brandFileIds(row.draft));
      const change = { host: input.host, draft: JSON.stringify(draft), version: row.version + 1 };
      await changing(ctx, tx, brandingRecord, ctx.enterpriseId, 'edit', () =>
        updateBranding(tx, ctx.enterpriseId, { ...change, updatedBy: ctx.actor.name, updatedAt: ctx.now() }),
      );
      return present(ctx, tx, await findBranding(tx, ctx.enterpriseId));
    });
  } catch (error) {
    throw violatedConstraint(error)?.startsWith('brandings_by') ? hostTaken() : error;
  }
}

async function publish(
  ctx: Ctx,
  tx: Tx,
  row: BrandingRow,
  brand: WhiteLabel,
  host: string,
  action: 'publish' | 'roll_back' = 'publish',
): Promise<Branding> {
  const { enterpriseId, actor } = ctx;
  const now = ctx.now();
  await assertOwnPictures(ctx, tx, brand, brandFileIds(brand));
  const json = JSON.stringify(brand);
  await insertBrandingVersion(tx, {
    enterpriseId,
    versionId: newId(),
    host,
    brand: json,
    publishedBy: actor.name,
    publishedAt: now,
  });
  await changing(ctx, tx, brandingRecord, enterpriseId, action, () =>
    updateBranding(tx, enterpriseId, {
      host,
      draft: json,
      published: json,
      publishedHost: host,
      publishedAt: now,
      publishedBy: actor.name,
      publicFileIds: brandFileIds(brand),
      version: row.version + 1,
      updatedBy: actor.name,
      updatedAt: now,
    }),
  );
  await notify(ctx, tx, await listUsersWithRoles(tx, enterpriseId, [administratorRole]), {
    kind: 'branding_published',
    code: 'branding.published',
    values: { user: actor.name, brand: brand.info.title },
    link: '/branding',
  });
  return present(ctx, tx, await findBranding(tx, enterpriseId));
}

export async function publishBranding(ctx: Ctx): Promise<Branding> {
  try {
    return await ctx.transaction(async (tx) => {
      const row = await lock(ctx, tx);
      return publish(ctx, tx, row, row.draft, row.host);
    });
  } catch (error) {
    throw violatedConstraint(error)?.startsWith('brandings_by') ? hostTaken() : error;
  }
}

/** Publishes the bundled brand on the enterprise's host, in place of any published one. */
export function restoreDefaultBranding(ctx: Ctx): Promise<Branding> {
  return ctx.transaction(async (tx) => {
    const row = await lock(ctx, tx);
    if (!row.published) throw new DomainError('branding.not_found', 'No such version.', {});
    return publish(ctx, tx, row, defaultWhiteLabel, row.host);
  });
}

/** Makes an earlier published version the draft and publishes it; the host stays as it is. */
export function restoreBranding(ctx: Ctx, versionId: string): Promise<Branding> {
  return ctx.transaction(async (tx) => {
    const row = await lock(ctx, tx);
    const version = await findBrandingVersion(tx, ctx.enterpriseId, versionId);
    if (!version) throw new DomainError('branding.not_found', 'No such version.', {});
    return publish(ctx, tx, row, version.brand, row.host, 'roll_back');
  });
}
