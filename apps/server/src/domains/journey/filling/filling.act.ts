import { type CompiledForm, type FieldFault, type FormAct, type FormFacts, type FormState, fillForm } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import type { Sealing } from '../row/instance.seal.ts';
import { type FormCache, readFormFacts } from './filling.facts.ts';
import { hasSecretAnswers, keepSent, openState, sealState, seenOf, withFace } from './filling.kept.ts';
import { endFilling, type FillingRow, findFilling, updateFilling } from './filling.repository.ts';

/** @property kept halves are kept in the database; otherwise they travel with the page, sealed */
export type PageView = {
  filling: FillingRow;
  form: CompiledForm;
  facts: FormFacts;
  state: FormState;
  faults: FieldFault[];
  keeps: boolean;
};
export type Pages = { forms: FormCache; secrets: Sealing };

/** Halves are kept as the form's settings say: never, after a line that says so, or once a consent of the form is given. */
const keepsHalves = ({ document: { settings }, fields }: CompiledForm, { values }: FormState): boolean =>
  settings.keepDrafts === 'afterNotice' ||
  (settings.keepDrafts === 'afterConsent' &&
    Object.entries(values).some(([id, value]) => fields.get(id)?.kind === 'consent' && value === true));

async function open(
  ctx: EnterpriseContext,
  tx: Tx,
  { forms, secrets }: Pages,
  filling: FillingRow,
  carried: FormState | undefined,
): Promise<PageView> {
  const form = await forms.load(tx, ctx.enterpriseId, filling.formId, filling.number);
  const facts = await readFormFacts(tx, ctx.enterpriseId, filling);
  const openKept = (kept: string) => (kept === '' ? nothing : openState(secrets, kept));
  const state = carried ?? shownByLink(form, openKept(filling.progress), openKept(filling.given));
  return { filling, form, facts, state, faults: [], keeps: keepsHalves(form, state) };
}

/** The holder of the address may be anybody: values that were known before stay unseen unless their field may show them by link. */
function shownByLink(form: CompiledForm, state: FormState, given: FormState): FormState {
  const isKnownBefore = (id: string) => JSON.stringify(given.values[id]) === JSON.stringify(state.values[id]);
  const mayShow = (id: string) => {
    const field = form.fields.get(id);
    return field?.kind === 'hidden' || field?.showsByLink === true;
  };
  return { ...state, values: Object.fromEntries(Object.entries(state.values).filter(([id]) => mayShow(id) || !isKnownBefore(id))) };
}

const nothing: FormState = { path: [], screen: '', values: {}, asked: '', skipped: [] };

/** Expires a filling whose time is over, and tells its walk nothing: the walk has a time of its own. @returns the row as it is now */
async function current(ctx: EnterpriseContext, tx: Tx, fillingId: string): Promise<FillingRow | undefined> {
  const filling = await findFilling(tx, ctx.enterpriseId, fillingId, { lock: true });
  if (filling?.state !== 'OPEN' || filling.dueAt > ctx.now()) return filling;
  await endFilling(tx, ctx.enterpriseId, fillingId, 'EXPIRED', ctx.now());
  return { ...filling, state: 'EXPIRED', progress: '' };
}

/** The page of a filling as it stands. @param carried the state that travels with the page, where halves are not kept */
export const viewFilling = (ctx: EnterpriseContext, pages: Pages, fillingId: string, carried?: FormState): Promise<PageView | undefined> =>
  ctx.transaction(async (tx) => {
    const filling = await current(ctx, tx, fillingId);
    return filling && open(ctx, tx, pages, filling, carried);
  });

/** Notes that a person has seen the open screen. */
export const noteSeen = (ctx: EnterpriseContext, { form, filling, state }: PageView): Promise<void> =>
  ctx.transaction(async (tx) => {
    const seen = seenOf(form, filling.seen, state);
    if (seen.length > filling.seen.length) await updateFilling(tx, ctx.enterpriseId, filling.fillingId, { seen, screen: state.screen });
  });

/**
 * Takes one act of a page, in one transaction: what is kept, what was sent, and the input of the walk that waits. A repeat changes nothing more.
 */
export const actOnFilling = (
  ctx: EnterpriseContext,
  pages: Pages,
  fillingId: string,
  act: FormAct | { kind: 'close' },
  carried?: FormState,
): Promise<PageView | undefined> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const filling = await current(ctx, tx, fillingId);
    if (!filling) return undefined;
    const view = await open(ctx, tx, pages, filling, carried);
    if (filling.state !== 'OPEN') return view;
    if (act.kind === 'close') {
      await endFilling(tx, enterpriseId, fillingId, 'CLOSED', ctx.now());
      await tellWalk(ctx, tx, filling, { kind: 'form', filling: fillingId, outcome: 'closed', values: {} }, false);
      return { ...view, filling: { ...filling, state: 'CLOSED' } };
    }
    const { state, faults, done } = fillForm(view.form, view.state, act, view.facts, ctx.now().getTime());
    if (done) {
      const sent = { filling, form: view.form, values: done.values, face: 'page' as const, journeyId: null, zone: view.facts.zone };
      await keepSent(ctx, tx, pages.secrets, sent);
      const input = { kind: 'form', filling: fillingId, outcome: 'submitted', values: done.values } as const;
      await tellWalk(ctx, tx, filling, input, hasSecretAnswers(view.form, done.values));
      return { ...view, filling: { ...filling, state: 'SUBMITTED' }, state, faults };
    }
    const keeps = keepsHalves(view.form, state);
    await updateFilling(tx, enterpriseId, fillingId, {
      ...(keeps ? { progress: sealState(pages.secrets, state) } : {}),
      seen: seenOf(view.form, filling.seen, state),
      screen: state.screen,
      faces: withFace(filling.faces, 'page'),
      changedAt: ctx.now(),
    });
    return { ...view, state, faults, keeps };
  });

type FormInput = Parameters<typeof putInputs>[2][number]['input'];
async function tellWalk(
  ctx: EnterpriseContext,
  tx: Tx,
  { instanceId, fillingId }: FillingRow,
  input: FormInput,
  isSecret: boolean,
): Promise<void> {
  if (instanceId !== null) await putInputs(ctx, tx, [{ instanceId, input, key: `form:${fillingId}`, isSecret }]);
}
