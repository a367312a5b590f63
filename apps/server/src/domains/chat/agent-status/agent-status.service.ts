import { type AgentStatusKind, type AgentStatusKindCreate, agentStatusKindsMax, checkStatusKind } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments } from '../../account/door.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { agentStatusKindRecord } from './agent-status.record.ts';
import {
  deleteKind,
  findKind,
  insertKind,
  keepOfferedKind,
  listKinds,
  lockKind,
  lockKinds,
  type ShownKind,
  type StatusKindRow,
  updateKind,
} from './agent-status.repository.ts';

/** An own status of departments is for their agents. */
const isFor = ({ deptIds }: StatusKindRow, departments: readonly string[]): boolean =>
  deptIds.length === 0 || deptIds.some((deptId) => departments.includes(deptId));

const present = (row: ShownKind, departments: readonly string[]): AgentStatusKind => ({
  id: row.statusId,
  name: row.name,
  nameHi: row.nameHi,
  colour: row.colour,
  base: row.base,
  isRouted: row.isRouted,
  deptIds: row.deptIds,
  isOffered: row.isActive && isFor(row, departments),
  order: row.place,
  isActive: row.isActive,
  isUsed: row.isUsed,
  version: row.version,
});

const statusNotFound = () => new DomainError('agent_status.not_found', 'No such status.', {});

async function getKind(tx: Read, { enterpriseId, actor }: Ctx, statusId: string): Promise<AgentStatusKind> {
  const row = await findKind(tx, enterpriseId, statusId);
  if (!row) throw statusNotFound();
  return present(row, actor.departments);
}

/** An own status to change, locked. @throws DomainError agent_status.not_found, or 1403 for users who do not reach the whole enterprise */
async function accessKind(tx: Tx, { enterpriseId, actor }: Ctx, statusId: string, isKept = false): Promise<StatusKindRow> {
  const row = await lockKind(tx, enterpriseId, statusId, isKept);
  if (!row) throw statusNotFound();
  await assertMayChange(tx, actor, null);
  return row;
}

/** An own status that the actor may choose: it is not deleted before the transaction ends. @throws DomainError agent_status.not_found */
export async function chooseKind(tx: Tx, { enterpriseId, actor }: Ctx, statusId: string): Promise<StatusKindRow> {
  const row = await keepOfferedKind(tx, enterpriseId, statusId);
  if (!row || !isFor(row, actor.departments)) throw statusNotFound();
  return row;
}

export const readKinds = (ctx: Ctx): Promise<AgentStatusKind[]> =>
  ctx.read(async (tx) => (await listKinds(tx, ctx.enterpriseId)).map((row) => present(row, ctx.actor.departments)));

/** @throws DomainError agent_status.not_found */
export const readKind = (ctx: Ctx, statusId: string): Promise<AgentStatusKind> => ctx.read((tx) => getKind(tx, ctx, statusId));

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'agent_status_kinds_by_name'
    ? new DomainError('agent_status.name_taken', 'Another status has this name.', {})
    : error;

/** @throws DomainError request.invalid, agent_status.name_taken, agent_status.too_many, department.not_found or 1403 */
export async function createKind(
  ctx: Ctx,
  { name, nameHi, colour, base, isRouted, deptIds }: AgentStatusKindCreate,
): Promise<AgentStatusKind> {
  const { enterpriseId } = ctx;
  const faults = checkStatusKind({ base, isRouted });
  if (faults.length > 0) throw invalidRequest(...faults);
  const statusId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await assertMayChange(tx, ctx.actor, null);
      await lockKinds(tx, enterpriseId);
      await assertDepartments(tx, enterpriseId, deptIds);
      const others = await listKinds(tx, enterpriseId);
      if (others.length >= agentStatusKindsMax)
        throw new DomainError('agent_status.too_many', `At most ${agentStatusKindsMax} statuses are possible.`, {
          maximum: agentStatusKindsMax,
        });
      const place = (others.at(-1)?.place ?? -1) + 1;
      const named = { name: name.trim(), nameHi: nameHi.trim(), colour: colour.toLowerCase() };
      const row = { enterpriseId, statusId, ...named, base, isRouted, deptIds: [...new Set(deptIds)], place };
      await creating(
        ctx,
        tx,
        agentStatusKindRecord,
        () => statusId,
        () => insertKind(tx, row),
      );
      return getKind(tx, ctx, statusId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

type KindSave = Pick<AgentStatusKind, 'name' | 'nameHi' | 'colour' | 'isActive'> & {
  deptIds?: string[] | undefined;
  version?: number | undefined;
};

/**
 * Agents who have the status keep it, though it is of other departments now. A department that has gone may stay named.
 * @throws DomainError agent_status.not_found, agent_status.name_taken, department.not_found, record.changed or 1403
 */
export async function saveKind(
  ctx: Ctx,
  statusId: string,
  { name, nameHi, colour, deptIds, isActive, version }: KindSave,
): Promise<AgentStatusKind> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessKind(tx, ctx, statusId, true);
      await assertVersion(ctx, tx, agentStatusKindRecord, { id: statusId, version: row.version }, version);
      const departments = [...new Set(deptIds ?? row.deptIds)];
      await assertDepartments(
        tx,
        enterpriseId,
        departments.filter((deptId) => !row.deptIds.includes(deptId)),
      );
      const named = { name: name.trim(), nameHi: nameHi.trim(), colour: colour.toLowerCase() };
      const change = { ...named, deptIds: departments, isActive, version: row.version + 1 };
      await changing(ctx, tx, agentStatusKindRecord, statusId, 'edit', () => updateKind(tx, enterpriseId, statusId, change));
      return getKind(tx, ctx, statusId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/**
 * Deletes a status that no agent has. One that agents have is retired: they keep it until they choose another.
 * @throws DomainError agent_status.not_found or 1403
 */
export function removeKind(ctx: Ctx, statusId: string): Promise<{ isRetired: boolean }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessKind(tx, ctx, statusId);
    // Asked under the lock: an agent who chooses the status at this moment is seen, or finds it gone.
    const { isUsed } = await getKind(tx, ctx, statusId);
    if (isUsed)
      await changing(ctx, tx, agentStatusKindRecord, statusId, 'edit', () =>
        updateKind(tx, enterpriseId, statusId, { isActive: false, version: row.version + 1 }),
      );
    else await changing(ctx, tx, agentStatusKindRecord, statusId, 'delete', () => deleteKind(tx, enterpriseId, statusId));
    return { isRetired: isUsed };
  });
}

/** @throws DomainError 1403, or agent_status.set_changed when the ids are not those of all statuses, each once */
export function orderKinds(ctx: Ctx, ids: readonly string[]): Promise<AgentStatusKind[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, ctx.actor, null);
    await lockKinds(tx, enterpriseId);
    const rows = await listKinds(tx, enterpriseId);
    const places = new Map(ids.map((id, place) => [id, place]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ statusId }) => !places.has(statusId)))
      throw new DomainError('agent_status.set_changed', 'The statuses have changed. Load them again.', {});
    for (const { statusId, place, version } of rows) {
      const next = places.get(statusId) ?? place;
      if (next !== place)
        await changing(ctx, tx, agentStatusKindRecord, statusId, 'move', () =>
          updateKind(tx, enterpriseId, statusId, { place: next, version: version + 1 }),
        );
    }
    return (await listKinds(tx, enterpriseId)).map((row) => present(row, ctx.actor.departments));
  });
}
