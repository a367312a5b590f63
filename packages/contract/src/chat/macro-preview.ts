import { wallFields } from '../format/instant.ts';
import { chatStates, messageLimit, mostChatLabels, mostSuspendedDays } from './chat-kinds.ts';
import type { MacroFacts } from './macro-facts.ts';
import type { MacroProblemCode } from './macro-kinds.ts';
import type { MacroStep } from './macro-steps.ts';

export type MacroProblem = { code: MacroProblemCode; name: string };

/** @property text what is written or named; a time as ISO text for a snooze @property problem null: it can be done */
export type PreviewedStep = { step: MacroStep; text: string; problem: MacroProblem | null };

const dayMs = 24 * 3_600_000;

/** The instant at which the clocks of a zone show a minute of a day. A minute that they skip is the first one behind it. */
function atWall(day: { year: number; month: number; day: number }, minute: number, zone: string): number {
  const wanted = Date.UTC(day.year, day.month - 1, day.day, 0, minute);
  const shown = (at: number) => {
    const { year, month, day: date, hour, minute: past, second } = wallFields(at, zone);
    return Date.UTC(year, month - 1, date, hour, past, second);
  };
  const first = wanted - (shown(wanted) - wanted);
  return first - (shown(first) - wanted);
}

/** The time until which a step of this kind snoozes. */
export function snoozeEnd(step: Extract<MacroStep, { kind: 'snooze' }>, at: number, zone: string): Date {
  if (step.seconds !== null) return new Date(at + step.seconds * 1000);
  const { inDays, minute } = step.until ?? { inDays: 0, minute: 0 };
  const { year, month, day } = wallFields(at, zone);
  const later = new Date(Date.UTC(year, month - 1, day) + inDays * dayMs);
  const wanted = { year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() };
  return new Date(atWall(wanted, minute, zone));
}

type Told = Omit<PreviewedStep, 'step'>;
const problem = (code: MacroProblemCode, name = ''): Told => ({ text: name, problem: { code, name } });
const fine = (text: string): Told => ({ text, problem: null });

const isOpen = (state: number): boolean => state !== chatStates.closed && state !== chatStates.missed;

/**
 * Tells what each step of a macro would do in a chat, or why it cannot. The steps are looked at in their order: a label that an earlier one
 * gives counts for the end of the chat.
 */
export function previewMacro(steps: readonly MacroStep[], facts: MacroFacts): PreviewedStep[] {
  const at = Date.parse(facts.at);
  const has = new Set(facts.has.map(({ id }) => id));
  let tag = facts.tag;
  const nameOf = (id: string) =>
    facts.labels.find((label) => label.id === id)?.name ?? facts.has.find((label) => label.id === id)?.name ?? '';
  const label = (labelId: string): Told => {
    const known = facts.labels.find(({ id }) => id === labelId);
    if (!known) return problem('label_gone');
    if (has.has(labelId)) return fine(known.name);
    if (!known.isActive) return problem('label_retired', known.name);
    if (!known.isOffered) return problem('label_elsewhere', known.name);
    if (has.size >= mostChatLabels) return problem('labels_full', known.name);
    has.add(labelId);
    // A label takes the place of words.
    tag = '';
    return fine(known.name);
  };
  const look = (step: MacroStep, place: number): Told => {
    if (!isOpen(facts.state)) return problem('ended');
    switch (step.kind) {
      case 'reply': {
        const filled = facts.texts.find((text) => text.step === place);
        if (facts.windowEndsAt !== null && Date.parse(facts.windowEndsAt) <= at)
          return { ...problem('window_closed'), text: filled?.text ?? '' };
        if (facts.refusal !== '') return { ...problem('refused', facts.refusal), text: filled?.text ?? '' };
        if (!filled) return problem('gap');
        if (filled.gap !== '') return { text: filled.text, problem: { code: 'gap', name: filled.gap } };
        const isTooLong = filled.text.trim().length > messageLimit;
        return isTooLong ? { text: filled.text, problem: { code: 'too_long', name: String(messageLimit) } } : fine(filled.text);
      }
      case 'note':
        return fine(step.text);
      case 'addLabel':
        return label(step.labelId);
      case 'removeLabel': {
        const name = nameOf(step.labelId);
        has.delete(step.labelId);
        return fine(name);
      }
      case 'priority':
        return fine(String(step.priority));
      case 'transferToAgent': {
        const agent = facts.agents.find(({ id }) => id === step.userId);
        if (!facts.isOwner) return problem('not_owner', agent?.name);
        if (!agent) return problem('agent_gone');
        if (agent.isSelf) return problem('agent_self', agent.name);
        return agent.isHere ? fine(agent.name) : problem('agent_away', agent.name);
      }
      case 'transferToDepartment': {
        const department = facts.departments.find(({ id }) => id === step.departmentId);
        if (!facts.isOwner) return problem('not_owner', department?.name);
        if (!department) return problem('department_gone');
        return department.isServed ? fine(department.name) : problem('department_empty', department.name);
      }
      case 'snooze': {
        const end = snoozeEnd(step, at, facts.zone);
        if (!facts.isOwner) return problem('not_owner', end.toISOString());
        if (facts.state === chatStates.suspended) return problem('snoozed', end.toISOString());
        if (end.getTime() <= at) return problem('snooze_past', end.toISOString());
        return end.getTime() > at + mostSuspendedDays * dayMs ? problem('snooze_far', end.toISOString()) : fine(end.toISOString());
      }
      case 'close': {
        if (!facts.isOwner) return problem('not_owner', step.feedback);
        if (facts.needsLabel && has.size === 0 && tag === '') return problem('label_needed', step.feedback);
        if (facts.needsNote && facts.note.trim() === '' && step.note.trim() === '') return problem('note_needed', step.feedback);
        if (facts.missingFields.length > 0) return problem('field_needed', facts.missingFields.join(', '));
        return fine(step.feedback);
      }
    }
  };
  return steps.map((step, place) => ({ step, ...look(step, place) }));
}

/** The place of the first step that cannot be done; -1: all can. */
export const stopOf = (steps: readonly PreviewedStep[]): number => steps.findIndex(({ problem: why }) => why !== null);
