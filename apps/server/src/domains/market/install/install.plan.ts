import type { PackagePlan, PackagePlanItem } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { kindOf, kindsOf, type Market, openPackage } from '../package/package.open.ts';
import { listDifferences } from '../package-file/differences.ts';
import { referencesIn } from '../package-file/references.ts';
import { findInstall, type ItemRow, listItems } from './install.repository.ts';
import {
  type Act,
  type FileItem,
  findOutside,
  isSame,
  itemsOf,
  kindsByPath,
  lackingFor,
  namedBy,
  packHere,
  recordsOf,
} from './install.things.ts';

export const notInstalled = () => new DomainError('package.not_installed', 'This package is not installed.', {});

type Step = Pick<PackagePlanItem, 'step' | 'reason'>;
/** An item of an install beside the same one of a newer version. @property mine as it is here, in the package's form; undefined: gone */
export type Compared = {
  path: string;
  row: ItemRow | undefined;
  item: FileItem | undefined;
  mine: object | undefined;
  isChanged: boolean;
} & Step;

/** Three-way: what was installed, what is here, and what the other version has. */
function stepOf({ row, item, mine, isChanged }: Omit<Compared, keyof Step>): Step {
  if (!row) return { step: 'create', reason: 'isNew' };
  if (row.isOwn || row.recordId === null) return { step: 'keep', reason: 'isOwn' };
  if (!item) return { step: 'keep', reason: 'isLeft' };
  const hasNews = row.given !== item.given;
  if (!mine) return hasNews ? { step: 'choose', reason: 'isGone' } : { step: 'keep', reason: 'isGone' };
  if (!hasNews) return { step: 'keep', reason: isChanged ? 'changedHere' : 'isSame' };
  if (!isChanged) return { step: 'take', reason: 'changedThere' };
  return isSame(mine, item.content) ? { step: 'keep', reason: 'isSame' } : { step: 'choose', reason: 'changedBoth' };
}

/** Compares an install with the items of a version; without items with nothing. */
export async function compareInstall(ctx: Ctx, tx: Read, rows: readonly ItemRow[], items: readonly FileItem[]): Promise<Compared[]> {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const records = recordsOf(rows);
  const kinds = kindsByPath([...items, ...rows]);
  const paths = [...new Set([...items.map(({ path }) => path), ...rows.map(({ path }) => path)])];
  const compared: Compared[] = [];
  for (const path of paths) {
    const row = byPath.get(path);
    const item = items.find((one) => one.path === path);
    const mine = row && !row.isOwn ? (await packHere(ctx, tx, row, records, kinds))?.content : undefined;
    const isChanged = mine !== undefined && !isSame(mine, row?.base);
    compared.push({ path, row, item, mine, isChanged, ...stepOf({ path, row, item, mine, isChanged }) });
  }
  return compared;
}

/** Things that stay when an install is removed: own ones, changed ones, and what those that stay name. */
export function stayingOf(compared: readonly Compared[]): Map<string, PackagePlanItem['reason']> {
  const staying = new Map<string, PackagePlanItem['reason']>();
  const open = compared.filter(({ row, isChanged, mine }) => row && (row.isOwn || isChanged || !mine));
  for (const { path, row, mine } of open) staying.set(path, row?.isOwn ? 'isOwn' : mine ? 'changedHere' : 'isGone');
  for (let next = open.pop(); next; next = open.pop()) {
    if (!next.mine) continue;
    for (const path of namedBy({ content: next.mine })) {
      const named = compared.find((one) => one.path === path);
      if (!named || staying.has(path)) continue;
      staying.set(path, 'isUsed');
      open.push(named);
    }
  }
  return staying;
}

const nothing = { conflict: null, freeName: '', differences: [] };

