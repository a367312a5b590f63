import { type CompiledForm, openForm } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Pages } from '../filling/filling.act.ts';
import { codeOfFilling } from '../filling/filling.code.ts';
import { readFormFacts } from '../filling/filling.facts.ts';
import { sealState } from '../filling/filling.kept.ts';
import { insertFilling } from '../filling/filling.repository.ts';
import { findForm } from '../form/form.repository.ts';

const dayMs = 86_400_000;

/** The form whose page everybody may open, in its newest version; undefined where the page was closed since. */
export async function findOpenForm(
  ctx: EnterpriseContext,
  tx: Tx,
  { forms }: Pages,
  formId: string,
): Promise<{ form: CompiledForm; number: number } | undefined> {
  const row = await findForm(tx, ctx.enterpriseId, formId);
  if (!row || row.published === 0 || row.pageCode === null) return undefined;
  return { form: await forms.load(tx, ctx.enterpriseId, formId, row.published), number: row.published };
}

/** The first act on an open page begins a filling of its own, with an address by which it goes on. @returns its id and code */
export const beginFilling = (
  ctx: EnterpriseContext,
  pages: Pages,
  formId: string,
  language: string,
): Promise<{ fillingId: string; code: string } | undefined> =>
  ctx.transaction(async (tx) => {
    const found = await findOpenForm(ctx, tx, pages, formId);
    if (!found) return undefined;
    const facts = await readFormFacts(tx, ctx.enterpriseId, { customerId: null, language });
    const state = openForm(found.form, {}, facts, ctx.now().getTime());
    const fillingId = newId();
    const code = codeOfFilling(ctx, fillingId);
    const now = ctx.now();
    await insertFilling(tx, {
      enterpriseId: ctx.enterpriseId,
      fillingId,
      formId,
      number: found.number,
      code,
      customerId: null,
      instanceId: null,
      nodeId: '',
      channelId: null,
      environment: 'production',
      language,
      given: sealState(pages.secrets, state),
      progress: sealState(pages.secrets, state),
      seen: [state.screen],
      screen: state.screen,
      openedAt: now,
      changedAt: now,
      dueAt: new Date(now.getTime() + found.form.document.settings.lifeDays * dayMs),
    });
    return { fillingId, code };
  });
