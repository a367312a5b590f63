import type { Media } from '../../expression/value.ts';
import type { FormFacts } from '../facts.ts';
import type { FormField } from '../field.ts';
import type { Raws } from '../fill.ts';
import { fillForm, viewOf } from '../fill.ts';
import { flowTexts } from '../flow-texts.ts';
import { faultWords } from '../form-texts.ts';
import { rawAgain } from '../judge.ts';
import type { FieldFault, FormAnswers, FormState } from '../state.ts';
import type { FormTrouble } from '../view.ts';
import { flowAnswers } from './answers.ts';
import { fieldNameOf } from './component-name.ts';
import { fromFlowId, reservedId } from './flow-id.ts';
import type { FlowPlan, PlannedScreen } from './flow-plan.ts';
import { mostOf } from './limits.ts';
import { unaskedOf } from './plan.ts';
import { seenPayload } from './screen-data.ts';
import { screenData } from './to-flow.ts';

/** A request of the phone, decrypted. */
export type FlowRequest = {
  version?: string;
  action: string;
  screen?: string;
  data?: Readonly<Record<string, unknown>>;
  flow_token?: string;
};
export type FlowResponse = { screen?: string; data: Record<string, unknown> };
/** @property done null: it is not sent yet @property rest faults of fields that the flow cannot ask: it closes, and a link follows */
export type FlowAnswered = {
  response: FlowResponse;
  state: FormState;
  faults: FieldFault[];
  done: FormAnswers | null;
  rest: FieldFault[];
  troubles: FormTrouble[];
};

/**
 * Answers a request of a flow with an endpoint. It is pure, and the same request on the state that it led to gives the same answer: a phone that asks
 * twice gets what it got.
 * @param files what the files of the request became, by their key
 */
export function flowEndpoint(
  plan: FlowPlan,
  state: FormState,
  request: FlowRequest,
  facts: FormFacts,
  now: number,
  files: ReadonlyMap<string, Media> = new Map(),
): FlowAnswered {
  const answer = new Answer(plan, facts, now, request.flow_token ?? '');
  if (request.action === 'ping') return answer.plain(state, { status: 'active' });
  if (request.data && 'error' in request.data) return answer.plain(state, { acknowledged: true });
  if (request.action === 'BACK') return answer.back(state, request.screen ?? '');
  if (request.action !== 'data_exchange') return answer.show(state);
  return answer.exchange(state, request.screen ?? '', request.data ?? {}, files);
}

class Answer {
  readonly #plan: FlowPlan;
  readonly #facts: FormFacts;
  readonly #now: number;
  readonly #token: string;

  constructor(plan: FlowPlan, facts: FormFacts, now: number, token: string) {
    this.#plan = plan;
    this.#facts = facts;
    this.#now = now;
    this.#token = token;
  }

  plain = (state: FormState, data: Record<string, unknown>): FlowAnswered => ({
    response: { data },
    state,
    faults: [],
    done: null,
    rest: [],
    troubles: [],
  });

  /** Goes to the screen before the one that is left; told a second time, it stands there already. */
  back(state: FormState, flowId: string): FlowAnswered {
    const left = fromFlowId(flowId) ?? '';
    const isThere = left !== '' && left !== state.screen && !state.path.includes(left);
    if (isThere) return this.show(state);
    const at = state.path.indexOf(left);
    const from = at < 0 ? state : { ...state, path: state.path.slice(0, at), screen: left };
    return this.show(fillForm(this.#plan.form, from, { kind: 'back' }, this.#facts, this.#now).state);
  }

  exchange(state: FormState, flowId: string, data: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, Media>): FlowAnswered {
    const { form } = this.#plan;
    const screen = this.#plan.screens.find((one) => one.flowId === flowId);
    if (!screen) return this.show(state);
    const raws = { ...this.#kept(state, screen), ...flowAnswers(this.#plan, data, files, screen.id) };
    const filled = fillForm(form, state, { kind: 'screen', id: screen.id, raws }, this.#facts, this.#now);
    const unseen = this.#unseen({ ...filled.state, ...whereIs(state, screen.id) }, screen, String(data[seenPayload] ?? ''));
    // Fields that an answer of this very screen has opened are asked before it is left; faults wait, as they may hang on them.
    if (unseen.length > 0 && !filled.done)
      return { ...this.show({ ...filled.state, ...whereIs(state, screen.id) }), troubles: filled.troubles };
    if (filled.done) return { ...this.#closed(filled.state), done: filled.done, troubles: filled.troubles };
    const asked = new Set(this.#plan.screens.flatMap((one) => one.asked.map(({ id }) => id)));
    const here = filled.faults.filter(({ field }) => asked.has(field));
    if (filled.faults.length > 0 && here.length === 0)
      return { ...this.#closed(filled.state), faults: filled.faults, rest: filled.faults, troubles: filled.troubles };
    return { ...this.show(filled.state, here), troubles: filled.troubles };
  }

  /** Answers of a screen's fields that the flow does not ask, as they are: another face has brought them. */
  #kept(state: FormState, screen: PlannedScreen): Raws {
    const view = viewOf(this.#plan.form, state, this.#facts, this.#now);
    const own = new Set(this.#plan.form.screens.get(screen.id)?.fields.map(({ id }) => id));
    return Object.fromEntries(
      unaskedOf(this.#plan)
        .filter(({ id }) => own.has(id))
        .map((field) => [field.id, rawAgain(view, field, state.values[field.id] ?? null)]),
    );
  }

  /** Fields that are shown now, and that the phone neither had nor shows by itself. */
  #unseen(state: FormState, screen: PlannedScreen, seen: string): FormField[] {
    const view = viewOf(this.#plan.form, state, this.#facts, this.#now);
    const names = new Set(seen.split(','));
    return screen.asked.filter((field) => view.isShown(field) && !screen.reactive.has(field.id) && !names.has(fieldNameOf(field)));
  }

  #closed = (state: FormState): FlowAnswered => ({
    response: { screen: reservedId, data: { extension_message_response: { params: { flow_token: this.#token } } } },
    state,
    faults: [],
    done: null,
    rest: [],
    troubles: [],
  });

  /** The open screen with its data, faults beneath their fields and the first one in whole words. */
  show(state: FormState, faults: FieldFault[] = []): FlowAnswered {
    const view = viewOf(this.#plan.form, state, this.#facts, this.#now);
    const screen = this.#plan.screens.find(({ id }) => id === state.screen);
    if (!screen) return this.#closed(state);
    const texts = flowTexts(this.#plan.language);
    const words = faults.map((fault) => ({
      field: this.#plan.form.fields.get(fault.field),
      words: faultWords(fault, this.#plan.language),
    }));
    const errors = words.flatMap((one) =>
      one.field ? [[fieldNameOf(one.field), one.words.length > mostOf('errorWords') ? texts.checkThis : one.words] as const] : [],
    );
    const [first] = words;
    const label = first?.field ? view.write(first.field.label) || first.field.name : '';
    return {
      response: {
        screen: screen.flowId,
        data: {
          ...screenData(view, screen, state, Object.fromEntries(errors)),
          ...(first ? { error_message: `${label}: ${first.words}` } : {}),
        },
      },
      state,
      faults,
      done: null,
      rest: [],
      troubles: view.troubles,
    };
  }
}

/** Finds a screen's place on the way that has been gone. */
function whereIs(state: FormState, screen: string): Pick<FormState, 'path' | 'screen'> {
  const at = state.path.indexOf(screen);
  return at < 0 ? { path: state.path, screen: state.screen === screen ? screen : state.screen } : { path: state.path.slice(0, at), screen };
}
