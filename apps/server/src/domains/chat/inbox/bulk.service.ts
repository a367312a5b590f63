import type { BulkAct, BulkOutcome } from '@parley/contract';
import { fieldError } from '@parley/contract';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { closeChat } from '../conversation/chat.lifecycle.ts';
import { setLabel } from '../label/chat.tag.ts';
import { transferToDepartment } from '../offer/chat.department.ts';
import { transferChat } from '../offer/chat.offer.ts';

function actOn(ctx: Ctx, chatId: string, act: BulkAct): Promise<void> {
  switch (act.kind) {
    case 'label':
      return setLabel(ctx, chatId, act.tag);
    case 'close':
      return closeChat(ctx, chatId, act.feedback);
    case 'transfer': {
      const { agentId, departmentId, note } = act;
      if (agentId) return transferChat(ctx, { chatId, agentId, note });
      if (departmentId) return transferToDepartment(ctx, { chatId, departmentId, note });
      throw invalidRequest(fieldError('agentId', 'field.mandatory'));
    }
  }
}

/**
 * Acts on chats one after the other, each in a transaction of its own: no lock is held for all of them, and one that is refused stops no
 * other. @throws DomainError request.invalid where a transfer names nobody
 */
export async function actOnMany(ctx: Ctx, chatIds: readonly string[], act: BulkAct): Promise<BulkOutcome> {
  if (act.kind === 'transfer' && (act.agentId === undefined) === (act.departmentId === undefined))
    throw invalidRequest(fieldError('agentId', 'field.mandatory'));
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const chatId of new Set(chatIds)) {
    try {
      await actOn(ctx, chatId, act);
      outcome.done.push(chatId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ chatId, code: error.code, message: error.message });
    }
  }
  return outcome;
}
