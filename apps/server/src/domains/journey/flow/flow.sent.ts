import type { Facts } from '@parley/journey';
import { type CompiledForm, type FlowPlan, type FormState, flowOpening, type OpenedFlow, planFlow } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { codeOfFilling } from '../filling/filling.code.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { findSendable } from './flow.repository.ts';

const plans = new WeakMap<CompiledForm, FlowPlan>();

/** The flow of a form's version, which is the same each time. */
export function planOf(form: CompiledForm): FlowPlan {
  const known = plans.get(form);
  if (known) return known;
  const plan = planFlow(form);
  plans.set(form, plan);
  return plan;
}

/** Sensitive values stay here: a message lies at the vendor, and on the phone. */
function withoutSensitive({ fields }: CompiledForm, state: FormState): FormState {
  const values = Object.entries(state.values).filter(([id]) => fields.get(id)?.isSensitive !== true);
  return { ...state, values: Object.fromEntries(values) };
}

type Walker = { channelId: string; running: RunningVersion };
export type FlowOf = (walker: Walker) => NonNullable<Facts['flowOf']>;

/** Reads which forms of these walks have a flow that may be sent on their channel, once for all of them. */
export async function readFlows(ctx: EnterpriseContext, tx: Read, walkers: readonly Walker[]): Promise<FlowOf> {
  const formIds = [...new Set(walkers.flatMap(({ running }) => [...(running.compiled.forms?.keys() ?? [])]))];
  const channelIds = [...new Set(walkers.map(({ channelId }) => channelId))];
  const rows = formIds.length === 0 ? [] : await findSendable(tx, ctx.enterpriseId, channelIds, formIds);
  const vendorIds = new Map(rows.map((row) => [`${row.channelId} ${row.formId} ${row.number}`, row.vendorFlowId]));
  return ({ channelId, running }) =>
    ({ form: formId, filling, state, facts, now }): OpenedFlow | undefined => {
      const form = running.compiled.forms?.get(formId);
      const flowId = vendorIds.get(`${channelId} ${formId} ${running.pinned[formId] ?? 0}`);
      if (!form || !flowId) return undefined;
      const plan = planOf(form);
      const opens = plan.mode === 'static' ? flowOpening(plan, withoutSensitive(form, state), facts, now) : null;
      return { flowId, token: codeOfFilling(ctx, filling), opens };
    };
}
