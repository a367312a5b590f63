import { type ChatField, type ChatFieldKind, chatFieldsMax, type FieldError, fieldError } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findDepartmentName } from '../settings/settings.repository.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { fieldRecord } from './field.record.ts';
import { deleteField, type FieldRow, findField, insertField, listFields, lockField, lockScope, updateField } from './field.repository.ts';

export const fieldNotFound = () => new DomainError('chat_field.not_found', 'No such field.', {});

const present = (row: FieldRow): ChatField => ({
  id: row.fieldId,
  deptId: row.deptId ?? '',
  name: row.name,
  kind: row.kind,
  options: [...row.options],
  isRequired: row.isRequired,
  isActive: row.isActive,
  order: row.place,
  version: row.version,
});

/** @throws DomainError department.not_found */
export const readFields = (ctx: Ctx, deptId: string): Promise<ChatField[]> =>
  ctx.read(async (tx) => {
    if (deptId !== '' && (!reaches(ctx.actor, deptId) || !(await findDepartmentName(tx, ctx.enterpriseId, deptId))))
      throw new DomainError('department.not_found', 'No such department.', {});
    return (await listFields(tx, ctx.enterpriseId, deptId || null)).map(present);
  });

async function getField(tx: Read, { enterpriseId, actor }: Ctx, fieldId: string): Promise<ChatField> {
  const row = await findField(tx, enterpriseId, fieldId);
  if (!row || (row.deptId !== null && !reaches(actor, row.deptId))) throw fieldNotFound();
  return present(row);
}

/** @throws DomainError chat_field.not_found */
export const readField = (ctx: Ctx, fieldId: string): Promise<ChatField> => ctx.read((tx) => getField(tx, ctx, fieldId));

/** A field to change. @throws DomainError chat_field.not_found, or 1403 for one of all departments that the caller does not reach */
async function accessField(tx: Tx, { enterpriseId, actor }: Ctx, fieldId: string): Promise<FieldRow> {
  const row = await lockField(tx, enterpriseId, fieldId);
  if (!row || (row.deptId !== null && !reaches(actor, row.deptId))) throw fieldNotFound();
  if (row.deptId === null) await assertMayChange(tx, actor, null);
  return row;
}

/** The values of a choice as they are stored; a field of another kind has none. @throws DomainError request.invalid */
function optionsOf(kind: ChatFieldKind, given: readonly string[]): string[] {
  if (kind !== 'choice') return [];
  const options = given.map((option) => option.trim());
  const faults: FieldError[] = [];
  if (options.length === 0) faults.push(fieldError('options', 'chat_field.no_options'));
  if (new Set(options.map((option) => option.toLowerCase())).size !== options.length)
    faults.push(fieldError('options', 'chat_field.options_twice'));
  if (faults.length > 0) throw invalidRequest(...faults);
  return options;
}

type FieldSave = { name: string; options: readonly string[]; isRequired: boolean; isActive: boolean };

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'chat_fields_by_name'
    ? new DomainError('chat_field.name_taken', 'Another field of the department has this name.', {})
    : error;

/** @throws DomainError department.not_found, 1403, request.invalid, chat_field.name_taken or chat_field.too_many */
export async function createField(
  ctx: Ctx,
  { deptId, kind, name, options, isRequired, isActive }: FieldSave & { deptId: string; kind: ChatFieldKind },
): Promise<ChatField> {
  const { enterpriseId } = ctx;
  const fieldId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await assertMayChange(tx, ctx.actor, deptId || null);
      const row = { fieldId, deptId: deptId || null, kind, name: name.trim(), options: optionsOf(kind, options), isRequired, isActive };
      await lockScope(tx, enterpriseId, row.deptId);
      const others = await listFields(tx, enterpriseId, row.deptId);
      if (others.length >= chatFieldsMax)
        throw new DomainError('chat_field.too_many', `At most ${chatFieldsMax} fields are possible here.`, { maximum: chatFieldsMax });
      const place = (others.at(-1)?.place ?? -1) + 1;
      await creating(
        ctx,
        tx,
        fieldRecord,
        () => fieldId,
        () => insertField(tx, enterpriseId, { ...row, place }),
      );
      return getField(tx, ctx, fieldId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws DomainError chat_field.not_found, 1403, record.changed, request.invalid or chat_field.name_taken */
export async function saveField(
  ctx: Ctx,
  fieldId: string,
  { name, options, isRequired, isActive, version }: FieldSave & { version?: number | undefined },
): Promise<ChatField> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessField(tx, ctx, fieldId);
      await assertVersion(ctx, tx, fieldRecord, { id: fieldId, version: row.version }, version);
      const stored = JSON.stringify(optionsOf(row.kind, options));
      const change = { name: name.trim(), options: stored, isRequired, isActive, version: row.version + 1 };
      await changing(ctx, tx, fieldRecord, fieldId, 'edit', () => updateField(tx, enterpriseId, fieldId, change));
      return getField(tx, ctx, fieldId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Deletes a field without values. One that chats have values of is retired: they keep them. @throws DomainError chat_field.not_found or 1403 */
export const removeField = (ctx: Ctx, fieldId: string): Promise<{ isRetired: boolean }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessField(tx, ctx, fieldId);
    // Asked under the lock: a chat that gets a value at this moment is seen, or finds the field gone.
    const isRetired = row.isUsed;
    if (isRetired)
      await changing(ctx, tx, fieldRecord, fieldId, 'edit', () =>
        updateField(tx, enterpriseId, fieldId, { isActive: false, version: row.version + 1 }),
      );
    else await changing(ctx, tx, fieldRecord, fieldId, 'delete', () => deleteField(tx, enterpriseId, fieldId));
    return { isRetired };
  });

/** An order changes no field. @throws DomainError department.not_found, 1403, or chat_field.set_changed when the ids are not those of the scope, each once */
export const orderFields = (ctx: Ctx, { deptId, ids }: { deptId: string; ids: readonly string[] }): Promise<ChatField[]> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await assertMayChange(tx, ctx.actor, deptId || null);
    await lockScope(tx, enterpriseId, deptId || null);
    const rows = await listFields(tx, enterpriseId, deptId || null);
    const places = new Map(ids.map((id, index) => [id, index]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ fieldId }) => !places.has(fieldId)))
      throw new DomainError('chat_field.set_changed', 'The fields have changed. Load them again.', {});
    for (const { fieldId, place: before } of rows) {
      const next = places.get(fieldId) ?? before;
      if (next !== before)
        await changing(ctx, tx, fieldRecord, fieldId, 'move', () => updateField(tx, enterpriseId, fieldId, { place: next }));
    }
    return (await listFields(tx, enterpriseId, deptId || null)).map(present);
  });
