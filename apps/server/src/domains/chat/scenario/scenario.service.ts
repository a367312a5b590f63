import {
  fieldError,
  noDepartment,
  type ScenarioChange,
  type ScenarioFull,
  type ScenarioSave,
  type ScenarioSummary,
  scenarioDaysMax,
  scenariosMax,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { dayOf, daysBetween } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments, departmentNames } from '../../account/door.ts';
import { countingScope } from '../analytics/analytics.asked.ts';
import { runScenarioJob } from './scenario.jobs.ts';
import { presentFull, presentSummary } from './scenario.present.ts';
import { scenarioRecord } from './scenario.record.ts';
import {
  beginRun,
  deleteScenario,
  findResult,
  findScenario,
  insertScenario,
  listSavedChats,
  listScenarios,
  lockScenario,
  lockScenarios,
  type ScenarioRow,
} from './scenario.repository.ts';

const scenarioNotFound = () => new DomainError('scenario.not_found', 'No such scenario.', {});
export const keyOfDepartment = (departmentId: string): string => (departmentId === noDepartment ? '' : departmentId);

/** Departments that the actor may ask about. @throws DomainError 1403 for those who see their own chats alone */
function reachOf(ctx: Ctx): 'all' | ReadonlySet<string> {
  const scope = countingScope(ctx);
  if (scope === 'own') throw accessDenied(['CHAT.VIEW_ANALYTICS']);
  return scope === 'enterprise' ? 'all' : new Set(['', ...scope]);
}

const reaches = (ctx: Ctx, departments: readonly string[]): boolean => {
  const reach = reachOf(ctx);
  return reach === 'all' || departments.every((id) => reach.has(id));
};

/** @throws DomainError scenario.not_found, also for one of departments out of reach */
function assertReached(ctx: Ctx, row: ScenarioRow | undefined): ScenarioRow {
  if (!row || !reaches(ctx, row.departments)) throw scenarioNotFound();
  return row;
}

async function getScenario(tx: Read, ctx: Ctx, scenarioId: string): Promise<ScenarioFull> {
  const row = assertReached(ctx, await findScenario(tx, ctx.enterpriseId, scenarioId));
  const [names, result] = [await departmentNames(tx, ctx.enterpriseId), await findResult(tx, ctx.enterpriseId, scenarioId)];
  const chatIds = result?.departments.flatMap(({ now }) => now?.savedChatIds ?? []) ?? [];
  return presentFull(row, result, { names, saved: await listSavedChats(tx, ctx.enterpriseId, chatIds), now: ctx.now() });
}

/** @throws DomainError 1403 */
export const readScenarios = (ctx: Ctx): Promise<ScenarioSummary[]> =>
  ctx.read(async (tx) => {
    reachOf(ctx);
    const names = await departmentNames(tx, ctx.enterpriseId);
    const rows = await listScenarios(tx, ctx.enterpriseId);
    return rows.filter((row) => reaches(ctx, row.departments)).map((row) => presentSummary(row, names, ctx.now()));
  });

/** @throws DomainError scenario.not_found or 1403 */
export const readScenario = (ctx: Ctx, scenarioId: string): Promise<ScenarioFull> => ctx.read((tx) => getScenario(tx, ctx, scenarioId));

/** @throws DomainError request.invalid for days that are backwards, not over yet, or too many */
async function assertDays(ctx: Ctx, tx: Read, { fromDate, toDate }: ScenarioSave): Promise<void> {
  const today = dayOf(ctx.now(), await ctx.readTimeZone(tx));
  if (fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (toDate >= today) throw invalidRequest(fieldError('toDate', 'days.not_over'));
  if (daysBetween(fromDate, toDate) > scenarioDaysMax)
    throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: scenarioDaysMax }));
}

/** Changes are of departments that the scenario tells of. @throws DomainError request.invalid or department.not_found */
async function assertDepartmentsOf(ctx: Ctx, tx: Tx, departments: readonly string[], changes: readonly ScenarioChange[]): Promise<void> {
  const place = changes.findIndex(({ departmentId }) => !departments.includes(keyOfDepartment(departmentId)));
  if (place >= 0) throw invalidRequest(fieldError(`changes.${place}.departmentId`, 'value.invalid'));
  const empty = changes.findIndex((change) => change.kind === 'agents' && change.count === 0);
  if (empty >= 0) throw invalidRequest(fieldError(`changes.${empty}.count`, 'value.invalid'));
  const ids = departments.filter((id) => id !== '');
  if (!reaches(ctx, departments)) throw new DomainError('department.not_found', 'No such department.', {});
  if (ids.length > 0) await assertDepartments(tx, ctx.enterpriseId, ids);
}

/** @throws DomainError request.invalid, department.not_found, scenario.too_many or 1403 */
export const createScenario = (ctx: Ctx, save: ScenarioSave): Promise<ScenarioFull> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const departments = [...new Set(save.departmentIds.map(keyOfDepartment))];
    await assertDays(ctx, tx, save);
    await assertDepartmentsOf(ctx, tx, departments, save.changes);
    if ((await lockScenarios(tx, enterpriseId)) >= scenariosMax)
      throw new DomainError('scenario.too_many', `At most ${scenariosMax} scenarios are possible. Delete one that you no longer need.`, {
        maximum: scenariosMax,
      });
    const { fromDate, toDate, changes } = save;
    const [scenarioId, runId, name] = [newId(), newId(), save.name.trim()];
    const row = { scenarioId, runId, name, fromDate, toDate, departments, changes, createdBy: ctx.actor.userId, createdAt: ctx.now() };
    await creating(
      ctx,
      tx,
      scenarioRecord,
      () => scenarioId,
      () => insertScenario(tx, enterpriseId, row),
    );
    await ctx.jobs.enqueue(tx, runScenarioJob, { enterpriseId, scenarioId });
    return getScenario(tx, ctx, scenarioId);
  });

/** Replays it again. One that is under way goes on. @throws DomainError scenario.not_found or 1403 */
export const rerunScenario = (ctx: Ctx, scenarioId: string): Promise<ScenarioFull> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = assertReached(ctx, await lockScenario(tx, enterpriseId, scenarioId));
    const { state } = presentSummary(row, new Map(), ctx.now());
    if (state !== 'waiting' && state !== 'running') {
      await changing(ctx, tx, scenarioRecord, scenarioId, 'start', () => beginRun(tx, enterpriseId, scenarioId, newId(), ctx.now()));
      await ctx.jobs.enqueue(tx, runScenarioJob, { enterpriseId, scenarioId });
    }
    return getScenario(tx, ctx, scenarioId);
  });

/** @throws DomainError scenario.not_found or 1403 */
export const removeScenario = (ctx: Ctx, scenarioId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    assertReached(ctx, await lockScenario(tx, ctx.enterpriseId, scenarioId));
    await changing(ctx, tx, scenarioRecord, scenarioId, 'delete', () => deleteScenario(tx, ctx.enterpriseId, scenarioId));
  });