async function planInstall(ctx: Ctx, tx: Read, items: readonly FileItem[]): Promise<PackagePlanItem[]> {
  const planned: PackagePlanItem[] = [];
  for (const { path, kind, name, content } of items) {
    const part = kindOf(kindsOf(ctx), kind);
    const conflict = (await part.findByName(tx, ctx.enterpriseId, { name, content })) ?? null;
    const freeName = await part.freeName(tx, ctx.enterpriseId, { name, content });
    planned.push({ path, kind, name, recordId: '', step: 'create', reason: 'isNew', conflict, freeName, differences: [] });
  }
  return planned;
}

const planUpdate = (compared: readonly Compared[]): PackagePlanItem[] =>
  compared.map(({ path, row, item, mine, step, reason }) => ({
    ...{ path, step, reason, conflict: null, freeName: '' },
    kind: (item ?? row)?.kind ?? 'stream',
    name: (row ?? item)?.name ?? '',
    recordId: row?.recordId ?? '',
    differences: (step === 'take' || step === 'choose') && mine && item ? listDifferences(mine, item.content) : [],
  }));

function planRemoval(compared: readonly Compared[]): PackagePlanItem[] {
  const staying = stayingOf(compared);
  return compared.flatMap(({ path, row, mine }) => {
    if (!row || row.recordId === null) return [];
    const reason = staying.get(path);
    const { kind, name, recordId, base } = row;
    const differences = reason === 'changedHere' ? listDifferences(mine, base) : [];
    return [{ path, kind, name, recordId, step: reason ? 'keep' : 'bin', reason: reason ?? '', ...nothing, differences } as const];
  });
}

async function usesOf(ctx: Ctx, tx: Read, planned: readonly PackagePlanItem[]): Promise<string[]> {
  const uses: string[] = [];
  for (const { kind, recordId, step } of planned)
    if (step === 'bin') uses.push(...(await kindOf(kindsOf(ctx), kind).liveUses(tx, ctx.enterpriseId, recordId)));
  return uses;
}

const acts = { install: 'create', update: 'edit', remove: 'remove' } as const satisfies Record<string, Act>;

/** @throws DomainError package.not_found or package.not_installed */
export const planPackage = (ctx: Ctx, market: Market, packageId: string, to: keyof typeof acts): Promise<PackagePlan> =>
  ctx.read(async (tx) => {
    const { enterpriseId } = ctx;
    const open = await openPackage(tx, enterpriseId, market, packageId);
    const items = itemsOf(open);
    const install = await findInstall(tx, enterpriseId, open.manifest.id);
    if (to !== 'install' && !install) throw notInstalled();
    const rows = install ? await listItems(tx, enterpriseId, install.installId) : [];
    const compared = to === 'install' ? [] : await compareInstall(ctx, tx, rows, to === 'update' ? items : []);
    const planned = to === 'install' ? await planInstall(ctx, tx, items) : to === 'update' ? planUpdate(compared) : planRemoval(compared);
    const coming = to === 'install' ? items : compared.flatMap(({ step, item }) => (item && step !== 'keep' ? [item] : []));
    const outside = await findOutside(tx, enterpriseId, coming);
    const named = coming.flatMap(({ content }) => referencesIn(content)).filter(({ id, name }) => id === '' && name !== '');
    const made = to === 'install' ? items : compared.flatMap(({ step, item }) => (item && step === 'create' ? [item] : []));
    const touched = planned.filter(({ step }) => step !== 'keep').map(({ kind }) => kind);
    return {
      version: open.manifest.version,
      items: planned,
      refs: [...new Map(named.map(({ ref, name }) => [`${ref} ${name}`, { kind: ref, name }])).values()].map(({ kind, name }) => ({
        ...{ kind, name },
        found: outside.get(`${kind} ${name}`)?.name ?? '',
      })),
      channelTypes: [...new Set(made.flatMap(({ kind, content }) => kindOf(kindsOf(ctx), kind).channelTypeOf?.(content) ?? []))],
      lacking: lackingFor(ctx, touched, acts[to]),
      uses: to === 'remove' ? await usesOf(ctx, tx, planned) : [],
    };
  });
