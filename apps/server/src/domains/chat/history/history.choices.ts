import type { HistoryChoices } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { readingScope } from '../access/chat.scope.ts';
import { listFilterChoices } from './history.repository.ts';

/** Choices of the filters: departments as far as the reader's scope reaches, and agents unless the reader sees their own chats alone. */
export function listChoices(ctx: Ctx): Promise<HistoryChoices> {
  const { enterpriseId, actor } = ctx;
  const scope = readingScope(actor);
  return ctx.read(async (tx) => {
    const choices = await listFilterChoices(tx, enterpriseId, { agents: scope !== 'own' });
    const names = scope === 'own' ? [] : [...(await departmentNames(tx, enterpriseId))];
    const departments = names
      .filter(([id]) => scope === 'enterprise' || scope.includes(id))
      .map(([id, name]) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name));
    return { ...choices, departments };
  });
}
