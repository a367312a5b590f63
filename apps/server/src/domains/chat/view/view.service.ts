import { type ChatView, type ChatViewFilter, type ChatViewScope, chatViewsMax, noDepartment } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { assertDepartments } from '../../account/door.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { viewRecord } from './view.record.ts';
import {
  deleteView,
  findLabelNamed,
  findView,
  insertView,
  listSeen,
  listViews,
  lockScope,
  lockView,
  type Place,
  updateView,
  type ViewRow,
} from './view.repository.ts';

const viewNotFound = () => new DomainError('chat_view.not_found', 'No such view.', {});

const configures = ({ actor }: Ctx): boolean => can(actor, 'CHAT.CHAT_CONFIG');

/** Filters that views of the version before do not have. */
const noFilter = { department: '', priority: null } as const;

/** @throws DomainError department.not_found */
async function assertFilter(tx: Tx, ctx: Ctx, { department }: ChatViewFilter): Promise<void> {
  if (department !== '' && department !== noDepartment) await assertDepartments(tx, ctx.enterpriseId, [department]);
}

/** A label that was renamed keeps its view; one that has gone is told, and narrows nothing any more. */
const present = (ctx: Ctx, row: ViewRow): ChatView => {
  const isGone = row.labelId !== null && row.labelName === null;
  const isReached = row.deptId === null ? ctx.actor.dataScope === 'enterprise' : reaches(ctx.actor, row.deptId);
  return {
    id: row.viewId,
    scope: row.userId !== null ? 'own' : row.deptId !== null ? 'department' : 'enterprise',
    deptId: row.deptId ?? '',
    name: row.name,
    filter: {
      ...noFilter,
      ...row.filter,
      label: isGone ? '' : (row.labelName ?? row.filter.label),
      ...(row.isDepartmentGone ? { department: '' } : {}),
    },
    goneLabel: isGone ? row.filter.label : '',
    isDepartmentGone: row.isDepartmentGone,
    isChangeable: row.userId !== null || (configures(ctx) && isReached),
    order: row.place,
    version: row.version,
  };
};

type Scoped = { scope: ChatViewScope; deptId: string };

function placeOf({ actor }: Ctx, { scope, deptId }: Scoped): Place {
  if (scope === 'department' && deptId === '') throw new DomainError('department.not_found', 'No such department.', {});
  return { userId: scope === 'own' ? actor.userId : null, deptId: scope === 'department' ? deptId : null };
}

/** Shared views are for users who configure chats. @throws DomainError 1403 or department.not_found */
async function assertMayMake(tx: Read, ctx: Ctx, { userId, deptId }: Place): Promise<void> {
  if (userId !== null) return;
  if (!configures(ctx)) throw accessDenied(['CHAT.CHAT_CONFIG']);
  await assertMayChange(tx, ctx.actor, deptId);
}

/** Tells whether the caller may read a view: their own, those of their departments or of all; who configures chats, those of each department they reach. */
const sees = (ctx: Ctx, { userId, deptId }: ViewRow): boolean => {
  if (userId !== null) return userId === ctx.actor.userId;
  return deptId === null || ctx.actor.departments.includes(deptId) || (configures(ctx) && reaches(ctx.actor, deptId));
};

export const readViews = (ctx: Ctx): Promise<ChatView[]> =>
  ctx.read(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const departments = configures(ctx) && actor.dataScope === 'enterprise' ? 'all' : actor.departments;
    return (await listSeen(tx, enterpriseId, actor.userId, departments)).map((row) => present(ctx, row));
  });

async function getView(tx: Read, ctx: Ctx, viewId: string): Promise<ChatView> {
  const row = await findView(tx, ctx.enterpriseId, viewId);
  if (!row || !sees(ctx, row)) throw viewNotFound();
  return present(ctx, row);
}

/** @throws DomainError chat_view.not_found */
export const readView = (ctx: Ctx, viewId: string): Promise<ChatView> => ctx.read((tx) => getView(tx, ctx, viewId));

/** A view to change. @throws DomainError chat_view.not_found, or 1403 for a shared one that the caller does not reach */
async function accessView(tx: Tx, ctx: Ctx, viewId: string): Promise<ViewRow> {
  const row = await lockView(tx, ctx.enterpriseId, viewId);
  if (!row || !sees(ctx, row)) throw viewNotFound();
  await assertMayMake(tx, ctx, row);
  return row;
}

type ViewSave = { name: string; filter: ChatViewFilter };

/** @throws DomainError 1403, department.not_found or chat_view.too_many */
export const createView = (ctx: Ctx, { scope, deptId, name, filter }: ViewSave & Scoped): Promise<ChatView> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const viewId = newId();
    const place = placeOf(ctx, { scope, deptId });
    await assertMayMake(tx, ctx, place);
    await lockScope(tx, enterpriseId, place);
    const others = await listViews(tx, enterpriseId, place);
    if (others.length >= chatViewsMax)
      throw new DomainError('chat_view.too_many', `At most ${chatViewsMax} views are possible here.`, { maximum: chatViewsMax });
    await assertFilter(tx, ctx, filter);
    const labelId = await findLabelNamed(tx, enterpriseId, place.deptId, filter.label);
    const row = { ...place, viewId, name: name.trim(), filter, labelId, place: (others.at(-1)?.place ?? -1) + 1 };
    await creating(
      ctx,
      tx,
      viewRecord,
      () => viewId,
      () => insertView(tx, enterpriseId, row),
    );
    return getView(tx, ctx, viewId);
  });

/** @throws DomainError chat_view.not_found, 1403 or record.changed */
export const saveView = (
  ctx: Ctx,
  viewId: string,
  { name, filter, version }: ViewSave & { version?: number | undefined },
): Promise<ChatView> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessView(tx, ctx, viewId);
    await assertVersion(ctx, tx, viewRecord, { id: viewId, version: row.version }, version);
    await assertFilter(tx, ctx, filter);
    const labelId = await findLabelNamed(tx, enterpriseId, row.deptId, filter.label);
    const change = { name: name.trim(), filter: JSON.stringify(filter), labelId, version: row.version + 1 };
    await changing(ctx, tx, viewRecord, viewId, 'edit', () => updateView(tx, enterpriseId, viewId, change));
    return getView(tx, ctx, viewId);
  });

/** @throws DomainError chat_view.not_found or 1403 */
export const removeView = (ctx: Ctx, viewId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessView(tx, ctx, viewId);
    await changing(ctx, tx, viewRecord, viewId, 'delete', () => deleteView(tx, ctx.enterpriseId, viewId));
  });

/** An order changes no view. @throws DomainError 1403, department.not_found, or chat_view.set_changed when the ids are not those of the scope, each once */
export const orderViews = (ctx: Ctx, { scope, deptId, ids }: Scoped & { ids: readonly string[] }): Promise<ChatView[]> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const place = placeOf(ctx, { scope, deptId });
    await assertMayMake(tx, ctx, place);
    await lockScope(tx, enterpriseId, place);
    const rows = await listViews(tx, enterpriseId, place);
    const places = new Map(ids.map((id, index) => [id, index]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ viewId }) => !places.has(viewId)))
      throw new DomainError('chat_view.set_changed', 'The views have changed. Load them again.', {});
    for (const { viewId, place: before } of rows) {
      const next = places.get(viewId) ?? before;
      if (next !== before) await changing(ctx, tx, viewRecord, viewId, 'move', () => updateView(tx, enterpriseId, viewId, { place: next }));
    }
    return (await listViews(tx, enterpriseId, place)).map((row) => present(ctx, row));
  });
