import { z } from '@parley/contract';
import type { RasaFile } from './rasa.yaml.ts';

/** Actions of a rule or a story after one of its intents. */
export type Flow = {
  label: string;
  place: string;
  /** The step's intent, or those of which one is enough. */
  intents: string[];
  /** Something is said before, so it may hold after that alone. */
  isLater: boolean;
  /** The first of its rule or story, which speaks for it in the report. */
  isFirst: boolean;
  /** It holds while this form is open. */
  loop: string | undefined;
  actions: string[];
  /** More intents come after the first. */
  goesOn: boolean;
};
const word = z.string().optional().catch(undefined);
const Step = z.looseObject({ intent: word, action: word, or: z.array(z.looseObject({ intent: word })).catch([]) });
const Given = z
  .looseObject({ steps: z.array(Step.catch({ or: [] })).catch([]), condition: z.array(z.looseObject({})).catch([]) })
  .catch({ steps: [], condition: [] });
type Step = z.infer<typeof Step>;

const intentsOf = ({ intent, or }: Step): string[] => [intent, ...or.map((each) => each.intent)].filter((name) => name !== undefined);
const closesForm = (step: Step): boolean => 'active_loop' in step && step.active_loop === null;
const actionsOf = (steps: readonly Step[]): string[] => steps.flatMap(({ action }) => action ?? []);

/** Returns the steps until the next intent: later steps answer that one. */
function untilIntent(steps: readonly Step[]): Step[] {
  const end = steps.findIndex((step) => intentsOf(step).length > 0);
  return end === -1 ? [...steps] : steps.slice(0, end);
}

/** A name of any other shape is none: its own `toString` may be anything. */
const Label = z.union([z.string(), z.number().transform(String)]).catch('');

/** All rules, then all stories: a rule always holds, a story is an example. */
export function readFlows(files: readonly RasaFile[], isForm: (name: string) => boolean) {
  const flows: Flow[] = [];
  /** Actions when a form is complete. */
  const submits = new Map<string, string[]>();
  for (const section of ['rules', 'stories'] as const)
    for (const file of files)
      for (const [index, given] of z.array(z.unknown()).catch([]).parse(file.sections[section]).entries()) {
        const { steps, condition } = Given.parse(given);
        const label = Label.parse((given as Record<string, unknown> | null)?.[section === 'rules' ? 'rule' : 'story']);
        const loop = condition.map(({ active_loop }) => active_loop).find((name) => typeof name === 'string');
        const submitted = submitOf(steps, loop, isForm);
        if (submitted && !submits.has(submitted.form)) submits.set(submitted.form, submitted.actions);
        const starts = steps.flatMap((step, at) => (intentsOf(step).length > 0 ? [at] : []));
        const common = { label, place: file.placeOf([section, index]), loop };
        // a rule that only says what comes after a form has no intent
        if (starts.length === 0 && !submitted)
          flows.push({ ...common, intents: [], actions: [], isLater: false, isFirst: true, goesOn: false });
        for (const [nth, start] of starts.entries()) {
          const after = steps.slice(start + 1, starts[nth + 1]);
          const end = after.findIndex(closesForm);
          flows.push({
            ...common,
            intents: intentsOf(steps[start] ?? { or: [] }),
            actions: actionsOf(end === -1 ? after : after.slice(0, end)),
            isLater: nth > 0 || steps.slice(0, start).some(({ action }) => action !== undefined),
            isFirst: nth === 0,
            goesOn: nth === 0 && starts.length > 1,
          });
        }
      }
  return { flows, submits };
}

function submitOf(steps: readonly Step[], loop: string | undefined, isForm: (name: string) => boolean) {
  let form = loop;
  for (const [index, step] of steps.entries()) {
    if (step.action !== undefined && isForm(step.action)) form = step.action;
    const isAbandoned = steps[index - 1]?.action === 'action_deactivate_loop';
    if (closesForm(step) && form !== undefined && !isAbandoned) return { form, actions: actionsOf(untilIntent(steps.slice(index + 1))) };
  }
  return undefined;
}
