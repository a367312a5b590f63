import { type ChatFieldValue, type FieldError, fieldError, tidyFieldValue } from '@parley/contract';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessChat, chatNotFound, lockSeenChat } from '../access/chat.access.ts';
import { writeSide } from '../side/side.write.ts';
import { keepOfChat, listOfChat, noteUse, updateValues, type ValueRow } from './field.repository.ts';
import { fieldNotFound } from './field.service.ts';

const present = ({ fieldId: id, name, kind, options, isRequired, isActive, value }: ValueRow): ChatFieldValue => ({
  ...{ id, name, kind, isRequired, isActive, value },
  options: [...options],
});

/** @throws DomainError chat.not_found */
export const readValues = (ctx: Ctx, chatId: string): Promise<ChatFieldValue[]> =>
  ctx.read(async (tx) => {
    await accessChat(tx, ctx.actor, chatId);
    return (await listOfChat(tx, ctx.enterpriseId, chatId)).map(present);
  });

/**
 * Sets fields of a chat; users who take, or took, part may do so, after the end as well, and keys as for labels. The line of the second record
 * names what has changed.
 * @param values by the ids of fields; '' takes a value away
 * @throws DomainError chat.not_found, chat_field.not_found or request.invalid
 */
export const saveValues = (ctx: Ctx, chatId: string, values: Readonly<Record<string, string>>): Promise<ChatFieldValue[]> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const { chat, seen } = await lockSeenChat(ctx, tx, chatId);
    // A key takes part in no chat.
    if (!seen.participation && !actor.key) throw chatNotFound();
    if (chat.textsErasedAt) throw new DomainError('chat.state_invalid', 'The texts of this chat were removed.', { state: chat.state });
    const rows = await keepOfChat(tx, enterpriseId, chatId);
    if (Object.keys(values).some((id) => !rows.some(({ fieldId }) => fieldId === id))) throw fieldNotFound();
    const faults: FieldError[] = [];
    const changes: { name: string; from: string; to: string }[] = [];
    const next = { ...chat.fields };
    for (const row of rows) {
      const { fieldId, name, isActive, value: from } = row;
      const given = values[fieldId];
      // A value that stays may be none of the choices any more.
      if (given === undefined || given === from) continue;
      const tidied = tidyFieldValue(row, given);
      if ('fault' in tidied) faults.push(fieldError(`values.${fieldId}`, tidied.fault));
      else if (!isActive && tidied.value !== '') faults.push(fieldError(`values.${fieldId}`, 'chat_field.retired'));
      else if (tidied.value !== from) {
        changes.push({ name, from, to: tidied.value });
        if (tidied.value === '') delete next[fieldId];
        else next[fieldId] = tidied.value;
      }
    }
    if (faults.length > 0) throw invalidRequest(...faults);
    if (changes.length > 0) {
      await noteUse(
        tx,
        enterpriseId,
        rows.filter(({ fieldId, isUsed }) => !isUsed && fieldId in next).map(({ fieldId }) => fieldId),
      );
      await updateValues(tx, enterpriseId, chatId, next);
      await writeSide(ctx, tx, chat, { kind: 'act', act: { act: 'fields', changes } });
    }
    return (await listOfChat(tx, enterpriseId, chatId)).map(present);
  });
