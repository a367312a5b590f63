import { comparePackageVersions, type WholePackage } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { inside } from '../../../packable.ts';
import { kindOf, kindsOf, type Market, openTrusted } from '../package/package.open.ts';
import { lockMarket } from '../package/package.repository.ts';
import { type Compared, compareInstall, notInstalled } from './install.plan.ts';
import { readWhole } from './install.read.ts';
import { installRecord } from './install.record.ts';
import { changeInstall, findInstall, listItems, type WrittenItem, writeItems } from './install.repository.ts';
import { basesOf, createItem } from './install.service.ts';
import { assertMay, findOutside, itemsOf, type Outside, type Records, recordsOf, withRecords } from './install.things.ts';

type Asked = { choices: readonly { item: string; take: 'mine' | 'theirs' }[]; channelIds: readonly string[] };

/** Says of each item whether the other version's content is taken. @throws DomainError package.choice_missing that names them */
function decide(compared: readonly Compared[], { choices }: Asked): Map<string, boolean> {
  const chosen = new Map(choices.map(({ item, take }) => [item, take]));
  const open = compared.filter(({ step, path }) => step === 'choose' && !chosen.has(path)).map(({ row }) => row?.name ?? '');
  if (open.length > 0) throw new DomainError('package.choice_missing', `Choose a side for ${open.join(', ')}.`, { names: open });
  return new Map(
    compared.map(({ path, step }) => [path, step === 'choose' ? chosen.get(path) === 'theirs' : step === 'take' || step === 'create']),
  );
}

/** Writes the content of an item here: into what is there, or as a new thing. @returns the record's id */
async function takeTheirs(
  ctx: Ctx,
  tx: Tx,
  { row, item, mine }: Compared,
  more: { records: Records; outside: Outside; channelIds: readonly string[] },
): Promise<string | null> {
  if (!item) return row?.recordId ?? null;
  if (!row?.recordId || !mine) return createItem(ctx, tx, item, { ...more, wanted: '' });
  await kindOf(kindsOf(ctx), item.kind).change(inside(ctx, tx), tx, row.recordId, withRecords(item.content, more.records, more.outside));
  return row.recordId;
}

/**
 * Brings an install to another version of its package, in one transaction; drafts alone are touched. Own changes stay where the other version has none.
 * @throws DomainError package.not_found, package.not_installed, package.not_newer, package.choice_missing, 1403, and those of the kinds
 */
export const updatePackage = (ctx: Ctx, market: Market, packageId: string, asked: Asked): Promise<WholePackage> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockMarket(tx, enterpriseId);
    const open = await openTrusted(tx, enterpriseId, market, packageId);
    const { id: key, version, name } = open.manifest;
    const install = await findInstall(tx, enterpriseId, key);
    if (!install) throw notInstalled();
    if (comparePackageVersions(version, install.version) <= 0)
      throw new DomainError('package.not_newer', `Version ${install.version} is installed.`, { version: install.version });
    const rows = await listItems(tx, enterpriseId, install.installId);
    const items = itemsOf(open);
    const compared = await compareInstall(ctx, tx, rows, items);
    const takes = decide(compared, asked);
    const taken = compared.filter(({ path, item }) => item && takes.get(path));
    const isMade = ({ row, mine }: Compared) => !row?.recordId || !mine;
    assertMay(
      ctx,
      taken.filter(isMade).flatMap(({ item }) => item?.kind ?? []),
      'create',
    );
    assertMay(
      ctx,
      taken.filter((one) => !isMade(one)).flatMap(({ item }) => item?.kind ?? []),
      'edit',
    );
    const records = recordsOf(rows);
    const outside = await findOutside(tx, enterpriseId, items);
    for (const one of taken) {
      const id = await takeTheirs(ctx, tx, one, { records, outside, channelIds: asked.channelIds });
      if (id !== null) records.set(one.path, id);
    }
    await changing(ctx, tx, installRecord, install.installId, 'edit', async () => {
      await changeInstall(tx, enterpriseId, install.installId, { packageId, name, version, state: 'UPDATED', updatedAt: ctx.now() });
      await writeItems(tx, enterpriseId, install.installId, await rowsAfter(ctx, tx, { compared, takes, records }));
    });
    return readWhole(ctx, tx, market, packageId);
  });

/** An item that was taken has a new base; of one that stayed the former base still says what was changed. */
async function rowsAfter(
  ctx: Ctx,
  tx: Tx,
  { compared, takes, records }: { compared: readonly Compared[]; takes: ReadonlyMap<string, boolean>; records: Records },
): Promise<WrittenItem[]> {
  const all = compared.map(({ path, row, item, reason }) => ({
    path,
    kind: (item ?? row)?.kind ?? 'stream',
    name: (row ?? item)?.name ?? '',
    recordId: records.get(path) ?? null,
    isOwn: row?.isOwn ?? false,
    given: (item ?? row)?.given ?? '',
    isNewBase: takes.get(path) === true || reason === 'isSame',
    base: row?.base ?? null,
  }));
  const bases = new Map(
    (
      await basesOf(
        ctx,
        tx,
        all.map(({ isNewBase: _, base: __, ...row }) => row),
        records,
      )
    ).map((row) => [row.path, row.base]),
  );
  return all.map(({ isNewBase, ...row }) => ({ ...row, base: isNewBase ? (bases.get(row.path) ?? null) : row.base }));
}
