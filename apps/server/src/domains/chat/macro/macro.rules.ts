import { type FieldError, faultWords, lastMacroSteps, type MacroStep } from '@parley/contract';
import { faultsOf } from '../quick-reply/quick-reply.text.ts';

/** Ids that steps name, by what they are of. */
export const idsOf = (steps: readonly MacroStep[]) => ({
  labels: [...new Set(steps.flatMap((step) => (step.kind === 'addLabel' || step.kind === 'removeLabel' ? [step.labelId] : [])))],
  users: [...new Set(steps.flatMap((step) => (step.kind === 'transferToAgent' ? [step.userId] : [])))],
  departments: [...new Set(steps.flatMap((step) => (step.kind === 'transferToDepartment' ? [step.departmentId] : [])))],
});

/** Records that there are, by their ids. */
export type KnownIds = Record<keyof ReturnType<typeof idsOf>, ReadonlySet<string>>;

/** All faults of steps that are saved, each at its field. */
export function faultsOfSteps(steps: readonly MacroStep[], known: KnownIds): FieldError[] {
  return steps.flatMap((step, place) => {
    const at = (field: string) => `steps.${place}.${field}`;
    const faults: FieldError[] = [];
    if (lastMacroSteps.includes(step.kind) && place < steps.length - 1) faults.push({ field: at('kind'), ...faultWords('macro.last') });
    switch (step.kind) {
      case 'reply':
        faults.push(...faultsOf(step).map((fault) => ({ ...fault, field: at(fault.field) })));
        break;
      case 'addLabel':
      case 'removeLabel':
        if (!known.labels.has(step.labelId)) faults.push({ field: at('labelId'), ...faultWords('macro.unknown') });
        break;
      case 'transferToAgent':
        if (!known.users.has(step.userId)) faults.push({ field: at('userId'), ...faultWords('macro.unknown') });
        break;
      case 'transferToDepartment':
        if (!known.departments.has(step.departmentId)) faults.push({ field: at('departmentId'), ...faultWords('macro.unknown') });
        break;
      case 'snooze':
        if ((step.seconds === null) === (step.until === null)) faults.push({ field: at('seconds'), ...faultWords('macro.snooze') });
        break;
      default:
    }
    return faults;
  });
}
