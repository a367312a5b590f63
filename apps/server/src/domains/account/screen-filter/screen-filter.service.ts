import { type FilterScreen, type SavedSearch, type ScreenFilter, screenFilterKeys, screenFiltersMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments } from '../user/user.departments.ts';
import { screenFilterRecord } from './screen-filter.record.ts';
import {
  clearDefault,
  deleteScreenFilter,
  findScreenFilter,
  insertScreenFilter,
  listScreenFilters,
  lockOwner,
  lockScreenFilter,
  type ScreenFilterRow,
  updateScreenFilter,
} from './screen-filter.repository.ts';

const notFound = () => new DomainError('screen_filter.not_found', 'No such filter.', {});

const isOwn = ({ actor }: Ctx, { userId }: ScreenFilterRow): boolean => userId === actor.userId;
const sees = (ctx: Ctx, row: ScreenFilterRow): boolean =>
  isOwn(ctx, row) || (row.deptId !== null && (ctx.actor.dataScope === 'enterprise' || ctx.actor.departments.includes(row.deptId)));
/** Administrators change shared ones too; whether its owner's screen opens with one is the owner's alone. */
const mayChange = (ctx: Ctx, row: ScreenFilterRow): boolean => isOwn(ctx, row) || (ctx.actor.isAdministrator && sees(ctx, row));

const present = (ctx: Ctx, row: ScreenFilterRow): ScreenFilter => ({
  id: row.filterId,
  screen: row.screen,
  name: row.name,
  search: keptOf(row.screen, row.search),
  isOwn: isOwn(ctx, row),
  deptId: row.deptId ?? '',
  ownerName: row.ownerName,
  isDefault: isOwn(ctx, row) && row.isDefault,
  isChangeable: mayChange(ctx, row),
  version: row.version,
});

/** The parameters that the screen saves; others are of one moment, or name one person. */
const keptOf = (screen: FilterScreen, search: SavedSearch): SavedSearch =>
  Object.fromEntries(screenFilterKeys[screen].flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])));

/** Users share with departments of their own; those who see the whole enterprise, with each. @throws DomainError department.not_found */
async function assertShared(tx: Tx, { enterpriseId, actor }: Ctx, deptId: string): Promise<void> {
  if (deptId === '') return;
  if (actor.dataScope !== 'enterprise' && !actor.departments.includes(deptId))
    throw new DomainError('department.not_found', 'No such department.', {});
  await assertDepartments(tx, enterpriseId, [deptId]);
}

export const readScreenFilters = (ctx: Ctx, screen: FilterScreen): Promise<ScreenFilter[]> =>
  ctx.read(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const departments = actor.dataScope === 'enterprise' ? 'all' : actor.departments;
    return (await listScreenFilters(tx, enterpriseId, screen, actor.userId, departments)).map((row) => present(ctx, row));
  });

async function getFilter(tx: Read, ctx: Ctx, filterId: string): Promise<ScreenFilter> {
  const row = await findScreenFilter(tx, ctx.enterpriseId, filterId);
  if (!row) throw notFound();
  return present(ctx, row);
}

type Save = { name: string; search: SavedSearch; deptId: string; isDefault: boolean };

/** @throws DomainError department.not_found or screen_filter.too_many */
export const createScreenFilter = (
  ctx: Ctx,
  { screen, name, search, deptId, isDefault }: Save & { screen: FilterScreen },
): Promise<ScreenFilter> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const filterId = newId();
    await assertShared(tx, ctx, deptId);
    if ((await lockOwner(tx, enterpriseId, screen, actor.userId)) >= screenFiltersMax)
      throw new DomainError('screen_filter.too_many', `At most ${screenFiltersMax} filters are possible here.`, {
        maximum: screenFiltersMax,
      });
    await creating(
      ctx,
      tx,
      screenFilterRecord,
      () => filterId,
      async () => {
        if (isDefault) await clearDefault(tx, enterpriseId, screen, actor.userId, filterId);
        const row = { filterId, screen, userId: actor.userId, deptId: deptId || null, name: name.trim(), isDefault };
        await insertScreenFilter(tx, enterpriseId, { ...row, search: JSON.stringify(keptOf(screen, search)) });
      },
    );
    return getFilter(tx, ctx, filterId);
  });

/** @throws DomainError screen_filter.not_found for one that the caller may not change too, record.changed or department.not_found */
export const saveScreenFilter = (ctx: Ctx, filterId: string, { version, ...save }: Save & { version: number }): Promise<ScreenFilter> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const row = await lockScreenFilter(tx, enterpriseId, filterId);
    if (!row || !mayChange(ctx, row)) throw notFound();
    await assertVersion(ctx, tx, screenFilterRecord, { id: filterId, version: row.version }, version);
    const { name, search, deptId, isDefault } = save;
    if (deptId !== (row.deptId ?? '')) await assertShared(tx, ctx, deptId);
    await lockOwner(tx, enterpriseId, row.screen, row.userId);
    const opens = row.userId === actor.userId ? isDefault : row.isDefault;
    await changing(ctx, tx, screenFilterRecord, filterId, 'edit', async () => {
      if (opens) await clearDefault(tx, enterpriseId, row.screen, row.userId, filterId);
      const kept = JSON.stringify(keptOf(row.screen, search));
      await updateScreenFilter(tx, enterpriseId, filterId, {
        name: name.trim(),
        deptId: deptId || null,
        isDefault: opens,
        search: kept,
        version: row.version + 1,
      });
    });
    return getFilter(tx, ctx, filterId);
  });

/** @throws DomainError screen_filter.not_found */
export const removeScreenFilter = (ctx: Ctx, filterId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await lockScreenFilter(tx, ctx.enterpriseId, filterId);
    if (!row || !mayChange(ctx, row)) throw notFound();
    await changing(ctx, tx, screenFilterRecord, filterId, 'delete', () => deleteScreenFilter(tx, ctx.enterpriseId, filterId));
  });
