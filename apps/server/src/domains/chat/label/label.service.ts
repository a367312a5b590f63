import { type ChatLabel, chatLabelsMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments } from '../../account/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { chatLabelRecord } from './label.record.ts';
import {
  adoptChats,
  deleteLabel,
  findLabel,
  insertLabel,
  type LabelRow,
  listLabels,
  listOffered,
  lockLabel,
  lockLabels,
  type ShownLabel,
  updateLabel,
} from './label.repository.ts';

const present = (row: ShownLabel): ChatLabel => ({
  id: row.labelId,
  deptId: row.deptId ?? '',
  name: row.name,
  colour: row.colour,
  order: row.place,
  isActive: row.isActive,
  isUsed: row.isUsed,
  version: row.version,
});

const labelNotFound = () => new DomainError('chat_label.not_found', 'No such chat label.', {});

/** @throws DomainError chat_label.not_found */
async function getLabel(tx: Read, enterpriseId: string, labelId: string): Promise<ChatLabel> {
  const row = await findLabel(tx, enterpriseId, labelId);
  if (!row) throw labelNotFound();
  return present(row);
}

/** A label to change. @throws DomainError chat_label.not_found, or 1403 for one of the enterprise that the caller does not reach */
async function accessLabel(tx: Tx, { enterpriseId, actor }: Ctx, labelId: string, isKept = false): Promise<LabelRow> {
  const row = await lockLabel(tx, enterpriseId, labelId, isKept);
  if (!row || (row.deptId !== null && !reaches(actor, row.deptId))) throw labelNotFound();
  if (row.deptId === null) await assertMayChange(tx, actor, null);
  return row;
}

/** @throws DomainError department.not_found, or chat.not_found */
export function readLabels(ctx: Ctx, { deptId, chatId }: { deptId: string; chatId: string }): Promise<ChatLabel[]> {
  return ctx.transaction(async (tx) => {
    if (chatId === '') {
      if (deptId !== '' && !reaches(ctx.actor, deptId)) throw new DomainError('department.not_found', 'No such department.', {});
      await assertDepartments(tx, ctx.enterpriseId, deptId === '' ? [] : [deptId]);
      return (await listLabels(tx, ctx.enterpriseId, deptId || null)).map(present);
    }
    const chat = await accessChat(tx, ctx.actor, chatId);
    const offered = await listOffered(tx, ctx.enterpriseId, chat.deptId);
    const all = await Promise.all([...new Set(offered.map((row) => row.deptId))].map((of) => listLabels(tx, ctx.enterpriseId, of)));
    return all
      .flat()
      .filter(({ isActive }) => isActive)
      .map(present);
  });
}

export const readLabel = (ctx: Ctx, labelId: string): Promise<ChatLabel> =>
  ctx.read(async (tx) => {
    const label = await getLabel(tx, ctx.enterpriseId, labelId);
    if (label.deptId !== '' && !reaches(ctx.actor, label.deptId)) throw labelNotFound();
    return label;
  });

/** @throws DomainError chat.not_found or chat_label.not_found */
export function readLabelOfChat(ctx: Ctx, { chatId, configId }: { chatId: string; configId: string }) {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const label = await getLabel(tx, ctx.enterpriseId, configId);
    const offered = await listOffered(tx, ctx.enterpriseId, chat.deptId);
    return {
      label,
      isOnChat: chat.labels.some(({ id }) => id === configId),
      isOffered: offered.some(({ labelId }) => labelId === configId),
    };
  });
}

type LabelSave = { name: string; colour: string; isActive: boolean };

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'chat_labels_by_name'
    ? new DomainError('chat_label.name_taken', 'Another label of the department has this name.', {})
    : error;

/** @throws DomainError department.not_found, chat_label.name_taken or chat_label.too_many */
export async function createLabel(ctx: Ctx, { deptId, name, colour, isActive }: LabelSave & { deptId: string }): Promise<ChatLabel> {
  const { enterpriseId } = ctx;
  const labelId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await assertMayChange(tx, ctx.actor, deptId || null);
      await lockLabels(tx, enterpriseId, deptId || null);
      const others = await listLabels(tx, enterpriseId, deptId || null);
      if (others.length >= chatLabelsMax)
        throw new DomainError('chat_label.too_many', `A department has at most ${chatLabelsMax} labels.`, { maximum: chatLabelsMax });
      const row = { enterpriseId, labelId, deptId: deptId || null, name: name.trim(), colour: colour.toLowerCase(), isActive };
      const place = (others.at(-1)?.place ?? -1) + 1;
      await creating(
        ctx,
        tx,
        chatLabelRecord,
        () => labelId,
        () => insertLabel(tx, { ...row, place }),
      );
      await adoptChats(tx, row);
      return getLabel(tx, enterpriseId, labelId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws DomainError chat_label.not_found, chat_label.name_taken or record.changed */
export async function saveLabel(
  ctx: Ctx,
  labelId: string,
  { name, colour, isActive, version }: LabelSave & { version?: number | undefined },
): Promise<ChatLabel> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessLabel(tx, ctx, labelId, true);
      await assertVersion(ctx, tx, chatLabelRecord, { id: labelId, version: row.version }, version);
      const change = { name: name.trim(), colour: colour.toLowerCase(), isActive, version: row.version + 1 };
      await changing(ctx, tx, chatLabelRecord, labelId, 'edit', () => updateLabel(tx, enterpriseId, labelId, change));
      await adoptChats(tx, { ...row, name: change.name });
      return getLabel(tx, enterpriseId, labelId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Deletes a label that no chat has. One that chats have is retired, since they go on being about it. @throws DomainError chat_label.not_found */
export function removeLabel(ctx: Ctx, labelId: string): Promise<{ isRetired: boolean }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessLabel(tx, ctx, labelId);
    // Asked under the lock: a chat that gets the label at this moment is seen, or finds it gone.
    const { isUsed } = await getLabel(tx, enterpriseId, labelId);
    if (isUsed)
      await changing(ctx, tx, chatLabelRecord, labelId, 'edit', () =>
        updateLabel(tx, enterpriseId, labelId, { isActive: false, version: row.version + 1 }),
      );
    else await changing(ctx, tx, chatLabelRecord, labelId, 'delete', () => deleteLabel(tx, enterpriseId, labelId));
    return { isRetired: isUsed };
  });
}

/** @throws DomainError department.not_found, or chat_label.set_changed when the ids are not those of the department's labels, each once */
export function orderLabels(ctx: Ctx, { deptId, ids }: { deptId: string; ids: readonly string[] }): Promise<ChatLabel[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, ctx.actor, deptId || null);
    await lockLabels(tx, enterpriseId, deptId || null);
    const labels = await listLabels(tx, enterpriseId, deptId || null);
    const places = new Map(ids.map((id, place) => [id, place]));
    if (places.size !== ids.length || ids.length !== labels.length || labels.some(({ labelId }) => !places.has(labelId)))
      throw new DomainError('chat_label.set_changed', 'The labels of the department have changed. Load them again.', {});
    for (const { labelId, place, version } of labels) {
      const next = places.get(labelId) ?? place;
      if (next !== place)
        await changing(ctx, tx, chatLabelRecord, labelId, 'move', () =>
          updateLabel(tx, enterpriseId, labelId, { place: next, version: version + 1 }),
        );
    }
    return (await listLabels(tx, enterpriseId, deptId || null)).map(present);
  });
}
