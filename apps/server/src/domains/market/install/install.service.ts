import { fieldError, type WholePackage } from '@parley/contract';
import { creating, excuse } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { inside } from '../../../packable.ts';
import { kindOf, kindsOf, type Market, openTrusted } from '../package/package.open.ts';
import { lockMarket } from '../package/package.repository.ts';
import { readWhole } from './install.read.ts';
import { installRecord } from './install.record.ts';
import { findInstall, findRequest, insertInstall, type WrittenItem, writeItems } from './install.repository.ts';
import {
  assertMay,
  type FileItem,
  findOutside,
  itemsOf,
  kindsByPath,
  type Outside,
  packHere,
  type Records,
  withRecords,
} from './install.things.ts';

type Choice = { item: string; take: 'create' | 'use' | 'skip'; name: string };
type Asked = { requestKey: string; choices: readonly Choice[]; channelIds: readonly string[] };

/** Makes one item of a package. @throws DomainError package.name_taken, package.channel_missing, and those of its kind */
export async function createItem(
  ctx: Ctx,
  tx: Tx,
  { kind, name: given, content }: FileItem,
  { wanted, records, outside, channelIds }: { wanted: string; records: Records; outside: Outside; channelIds: readonly string[] },
): Promise<string> {
  const part = kindOf(kindsOf(ctx), kind);
  const packed = { name: wanted || given, content: withRecords(content, records, outside) };
  if (wanted.length > part.longestName) throw invalidRequest(fieldError('name', 'text.too_long', { maximum: part.longestName }));
  if (wanted !== '' && (await part.findByName(tx, ctx.enterpriseId, packed)))
    throw new DomainError('package.name_taken', `There is a thing with the name ${wanted} already.`, { name: wanted });
  const name = wanted || (await part.freeName(tx, ctx.enterpriseId, packed));
  return part.create(inside(ctx, tx), tx, { ...packed, name }, { channelIds });
}

/** @returns undefined for one that is skipped @throws DomainError package.nothing_to_use */
async function takeItem(
  ctx: Ctx,
  tx: Tx,
  item: FileItem,
  choice: Choice | undefined,
  more: Omit<Parameters<typeof createItem>[3], 'wanted'>,
) {
  if (choice?.take === 'skip') return undefined;
  if (choice?.take !== 'use') return createItem(ctx, tx, item, { ...more, wanted: choice?.name.trim() ?? '' });
  const found = await kindOf(kindsOf(ctx), item.kind).findByName(tx, ctx.enterpriseId, item);
  if (!found) throw new DomainError('package.nothing_to_use', `Nothing here has the name ${item.name}.`, { name: item.name });
  return found.id;
}

/** The things of these items as they are now, by which a later version is compared. */
export async function basesOf(ctx: Ctx, tx: Tx, items: readonly Omit<WrittenItem, 'base'>[], records: Records): Promise<WrittenItem[]> {
  const kinds = kindsByPath(items);
  const written: WrittenItem[] = [];
  for (const item of items) {
    const here = item.isOwn ? undefined : await packHere(ctx, tx, item, records, kinds);
    written.push({ ...item, base: here?.content ?? null });
  }
  return written;
}

/**
 * Installs a package: all of it, or nothing. A second call with the same request key answers the first one's install.
 * @throws DomainError package.not_found, package.installed, 1403 for a kind that the caller may not make, and those of `createItem`
 */
export const installPackage = (ctx: Ctx, market: Market, packageId: string, asked: Asked): Promise<WholePackage> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockMarket(tx, enterpriseId);
    const open = await openTrusted(tx, enterpriseId, market, packageId);
    const { id: key, name, version } = open.manifest;
    const requested = await findRequest(tx, enterpriseId, asked.requestKey);
    if (requested?.key === key) {
      excuse(tx, 'the same request has installed it already');
      return readWhole(ctx, tx, market, packageId);
    }
    const known = requested ?? (await findInstall(tx, enterpriseId, key));
    if (known)
      throw new DomainError('package.installed', `Version ${known.version} of ${known.name} is installed.`, { version: known.version });
    const items = itemsOf(open);
    const choices = new Map(asked.choices.map((choice) => [choice.item, choice]));
    const made = items.filter(({ path }) => !['use', 'skip'].includes(choices.get(path)?.take ?? ''));
    assertMay(
      ctx,
      made.map(({ kind }) => kind),
      'create',
    );
    const outside = await findOutside(tx, enterpriseId, items);
    const records: Records = new Map();
    for (const item of items) {
      const id = await takeItem(ctx, tx, item, choices.get(item.path), { records, outside, channelIds: asked.channelIds });
      if (id !== undefined) records.set(item.path, id);
    }
    const rows = items.map(({ path, kind, name: given, given: sha256 }) => ({
      ...{ path, kind, name: given, given: sha256 },
      recordId: records.get(path) ?? null,
      isOwn: choices.get(path)?.take === 'use',
    }));
    const installId = newId();
    const at = ctx.now();
    await creating(
      ctx,
      tx,
      installRecord,
      () => installId,
      async () => {
        const install = { enterpriseId, installId, packageId, key, name, version, requestKey: asked.requestKey };
        await insertInstall(tx, { ...install, installedBy: ctx.actor.userId, installedAt: at, updatedAt: at });
        await writeItems(tx, enterpriseId, installId, await basesOf(ctx, tx, rows, records));
      },
    );
    return readWhole(ctx, tx, market, packageId);
  });
