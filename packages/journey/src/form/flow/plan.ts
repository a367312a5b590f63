import type { CompiledForm } from '../compile.ts';
import type { FormScreen } from '../document.ts';
import type { FormField } from '../field.ts';
import { checkFlow } from './check-flow.ts';
import { FlowConditions } from './condition.ts';
import { toFlowId } from './flow-id.ts';
import type { FlowMode, FlowPlan, PlannedScreen } from './flow-plan.ts';
import { finishScreen, footerOf } from './footers.ts';
import { dataApiVersion, mostOf, writtenVersion } from './limits.ts';
import type { FlowNote } from './notes.ts';
import type { FlowJson, FlowScreen } from './schema.ts';
import { childrenOfScreen } from './screen-children.ts';
import { ScreenData } from './screen-data.ts';
import { exitsOfScreen } from './ways.ts';
import { whyEndpoint } from './why-endpoint.ts';
import { hasPlaceholder, pickWords } from './words.ts';

export type FlowOptions = {
  /** Language of the flow; left out: the first of the form */
  language?: string;
  /** Bytes of pictures as base64, by the id of the medium */
  pictures?: ReadonlyMap<string, string>;
};
/** Plans a form's flow: its JSON, and what our side sends into each of its screens. The same form gives the same flow to the byte. */
export function planFlow(form: CompiledForm, { language, pictures = new Map() }: FlowOptions = {}): FlowPlan {
  const { document } = form;
  const spoken = language ?? document.languages[0] ?? 'en';
  const reasons = whyEndpoint(form);
  const mode: FlowMode = reasons.length > 0 ? 'endpoint' : 'static';
  const notes: FlowNote[] = [...reasons];
  const data = new ScreenData(form, mode);
  const hasFinish = mode === 'static' && document.screens.some((screen) => isSplitEnd(exitsOfScreen(document, screen)));
  const planned: PlannedScreen[] = [];
  const written: FlowScreen[] = [];
  for (const screen of document.screens) {
    const conditions = new FlowConditions(form, screen.id);
    const { children, asked, reactive } = childrenOfScreen({ form, screen, language: spoken, pictures, mode, conditions, data, notes });
    planned.push({ id: screen.id, flowId: toFlowId(screen.id), slots: data.slotsOf(screen.id), asked, reactive });
    const earlier = planned.slice(0, -1);
    const footer = footerOf({ form, screen, language: spoken, mode, conditions, asked, earlier, hasFinish });
    written.push(screenOf(form, screen, spoken, [...children, footer], asked, isLast(form, screen, mode, hasFinish)));
  }
  if (hasFinish) written.push(finishScreen(spoken, planned));
  for (const [place, screen] of written.entries()) {
    const own = document.screens[place]?.id;
    screen.data = own === undefined ? {} : data.declarationOf(own, planned);
    const form_ = screen.layout.children.find(({ type }) => type === 'Form');
    if (form_ && own !== undefined) Object.assign(form_, data.bindingsOf(own, planned));
  }
  const json: FlowJson = {
    version: writtenVersion,
    ...(mode === 'endpoint' ? { data_api_version: dataApiVersion, routing_model: routesOf(form) } : {}),
    screens: written,
  };
  notes.push(...limitNotes(json));
  return { form, language: spoken, mode, notes, screens: planned, json };
}

const isSplitEnd = (exits: readonly string[]): boolean => exits.includes('end') && exits.length > 1;

function isLast({ document }: CompiledForm, screen: FormScreen, mode: FlowMode, hasFinish: boolean): boolean {
  const exits = exitsOfScreen(document, screen).filter((id) => id !== 'end');
  return exits.length === 0 && !(mode === 'static' && hasFinish);
}

function screenOf(
  form: CompiledForm,
  screen: FormScreen,
  language: string,
  children: FlowScreen['layout']['children'],
  asked: readonly FormField[],
  terminal: boolean,
): FlowScreen {
  const title = hasPlaceholder(screen.title) ? '' : pickWords(form, screen.title, language);
  const bar = title !== '' && title.length <= mostOf('screenTitle') ? title : form.document.name;
  const sensitive = asked.filter(({ isSensitive }) => isSensitive).map(({ name }) => name);
  return {
    id: toFlowId(screen.id),
    title: bar,
    ...(terminal ? { terminal: true, success: true } : {}),
    data: {},
    ...(sensitive.length > 0 ? { sensitive } : {}),
    layout: { type: 'SingleColumnLayout', children: [{ type: 'Form', name: 'form', children }] },
  };
}

/** The form's forward graph; ends are nowhere in it. */
const routesOf = ({ document }: CompiledForm): Record<string, string[]> =>
  Object.fromEntries(
    document.screens.map((screen) => [
      toFlowId(screen.id),
      exitsOfScreen(document, screen)
        .filter((id) => id !== 'end')
        .map(toFlowId),
    ]),
  );

const limitNotes = (json: FlowJson): FlowNote[] => checkFlow(json).map(({ text }) => ({ kind: 'limit', screen: '', field: '', text }));

/** Fields of a screen that the flow cannot ask, so that their answers come by another road. */
export const unaskedOf = ({ form, screens }: FlowPlan): FormField[] => {
  const asked = new Set(screens.flatMap((screen) => screen.asked.map(({ id }) => id)));
  return [...form.fields.values()].filter(
    (field) => !asked.has(field.id) && field.kind !== 'note' && field.kind !== 'picture' && field.kind !== 'hidden',
  );
};
