import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { sandboxFacts } from '../../channel/door.ts';
import { flowReports, inboundForms } from '../../messaging/door.talk.ts';
import type { Pages } from '../filling/filling.act.ts';
import { FormCache } from '../filling/filling.facts.ts';
import { hearFlow } from './flow.heard.ts';
import { flowHook } from './flow.hook.ts';
import { applyFlowReport } from './flow.report.ts';
import { readSandboxFlows } from './flow.sandbox.ts';

/** Versions never change, so that all callers share what was read of them. */
const forms = new FormCache();

/** Flows on phones: what they ask, what comes back, and what their vendor tells of them. */
export const flowTalk: Module = {
  name: 'flow-talk',
  extensions: [
    extend(inboundForms, (ctx, tx, form) => hearFlow(ctx, tx, { forms, secrets: ctx }, form)),
    extend(flowReports, applyFlowReport),
    extend(sandboxFacts, readSandboxFlows),
  ],
  routes: (app, deps) => flowHook(app, deps, { forms, secrets: deps.secrets } satisfies Pages),
};
