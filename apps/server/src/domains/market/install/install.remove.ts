import type { PackageKind } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { inside } from '../../../packable.ts';
import { kindOf, kindsOf, type Market, openPackage } from '../package/package.open.ts';
import { lockMarket } from '../package/package.repository.ts';
import { inOrder } from '../package-file/references.ts';
import { type Compared, compareInstall, notInstalled, stayingOf } from './install.plan.ts';
import { installRecord } from './install.record.ts';
import { changeInstall, findInstall, listItems } from './install.repository.ts';
import { assertMay, namedBy } from './install.things.ts';

type Removed = { binned: number; kept: { kind: PackageKind; name: string; recordId: string }[] };

/** Uses that a refused deletion names; undefined for another fault. */
function usesOf(error: unknown, name: string): string[] | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const data: object = error.data ?? {};
  if ('uses' in data && Array.isArray(data.uses)) return data.uses.map(String);
  return error.code.endsWith('.in_use') ? [`${name}: ${error.message}`] : undefined;
}

/** Moves a thing to the bin. @returns what keeps it from that */
async function removeThing(ctx: Ctx, tx: Tx, { row }: Compared): Promise<string[]> {
  if (!row?.recordId) return [];
  const part = kindOf(kindsOf(ctx), row.kind);
  const live = await part.liveUses(tx, ctx.enterpriseId, row.recordId);
  if (live.length > 0) return live;
  try {
    await part.remove(inside(ctx, tx), row.recordId);
    return [];
  } catch (error) {
    const uses = usesOf(error, row.name);
    if (uses === undefined) throw error;
    return uses;
  }
}

/**
 * Takes an install away: unchanged things go to the bin, and changed ones stay with what they name.
 * @throws DomainError package.not_found, package.not_installed, package.in_use that names what is live, or 1403
 */
export const removePackage = (ctx: Ctx, market: Market, packageId: string): Promise<Removed> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockMarket(tx, enterpriseId);
    const open = await openPackage(tx, enterpriseId, market, packageId);
    const install = await findInstall(tx, enterpriseId, open.manifest.id);
    if (!install) throw notInstalled();
    const compared = await compareInstall(ctx, tx, await listItems(tx, enterpriseId, install.installId), []);
    const staying = stayingOf(compared);
    const leaving = compared.filter(({ path, row }) => row?.recordId && !staying.has(path));
    assertMay(
      ctx,
      leaving.flatMap(({ row }) => row?.kind ?? []),
      'remove',
    );
    // A thing goes before those that it names.
    const ordered = inOrder(leaving, ({ mine }) => (mine ? namedBy({ content: mine }) : [])) ?? leaving;
    const uses: string[] = [];
    for (const one of ordered.toReversed()) uses.push(...(await removeThing(ctx, tx, one)));
    if (uses.length > 0)
      throw new DomainError('package.in_use', `Something live uses it: ${[...new Set(uses)].join(', ')}.`, { uses: [...new Set(uses)] });
    await changing(ctx, tx, installRecord, install.installId, 'delete', () =>
      changeInstall(tx, enterpriseId, install.installId, { state: 'REMOVED', updatedAt: ctx.now() }),
    );
    const kept = compared.flatMap(({ path, row, mine }) =>
      row?.recordId && mine && staying.has(path) ? [{ kind: row.kind, name: row.name, recordId: row.recordId }] : [],
    );
    return { binned: leaving.length, kept };
  });
