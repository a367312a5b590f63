import type { CompiledForm } from '../compile.ts';
import type { FormScreen } from '../document.ts';
import type { FormField } from '../field.ts';
import { flowTexts } from '../flow-texts.ts';
import { fieldNameOf } from './component-name.ts';
import type { FlowConditions } from './condition.ts';
import { conditional } from './conditional.ts';
import { finishId, toFlowId } from './flow-id.ts';
import type { FlowMode, PlannedScreen } from './flow-plan.ts';
import type { FlowComponent, FlowScreen } from './schema.ts';
import { seenKey, seenPayload } from './screen-data.ts';

type Earlier = readonly Pick<PlannedScreen, 'flowId' | 'asked'>[];
type Given = {
  form: CompiledForm;
  screen: FormScreen;
  language: string;
  mode: FlowMode;
  conditions: FlowConditions;
  asked: readonly FormField[];
  earlier: Earlier;
  hasFinish: boolean;
};

/** Writes the button of a screen. Without an endpoint each way has a footer of its own, in a branch of one condition or one switch. */
export function footerOf(given: Given): FlowComponent {
  const { form, screen, conditions, mode } = given;
  if (mode === 'endpoint') return exchange(given);
  const order = form.document.screens.map(({ id }) => id);
  const below = order[order.indexOf(screen.id) + 1] ?? 'end';
  const forward = (to: string) => (to === 'end' || order.indexOf(to) > order.indexOf(screen.id) ? to : below);
  const open: { when: string; source: string; to: string }[] = [];
  let otherwise = below;
  for (const { when, to } of screen.next) {
    const written = conditions.write(when);
    if (written.kind === 'server' || (written.kind === 'same' && !written.holds)) continue;
    if (written.kind === 'same') {
      otherwise = forward(to);
      break;
    }
    open.push({ when, source: written.source, to: forward(to) });
  }
  const [first] = open;
  const last = way(given, otherwise);
  if (!first) return last;
  if (open.length === 1) return conditional(first.source, [way(given, first.to)], [last]);
  return switchOf(given, open, otherwise);
}

function switchOf(given: Given, open: readonly { when: string; to: string }[], otherwise: string): FlowComponent {
  const { conditions } = given;
  const chosen = open.flatMap(({ when, to }) => {
    const choice = conditions.choiceOf(when);
    return choice ? [{ ...choice, to }] : [];
  });
  const field = chosen[0]?.field as FormField;
  const items = field.options?.kind === 'fixed' ? field.options.items : [];
  const cases = items.map(({ id }) => [id, [way(given, chosen.find(({ ids }) => ids.includes(id))?.to ?? otherwise)]] as const);
  return { type: 'Switch', value: conditions.reference(field), cases: Object.fromEntries(cases) };
}

function way(given: Given, to: string): FlowComponent {
  const texts = flowTexts(given.language);
  if (to !== 'end') return footer(texts.next, navigate(toFlowId(to)));
  return given.hasFinish ? footer(texts.next, navigate(finishId)) : footer(texts.send, complete(given.asked, given.earlier));
}

const footer = (label: string, action: object): FlowComponent => ({ type: 'Footer', label, 'on-click-action': action });
const navigate = (name: string) => ({ name: 'navigate', next: { type: 'screen', name }, payload: {} });

const own = (fields: readonly FormField[]) =>
  Object.fromEntries(fields.map((field) => [fieldNameOf(field), `\${form.${fieldNameOf(field)}}`]));
/** Sends the answers of all screens at once, those of the earlier ones by their global references. */
const complete = (asked: readonly FormField[], earlier: Earlier) => ({
  name: 'complete',
  payload: {
    ...Object.fromEntries(
      earlier.flatMap(({ flowId, asked: fields }) =>
        fields.map((field) => [fieldNameOf(field), `\${screen.${flowId}.form.${fieldNameOf(field)}}`]),
      ),
    ),
    ...own(asked),
  },
});

function exchange({ form, screen, language, asked }: Given): FlowComponent {
  const texts = flowTexts(language);
  const isEnd = form.below(screen.id) === undefined;
  return footer(isEnd ? texts.send : texts.next, {
    name: 'data_exchange',
    payload: { ...own(asked), [seenPayload]: `\${data.${seenKey}}` },
  });
}

/** The screen on which a form is sent that may end in several places: a screen that ends the flow leads nowhere else. */
export const finishScreen = (language: string, planned: readonly PlannedScreen[]): FlowScreen => {
  const texts = flowTexts(language);
  return {
    id: finishId,
    title: texts.finish,
    terminal: true,
    success: true,
    data: {},
    layout: {
      type: 'SingleColumnLayout',
      children: [
        {
          type: 'Form',
          name: 'form',
          children: [{ type: 'TextBody', text: texts.finishText }, footer(texts.send, complete([], planned))],
        },
      ],
    },
  };
};
