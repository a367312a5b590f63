import { type Macro, type MacroScope, type MacroStep, macrosMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { accessChat } from '../access/chat.access.ts';
import { findAgent } from '../access/chat.people.ts';
import { findDepartmentName } from '../settings/settings.repository.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { macroRecord } from './macro.record.ts';
import {
  deleteMacro,
  findLabels,
  findMacro,
  insertMacro,
  listMacros,
  listUsable,
  lockMacro,
  lockScope,
  type MacroRow,
  type Place,
  updateMacro,
} from './macro.repository.ts';
import { faultsOfSteps, idsOf } from './macro.rules.ts';

export const macroNotFound = () => new DomainError('macro.not_found', 'No such macro.', {});

export const presentMacro = (row: MacroRow): Macro => ({
  id: row.macroId,
  scope: row.userId !== null ? 'own' : row.deptId !== null ? 'department' : 'enterprise',
  deptId: row.deptId ?? '',
  name: row.name,
  letter: row.letter,
  steps: [...row.steps],
  order: row.place,
  version: row.version,
});

type Scoped = { scope: MacroScope; deptId: string };

const departmentNotFound = () => new DomainError('department.not_found', 'No such department.', {});

function placeOf({ actor }: Ctx, { scope, deptId }: Scoped): Place {
  if (scope === 'department' && deptId === '') throw departmentNotFound();
  return { userId: scope === 'own' ? actor.userId : null, deptId: scope === 'department' ? deptId : null };
}

/** Own macros are for users who handle chats, all others for those who configure them. @throws DomainError 1403 or department.not_found */
async function assertMayMake(tx: Read, { actor }: Ctx, { userId, deptId }: Place): Promise<void> {
  const needed = userId === null ? 'CHAT.CHAT_CONFIG' : 'CHAT.HANDLE';
  if (!can(actor, needed)) throw accessDenied([needed]);
  if (userId === null) await assertMayChange(tx, actor, deptId);
}

/** Tells whether the caller may read a macro: their own, and those of departments that they reach or of all. */
const sees = ({ actor }: Ctx, { userId, deptId }: MacroRow): boolean => {
  if (userId !== null) return userId === actor.userId;
  return deptId === null || reaches(actor, deptId) || actor.departments.includes(deptId);
};

/** @throws DomainError chat.not_found or department.not_found */
export const readMacros = (ctx: Ctx, { chatId, ...scoped }: Scoped & { chatId: string }): Promise<Macro[]> =>
  ctx.read(async (tx) => {
    const { enterpriseId, actor } = ctx;
    if (chatId !== '') {
      const { deptId } = await accessChat(tx, actor, chatId);
      return (await listUsable(tx, enterpriseId, { userId: actor.userId, deptId })).map(presentMacro);
    }
    const place = placeOf(ctx, scoped);
    if (place.deptId !== null && (!reaches(actor, place.deptId) || !(await findDepartmentName(tx, enterpriseId, place.deptId))))
      throw departmentNotFound();
    return (await listMacros(tx, enterpriseId, place)).map(presentMacro);
  });

/** @throws DomainError macro.not_found */
export const readMacro = (ctx: Ctx, macroId: string): Promise<Macro> =>
  ctx.read(async (tx) => {
    const row = await findMacro(tx, ctx.enterpriseId, macroId);
    if (!row || !sees(ctx, row)) throw macroNotFound();
    return presentMacro(row);
  });

/** A macro to change. @throws DomainError macro.not_found, or 1403 for one of many that the caller does not reach */
async function accessMacro(tx: Tx, ctx: Ctx, macroId: string): Promise<MacroRow> {
  const row = await lockMacro(tx, ctx.enterpriseId, macroId);
  if (!row || !sees(ctx, row)) throw macroNotFound();
  await assertMayMake(tx, ctx, row);
  return row;
}

type MacroSave = { name: string; letter: string; steps: readonly MacroStep[] };

/** Refuses steps that name what there is not, or that cannot follow each other. @throws DomainError request.invalid */
async function assertSteps(tx: Tx, enterpriseId: string, steps: readonly MacroStep[]): Promise<void> {
  const ids = idsOf(steps);
  const labels = await findLabels(tx, enterpriseId, ids.labels);
  const agents = await Promise.all(ids.users.map((userId) => findAgent(tx, enterpriseId, userId)));
  const names = await Promise.all(ids.departments.map((id) => findDepartmentName(tx, enterpriseId, id)));
  const faults = faultsOfSteps(steps, {
    labels: new Set(labels.map(({ labelId }) => labelId)),
    users: new Set(agents.flatMap((agent) => agent?.userId ?? [])),
    departments: new Set(ids.departments.filter((_id, place) => names[place] !== undefined)),
  });
  if (faults.length > 0) throw invalidRequest(...faults);
}

const letterTaken = (error: unknown, letter: string): unknown =>
  violatedConstraint(error) === 'macros_by_letter'
    ? new DomainError('macro.letter_taken', `Another macro here is run by ${letter.toUpperCase()}.`, { letter: letter.toUpperCase() })
    : error;

/** @throws DomainError 1403, department.not_found, request.invalid, macro.letter_taken or macro.too_many */
export async function createMacro(ctx: Ctx, { scope, deptId, name, letter, steps }: MacroSave & Scoped): Promise<Macro> {
  const { enterpriseId } = ctx;
  const macroId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      const place = placeOf(ctx, { scope, deptId });
      await assertMayMake(tx, ctx, place);
      await assertSteps(tx, enterpriseId, steps);
      await lockScope(tx, enterpriseId, place);
      const others = await listMacros(tx, enterpriseId, place);
      if (others.length >= macrosMax)
        throw new DomainError('macro.too_many', `At most ${macrosMax} macros are possible here.`, { maximum: macrosMax });
      const row = { ...place, macroId, name: name.trim(), letter, steps, place: (others.at(-1)?.place ?? -1) + 1 };
      await creating(
        ctx,
        tx,
        macroRecord,
        () => macroId,
        () => insertMacro(tx, enterpriseId, row),
      );
      return presentMacro((await findMacro(tx, enterpriseId, macroId)) as MacroRow);
    });
  } catch (error) {
    throw letterTaken(error, letter);
  }
}

