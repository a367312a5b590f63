import {
  type Campaign,
  CampaignPlan,
  contentsOf,
  describeIssue,
  faultWords,
  type Issue,
  lackingInPlan,
  type VariableGroup,
} from '@parley/contract';
import { type SaidFault, sayFault } from '../../../../lib/errors.ts';
import type { PlanStep } from './plan.search.ts';

/** Values that the steps fill in; an iteration has only a name and a plan. */
export type PlanDraft = { name: string; description: string; accessType: Campaign['accessType']; plan: CampaignPlan };
export type ChangePlan = (part: Partial<CampaignPlan>) => void;
/** Faults by the field's name in the plan. */
export type PlanFaults = Readonly<Record<string, string>>;

const scheduled = ['schedule', 'perMinute', 'quietHours', 'calendarId', 'firstWave', 'tracking', 'choice'];

/** Returns the step of a field that the server found wrong. */
export function stepOf(field: string): PlanStep {
  const [head = ''] = field
    .replace(/^plan\./, '')
    .replace(/^contents\.\d+\./, '')
    .split('.');
  if (head === 'name' || head === 'description' || head === 'accessType') return 'basics';
  const ofMessage = ['channelId', 'message', 'template', 'channel', 'media', 'contents', 'fallback', 'page'];
  if (ofMessage.includes(head)) return 'message';
  if (head === 'audience' || head === 'country') return 'audience';
  if (head === 'columnMapping' || head === 'mapping') return 'mapping';
  if (scheduled.includes(head)) return 'schedule';
  return 'review';
}

export const toFaults = (found: readonly SaidFault[]): PlanFaults =>
  Object.fromEntries(found.map(({ field, message }) => [field.replace(/^plan\./, ''), message]));

/** The fault of a field, or of anything in it. */
export const faultAt = (faults: PlanFaults, field: string): string | undefined =>
  faults[field] ?? Object.entries(faults).find(([name]) => name.startsWith(`${field}.`))?.[1];

/** Returns the faults that prevent saving a draft at all: a missing name, and values that no plan can hold. */
export function findUnsavable({ name, plan }: PlanDraft): PlanFaults {
  const parsed = CampaignPlan.safeParse(plan);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faults = issues.map((issue) => [issue.path.join('.'), sayFault(describeIssue(issue as Issue))] as const);
  return Object.fromEntries(name.trim() === '' ? [['name', sayFault(faultWords('field.mandatory'))], ...faults] : faults);
}

/** True if a step is filled in; the server checks more. @param groups the variables of the template of each content */
export function isStepDone(step: PlanStep, draft: PlanDraft, groups: readonly (readonly VariableGroup[])[]): boolean {
  if (step === 'basics') return draft.name.trim() !== '';
  const lacking = lackingInPlan(draft.plan).map(({ field }) => stepOf(field));
  if (step === 'message' || step === 'audience' || step === 'schedule') return !lacking.includes(step);
  if (step !== 'mapping') return false;
  return contentsOf(draft.plan).every(
    ({ message, columnMapping }, place) => message.template.templateUId !== '' && isMapped(groups[place] ?? [], columnMapping),
  );
}

const isMapped = (groups: readonly VariableGroup[], mapping: CampaignPlan['columnMapping']): boolean =>
  groups.every(({ type, card, variables }) => {
    const mapped = mapping.find((item) => item.type === type && item.card === card)?.variables ?? [];
    return variables.every(
      ({ variable, isRequired }) => !isRequired || mapped.some((one) => one.variable === variable && one.value.trim() !== ''),
    );
  });

/** Tells whether a plan names anybody at all. */
export const hasAudience = (plan: CampaignPlan): boolean => !lackingInPlan(plan).some(({ field }) => field === 'audience');
