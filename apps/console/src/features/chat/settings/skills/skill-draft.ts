import { checkSkill, type Skill, SkillSave } from '@parley/contract';
import { sayFault } from '../../../../lib/errors.ts';
import { faultsBySchema } from '../../../../lib/schema-faults.ts';

/** A skill as its form holds it. @property name of an agent, to be shown; numbers are what stands in the fields */
export type SkillDraft = {
  name: string;
  agents: { uId: string; name: string; level: string }[];
  needs: { deptId: string; level: string; seconds: number | string }[];
};

/** Level and seconds of a new line. */
export const usual = { level: '3', seconds: 60 };

export const toDraft = (skill: Skill | undefined): SkillDraft => ({
  name: skill?.name ?? '',
  agents: (skill?.agents ?? []).map(({ level, ...agent }) => ({ ...agent, level: String(level) })),
  needs: (skill?.needs ?? []).map(({ level, ...need }) => ({ ...need, level: String(level) })),
});

const toInput = ({ name, agents, needs }: SkillDraft) => ({ name, agents: agents.map(({ uId, level }) => ({ uId, level })), needs });

/** @throws when the draft has faults */
export const toSave = (draft: SkillDraft): SkillSave => SkillSave.parse(toInput(draft));

/** Faults by the field that shows them: those of a line are told for the list it is in. */
export function faultsOf(draft: SkillDraft): Record<string, string> {
  const parsed = SkillSave.safeParse(toInput(draft));
  if (parsed.success) return Object.fromEntries(checkSkill(parsed.data).map(({ field, ...fault }) => [field, sayFault(fault)]));
  return Object.fromEntries(
    Object.entries(faultsBySchema(SkillSave, toInput(draft))).map(([path, fault]) => [path.split('.')[0] ?? path, fault]),
  );
}