/** @throws DomainError macro.not_found, 1403, record.changed, request.invalid or macro.letter_taken */
export async function saveMacro(
  ctx: Ctx,
  macroId: string,
  { name, letter, steps, version }: MacroSave & { version?: number | undefined },
): Promise<Macro> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessMacro(tx, ctx, macroId);
      await assertVersion(ctx, tx, macroRecord, { id: macroId, version: row.version }, version);
      await assertSteps(tx, enterpriseId, steps);
      const change = { name: name.trim(), letter, steps: JSON.stringify(steps), version: row.version + 1 };
      await changing(ctx, tx, macroRecord, macroId, 'edit', () => updateMacro(tx, enterpriseId, macroId, change));
      return presentMacro((await findMacro(tx, enterpriseId, macroId)) as MacroRow);
    });
  } catch (error) {
    throw letterTaken(error, letter);
  }
}

/** @throws DomainError macro.not_found or 1403 */
export const removeMacro = (ctx: Ctx, macroId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessMacro(tx, ctx, macroId);
    await changing(ctx, tx, macroRecord, macroId, 'delete', () => deleteMacro(tx, ctx.enterpriseId, macroId));
  });

/** An order changes no macro: whoever edits or runs one goes on. @throws DomainError 1403, department.not_found, or macro.set_changed when the ids are not those of the scope, each once */
export function orderMacros(ctx: Ctx, { scope, deptId, ids }: Scoped & { ids: readonly string[] }): Promise<Macro[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const place = placeOf(ctx, { scope, deptId });
    await assertMayMake(tx, ctx, place);
    await lockScope(tx, enterpriseId, place);
    const macros = await listMacros(tx, enterpriseId, place);
    const places = new Map(ids.map((id, index) => [id, index]));
    if (places.size !== ids.length || ids.length !== macros.length || macros.some(({ macroId }) => !places.has(macroId)))
      throw new DomainError('macro.set_changed', 'The macros have changed. Load them again.', {});
    for (const { macroId, place: before } of macros) {
      const next = places.get(macroId) ?? before;
      if (next !== before)
        await changing(ctx, tx, macroRecord, macroId, 'move', () => updateMacro(tx, enterpriseId, macroId, { place: next }));
    }
    return (await listMacros(tx, enterpriseId, place)).map(presentMacro);
  });
}
