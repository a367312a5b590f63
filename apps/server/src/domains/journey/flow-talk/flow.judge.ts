import type { FieldFault, FormAnswers, FormFacts, FormState } from '@parley/journey';
import { type CompiledForm, faultWords, flowTexts, mask, showValue, viewOf } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Pages } from '../filling/filling.act.ts';
import { readFormFacts } from '../filling/filling.facts.ts';
import { hasSecretAnswers, keepSent, openState, sealState, seenOf, withFace } from '../filling/filling.kept.ts';
import { endFilling, type FillingRow, findFilling, updateFilling } from '../filling/filling.repository.ts';
import { findByToken } from '../flow/key.repository.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { findInstanceOf } from '../row/instance.repository.ts';
import { openInstance } from '../row/instance.seal.ts';

/** A filling on the phone. The channel knows whose phone it is, so that what is known of the person may be shown. */
export type OnPhone = { filling: FillingRow; form: CompiledForm; facts: FormFacts; state: FormState };

/** Finds the filling that a token names on a channel, locked; one whose time is over is ended. undefined: it names none there. */
export async function findOnPhone(
  ctx: EnterpriseContext,
  tx: Tx,
  pages: Pages,
  channelId: string,
  token: string,
): Promise<OnPhone | undefined> {
  const { enterpriseId } = ctx;
  const named = await findByToken(tx, enterpriseId, token);
  const found = named && (await findFilling(tx, enterpriseId, named.fillingId, { lock: true }));
  if (!found || found.channelId !== channelId) return undefined;
  const isOver = found.state === 'OPEN' && found.dueAt <= ctx.now();
  if (isOver) await endFilling(tx, enterpriseId, found.fillingId, 'EXPIRED', ctx.now());
  const filling: FillingRow = isOver ? { ...found, state: 'EXPIRED', progress: '' } : found;
  const form = await pages.forms.load(tx, enterpriseId, filling.formId, filling.number);
  const facts = await factsOf(ctx, tx, pages, filling);
  const state =
    filling.progress === '' ? { path: [], screen: '', values: {}, asked: '', skipped: [] } : openState(pages.secrets, filling.progress);
  return { filling, form, facts, state };
}

/** Facts of the walk that has opened the form: what it was begun with, and the answers of its calls. */
async function factsOf(ctx: EnterpriseContext, tx: Tx, { secrets }: Pages, filling: FillingRow): Promise<FormFacts> {
  const facts = await readFormFacts(tx, ctx.enterpriseId, filling);
  const kept = filling.instanceId === null ? undefined : await findInstanceOf(tx, ctx.enterpriseId, filling.instanceId);
  const walk = kept && openInstance(secrets, kept);
  return { ...facts, isProved: true, entry: walk?.entry ?? null, call: walk?.calls ?? {} };
}

/** Stores the answers, once, and lets the walk go on. */
export async function keepDone(
  ctx: EnterpriseContext,
  tx: Tx,
  pages: Pages,
  { filling, form, facts }: OnPhone,
  done: FormAnswers,
): Promise<void> {
  const { fillingId, instanceId } = filling;
  const sent = { filling, form, values: done.values, face: 'flow' as const, journeyId: null, zone: facts.zone };
  if (!(await keepSent(ctx, tx, pages.secrets, sent)) || instanceId === null) return;
  const input = { kind: 'form', filling: fillingId, outcome: 'submitted', values: done.values } as const;
  await putInputs(ctx, tx, [{ instanceId, input, key: `form:${fillingId}`, isSecret: hasSecretAnswers(form, done.values) }]);
}

/** Keeps how far the form is. A flow that asks us at each screen cannot carry its answers itself, so they lie here, sealed, until its end. */
export const keepProgress = (ctx: EnterpriseContext, tx: Tx, pages: Pages, { filling, form }: OnPhone, state: FormState): Promise<void> =>
  updateFilling(tx, ctx.enterpriseId, filling.fillingId, {
    progress: sealState(pages.secrets, state),
    seen: seenOf(form, filling.seen, state),
    screen: state.screen,
    faces: withFace(filling.faces, 'flow'),
    changedAt: ctx.now(),
  });

/** Faults in words, each below the label of its field. */
export function faultLines({ form, facts }: OnPhone, state: FormState, faults: readonly FieldFault[], now: number): string {
  const view = viewOf(form, state, facts, now);
  const lines = faults.map((fault) => {
    const field = form.fields.get(fault.field);
    const label = field ? view.write(field.label) || field.name : '';
    return `${label}: ${faultWords(fault, facts.language)}`;
  });
  return [flowTexts(facts.language).problem, ...lines].join('\n').slice(0, 1000);
}

/** Asks the rest on the page: the walk sends its address, once for each filling. */
export async function askRest(ctx: EnterpriseContext, tx: Tx, { filling }: OnPhone, text: string): Promise<void> {
  const { fillingId, instanceId } = filling;
  if (instanceId === null) return;
  const input = { kind: 'form', filling: fillingId, outcome: 'rest', text } as const;
  await putInputs(ctx, tx, [{ instanceId, input, key: `form:${fillingId}:rest` }]);
}

const mostLines = 50;

/** Answers as everybody in the chat may read them: sensitive ones are masked. */
export function linesOf({ form, facts }: OnPhone, state: FormState, now: number): Record<string, string> {
  const view = viewOf(form, state, facts, now);
  const entries = Object.entries(state.values).flatMap(([id, value]) => {
    const field = form.fields.get(id);
    if (!field || field.kind === 'hidden' || value === null) return [];
    const label = view.write(field.label) || field.name;
    return [[label, field.isSensitive ? mask : showValue(value, { language: facts.language, zone: facts.zone })] as const];
  });
  return Object.fromEntries(entries.slice(0, mostLines));
}
