import { formNumber, Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { messageLimit, mostSuspendedDays } from './chat-kinds.ts';
import { chatPriorities } from './side.ts';

/** Notes and remarks of steps */
const remark = 1000;
const daySeconds = 24 * 3600;

export const MacroStep = z.discriminatedUnion('kind', [
  /** One text for each language, as quick replies have them; one of them may be empty */
  z.object({ kind: z.literal('reply'), text: text(messageLimit).default(''), textHi: text(messageLimit).default('') }),
  z.object({ kind: z.literal('note'), text: requiredText(messageLimit) }),
  z.object({ kind: z.literal('addLabel'), labelId: Id }),
  z.object({ kind: z.literal('removeLabel'), labelId: Id }),
  z.object({ kind: z.literal('priority'), priority: formNumber(chatPriorities.lowest, chatPriorities.highest) }),
  z.object({ kind: z.literal('transferToAgent'), userId: Id, note: requiredText(remark) }),
  z.object({ kind: z.literal('transferToDepartment'), departmentId: Id, note: requiredText(remark) }),
  /** Either after a time, or on a day at a minute by the clock of the enterprise */
  z.object({
    kind: z.literal('snooze'),
    seconds: formNumber(60, mostSuspendedDays * daySeconds)
      .nullable()
      .default(null),
    until: z
      .object({ inDays: formNumber(0, mostSuspendedDays), minute: formNumber(0, 1439) })
      .nullable()
      .default(null),
  }),
  /** @property note the chat's own note, which closing may need; '': it stays */
  z.object({ kind: z.literal('close'), note: text(remark).default(''), feedback: text(remark).default('') }),
]);
export type MacroStep = z.infer<typeof MacroStep>;
export type MacroStepKind = MacroStep['kind'];
