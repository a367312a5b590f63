import type { CompiledForm } from '../compile.ts';
import type { FormFacts } from '../facts.ts';
import type { FormField } from '../field.ts';
import { viewOf } from '../fill.ts';
import { rawAgain } from '../judge.ts';
import { optionsOf } from '../options.ts';
import type { FormState } from '../state.ts';
import type { FormView } from '../view.ts';
import { fieldNameOf } from './component-name.ts';
import { flowOption } from './field-component.ts';
import type { FlowMode, FlowPlan, FlowSlot, PlannedScreen } from './flow-plan.ts';
import type { FlowNote } from './notes.ts';
import { type FlowOptions, planFlow } from './plan.ts';
import type { FlowJson } from './schema.ts';
import { errorsKey, initKey, initKeyOf, isInitial, seenKey } from './screen-data.ts';

/** A form as Flow JSON. `static`: it runs on the phone alone and comes back whole at its end. */
export function toFlow(form: CompiledForm, options: FlowOptions = {}): { json: FlowJson; mode: FlowMode; notes: FlowNote[] } {
  const { json, mode, notes } = planFlow(form, options);
  return { json, mode, notes };
}

/** The first screen and its data, as the message that opens a flow without an endpoint brings them. */
export function flowOpening(
  plan: FlowPlan,
  state: FormState,
  facts: FormFacts,
  now: number,
): { screen: string; data: Record<string, unknown> } {
  const view = viewOf(plan.form, state, facts, now);
  const [first] = plan.screens;
  const inits = plan.screens
    .filter(({ asked }) => asked.some(isInitial))
    .map((screen) => [initKeyOf(screen.id), initOf(view, screen.asked, state)] as const);
  return { screen: first?.flowId ?? '', data: { ...Object.fromEntries(inits), ...slotData(view, first?.slots ?? []) } };
}

/** Data of one screen of a flow with an endpoint, as the form stands. The open screen's fields have been read by the view. */
export function screenData(
  view: FormView,
  screen: PlannedScreen,
  state: FormState,
  errors: Record<string, string>,
): Record<string, unknown> {
  const seen = screen.asked.filter((field) => view.isShown(field)).map(fieldNameOf);
  return {
    [initKey]: initOf(view, screen.asked, state),
    [errorsKey]: errors,
    [seenKey]: seen.join(','),
    ...slotData(view, screen.slots),
  };
}

function slotData(view: FormView, slots: readonly FlowSlot[]): Record<string, unknown> {
  return Object.fromEntries(
    slots.map((slot) => {
      if (slot.kind === 'text') return [slot.key, view.write(slot.texts) || ' '];
      if (slot.kind === 'shown') return [slot.key, view.isShown(slot.field)];
      if (slot.kind === 'required') return [slot.key, view.isRequired(slot.field)];
      return [slot.key, optionsOf(view, slot.field).map(({ id, title, description }) => flowOption({ id, title, description }).option)];
    }),
  );
}

/** Values that components begin with, by their name. */
function initOf(view: FormView, fields: readonly FormField[], { values }: FormState): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(isInitial).flatMap((field) => {
      const given = initial(view, field, values[field.id] ?? null);
      return given === undefined ? [] : [[fieldNameOf(field), given] as const];
    }),
  );
}

function initial(view: FormView, field: FormField, value: FormState['values'][string] | null): unknown {
  if (value === null) return undefined;
  const raw = rawAgain(view, field, value);
  if (field.kind === 'choice') return Array.isArray(raw) ? raw[0] : undefined;
  if (field.kind === 'choices' || field.kind === 'consent') return raw;
  if (field.kind === 'yesNo') return raw === true ? 'yes' : 'no';
  return typeof raw === 'number' || typeof raw === 'string' ? String(raw) : undefined;
}
