import type { InstalledPart, WholePackage } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { kindOf, kindsOf, type Market, openPackage, presentOpen } from '../package/package.open.ts';
import { listInstalled } from '../package/package.repository.ts';
import { contentOf } from '../package-file/package-file.ts';
import { findInstall, type ItemRow, listItems } from './install.repository.ts';

async function presentParts(ctx: Ctx, tx: Read, rows: readonly ItemRow[]): Promise<InstalledPart[]> {
  const parts: InstalledPart[] = [];
  for (const { path, kind, name, recordId, isOwn } of rows) {
    const here = recordId === null ? undefined : await kindOf(kindsOf(ctx), kind).pack(tx, ctx.enterpriseId, recordId);
    parts.push({ path, kind, name: here?.name ?? name, recordId: recordId ?? '', isOwn, isGone: recordId !== null && !here });
  }
  return parts;
}

async function presentInstall(ctx: Ctx, tx: Read, key: string): Promise<WholePackage['install']> {
  const row = await findInstall(tx, ctx.enterpriseId, key);
  if (!row) return null;
  const [installedBy = ''] = await findUserNames(tx, ctx.enterpriseId, [row.installedBy]);
  return {
    version: row.version,
    installedBy,
    installedOn: row.installedAt.toISOString(),
    updatedOn: row.updatedAt.toISOString(),
    parts: await presentParts(ctx, tx, await listItems(tx, ctx.enterpriseId, row.installId)),
  };
}

/** @throws DomainError package.not_found */
export async function readWhole(ctx: Ctx, tx: Read, market: Market, packageId: string): Promise<WholePackage> {
  const open = await openPackage(tx, ctx.enterpriseId, market, packageId);
  const { manifest, parts } = open;
  const told = manifest.items.map(({ path, kind }) => kindOf(kindsOf(ctx), kind).read(contentOf(parts.get(path) ?? '{}')));
  return {
    ...presentOpen(open, await listInstalled(tx, ctx.enterpriseId)),
    licence: manifest.licence,
    items: manifest.items.map(({ path, kind, name }, place) => {
      const read = told[place];
      return { path, kind, name, steps: read && 'steps' in read ? read.steps.slice(0, 30).map((step) => step.slice(0, 200)) : [] };
    }),
    permissions: manifest.permissions,
    needs: manifest.needs,
    tests: told.reduce((sum, read) => sum + ('tests' in read ? read.tests : 0), 0),
    install: await presentInstall(ctx, tx, manifest.id),
  };
}

export const getPackage = (ctx: Ctx, market: Market, packageId: string): Promise<WholePackage> =>
  ctx.read((tx) => readWhole(ctx, tx, market, packageId));
