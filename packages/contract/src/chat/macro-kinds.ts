import type { MacroStepKind } from './macro-steps.ts';

/** Numbers and texts of macros that screens need; apart from the schemas, which are large. */

/** Macros of one scope: of a person, of a department, of the enterprise. */
export const macrosMax = 100;
export const macroStepsMax = 12;
/** The keys that run a macro behind M. */
export const macroLetterPattern = /^[a-z0-9]$/;

export const macroStepKinds: readonly MacroStepKind[] = [
  'reply',
  'note',
  'addLabel',
  'removeLabel',
  'priority',
  'transferToAgent',
  'transferToDepartment',
  'snooze',
  'close',
];

/** Steps after which the chat is not the agent's to go on with: one of them at most, at the end. */
export const lastMacroSteps: readonly MacroStepKind[] = ['transferToAgent', 'transferToDepartment', 'snooze', 'close'];

/** Reasons for which a step of a macro cannot be done; `{{name}}` is what the step names. */
export const macroProblemTexts = {
  label_gone: 'The label does not exist any more.',
  label_retired: 'The label {{name}} is retired.',
  label_elsewhere: 'The label {{name}} is not one of this chat’s department.',
  labels_full: 'The chat has as many labels as it can have.',
  department_gone: 'The department does not exist any more.',
  department_empty: 'Nobody in {{name}} handles chats.',
  agent_gone: 'The agent does not handle chats any more.',
  agent_self: 'The chat is yours already.',
  agent_away: '{{name}} is Offline.',
  window_closed: 'The channel takes no free text for this customer any more.',
  refused: 'The channel does not take this message now. {{name}}',
  too_long: 'The message is longer than {{name}} characters.',
  gap: 'Nothing is known for {{name}}.',
  snoozed: 'The chat is suspended already.',
  snooze_past: 'The time {{name}} has passed.',
  snooze_far: 'The time {{name}} is more than a year ahead.',
  not_owner: 'Another agent owns this chat.',
  label_needed: 'The chat needs a label before it is closed.',
  note_needed: 'The chat needs a note before it is closed.',
  field_needed: 'The chat needs a value of {{name}} before it is closed.',
  ended: 'The chat has ended.',
} as const;
export type MacroProblemCode = keyof typeof macroProblemTexts;
export const macroProblemCodes = Object.keys(macroProblemTexts) as [MacroProblemCode, ...MacroProblemCode[]];
