import { endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessForm } from '../form/form.access.ts';
import { formRecord } from '../form/form.record.ts';
import { countOpenFillings, purgeForms, updateForm } from '../form/form.repository.ts';
import { nameStreamsNaming } from '../reference/journey.uses.ts';
import { freeFormName } from './form.service.ts';

/** Moves a form to the bin with its versions and answers; its page is closed (CAMP-048). @throws DomainError form.not_found or form.in_use */
export const deleteForm = (ctx: Ctx, formId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { name } = await accessForm(tx, enterpriseId, formId, { lock: true });
    const uses = await nameStreamsNaming(tx, enterpriseId, ['form'], [formId]);
    const open = await countOpenFillings(tx, enterpriseId, formId);
    if (open > 0) uses.push(`${open} ${open === 1 ? 'person' : 'people'} who fill it in`);
    if (uses.length > 0) throw new DomainError('form.in_use', `${name} is used by ${uses.join(', ')}.`, { uses });
    const before = await formRecord.read(tx, enterpriseId, formId);
    await updateForm(tx, enterpriseId, formId, { deletedAt: ctx.now(), pageCode: null });
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'form', recordId: formId, name }]);
    recordChange(ctx, tx, { record: formRecord, id: formId, action: 'delete', before });
  });

export const formBin: BinDefinition = {
  edit: endpoints.forms.publish,
  async restore(ctx, tx, { recordId, name: former }) {
    const name = await freeFormName(tx, ctx.enterpriseId, former);
    await changing(ctx, tx, formRecord, recordId, 'restore', () =>
      updateForm(tx, ctx.enterpriseId, recordId, { deletedAt: null, name, updatedAt: ctx.now() }),
    );
    return { name, missing: [] };
  },
  purge: (ctx, tx, entries) =>
    purgeForms(
      tx,
      ctx.enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
