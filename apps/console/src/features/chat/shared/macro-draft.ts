import { lastMacroSteps, type Macro, type MacroStep, type MacroStepKind, macroLetterPattern, mostSuspendedDays } from '@parley/contract';
import type { MacroSay } from '../../../locales/chat-macro.ts';
import type { MacroBody } from './macro.queries.ts';

/** A step as its form holds it: fields of all kinds, as texts. @property key tells steps apart while they move */
export type StepDraft = {
  key: string;
  kind: MacroStepKind;
  text: string;
  textHi: string;
  labelId: string;
  priority: string;
  userId: string;
  departmentId: string;
  note: string;
  how: 'after' | 'at';
  minutes: string;
  inDays: string;
  clock: string;
  feedback: string;
};
export type MacroDraft = { name: string; letter: string; steps: StepDraft[] };

const clockPattern = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const mostMinutes = mostSuspendedDays * 24 * 60;
const usual = { text: '', textHi: '', labelId: '', priority: '5', userId: '', departmentId: '', note: '', feedback: '' };
let steps = 0;

export function newStep(kind: MacroStepKind = 'reply'): StepDraft {
  steps += 1;
  return { ...usual, key: `step-${steps}`, kind, how: 'after', minutes: '60', inDays: '1', clock: '09:00' };
}

const two = (number: number) => String(number).padStart(2, '0');

function toStepDraft(step: MacroStep): StepDraft {
  const draft = newStep(step.kind);
  if (step.kind === 'priority') return { ...draft, priority: String(step.priority) };
  if (step.kind !== 'snooze') return { ...draft, ...step };
  if (step.until === null) return { ...draft, minutes: String(Math.round((step.seconds ?? 3600) / 60)) };
  const { inDays, minute } = step.until;
  return { ...draft, how: 'at', inDays: String(inDays), clock: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}

export const toDraft = (macro: Pick<Macro, 'name' | 'letter' | 'steps'> | undefined): MacroDraft => ({
  name: macro?.name ?? '',
  letter: macro?.letter.toUpperCase() ?? '',
  steps: (macro?.steps ?? []).map(toStepDraft),
});

function toStep(draft: StepDraft): MacroStep {
  const { kind, text, textHi, labelId, userId, departmentId, note, feedback } = draft;
  switch (kind) {
    case 'reply':
      return { kind, text: text.trim(), textHi: textHi.trim() };
    case 'note':
      return { kind, text: text.trim() };
    case 'addLabel':
    case 'removeLabel':
      return { kind, labelId };
    case 'priority':
      return { kind, priority: Number(draft.priority) };
    case 'transferToAgent':
      return { kind, userId, note: note.trim() };
    case 'transferToDepartment':
      return { kind, departmentId, note: note.trim() };
    case 'snooze':
      return draft.how === 'after'
        ? { kind, seconds: Number(draft.minutes) * 60, until: null }
        : { kind, seconds: null, until: { inDays: Number(draft.inDays), minute: minuteOf(draft.clock) ?? 0 } };
    case 'close':
      return { kind, note: note.trim(), feedback: feedback.trim() };
  }
}

function minuteOf(clock: string): number | undefined {
  const match = clockPattern.exec(clock.trim());
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

const isDays = (typed: string): boolean => /^\d+$/.test(typed.trim()) && Number(typed) <= mostSuspendedDays;

/** The field of a step that a path of the server means: snoozes are typed in minutes, and as days with a time of the day. */
export const fieldOfPath = (path: string): string =>
  path
    .replace(/\.seconds$/, '.minutes')
    .replace(/\.until\.minute$/, '.clock')
    .replace(/\.until(\.inDays)?$/, '.inDays');

export const toBody = ({ name, letter, steps: drafts }: MacroDraft): MacroBody => ({
  name: name.trim(),
  letter: letter.trim().toLowerCase(),
  steps: drafts.map(toStep),
});

/** Faults of a draft by field. */
export function checkMacro({ name, letter, steps: drafts }: MacroDraft, say: MacroSay): Record<string, string> {
  const faults: Record<string, string> = {};
  if (name.trim() === '') faults.name = say('nameEmpty');
  if (letter.trim() !== '' && !macroLetterPattern.test(letter.trim().toLowerCase())) faults.letter = say('letterFault');
  if (drafts.length === 0) faults.steps = say('stepsEmpty');
  for (const [place, step] of drafts.entries()) {
    const set = (field: keyof StepDraft, fault: string | false) => {
      if (fault) faults[`steps.${place}.${field}`] = fault;
    };
    set('kind', lastMacroSteps.includes(step.kind) && place < drafts.length - 1 && say('last'));
    switch (step.kind) {
      case 'reply':
        set('text', step.text.trim() === '' && step.textHi.trim() === '' && say('textEmpty'));
        break;
      case 'note':
        set('text', step.text.trim() === '' && say('noteEmpty'));
        break;
      case 'addLabel':
      case 'removeLabel':
        set('labelId', step.labelId === '' && say('labelEmpty'));
        break;
      case 'transferToAgent':
        set('userId', step.userId === '' && say('agentEmpty'));
        set('note', step.note.trim() === '' && say('noteEmpty'));
        break;
      case 'transferToDepartment':
        set('departmentId', step.departmentId === '' && say('departmentEmpty'));
        set('note', step.note.trim() === '' && say('noteEmpty'));
        break;
      case 'snooze':
        if (step.how === 'at') {
          set('clock', minuteOf(step.clock) === undefined && say('clockFault'));
          set('inDays', !isDays(step.inDays) && say('inDaysFault', { most: mostSuspendedDays }));
        } else set('minutes', !(Number(step.minutes) >= 1 && Number(step.minutes) <= mostMinutes) && say('minutesFault'));
        break;
      default:
    }
  }
  return faults;
}
