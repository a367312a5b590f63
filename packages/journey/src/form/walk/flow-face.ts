import type { Media } from '../../expression/value.ts';
import type { CompiledForm } from '../compile.ts';
import { type FormField, isOfFiles } from '../field.ts';
import { fillForm, openForm } from '../fill.ts';
import { flowAnswers } from '../flow/answers.ts';
import { fieldNameOf } from '../flow/component-name.ts';
import { type FlowRequest, type FlowResponse, flowEndpoint } from '../flow/endpoint.ts';
import { fromFlowId } from '../flow/flow-id.ts';
import type { FlowPlan } from '../flow/flow-plan.ts';
import { planFlow, unaskedOf } from '../flow/plan.ts';
import type { FlowJson } from '../flow/schema.ts';
import { flowOpening } from '../flow/to-flow.ts';
import type { FieldFault, FormFaultCode, FormState } from '../state.ts';
import { accepted, type FaceUnderTest, type Meant, type MeantValue, type Played, refused, unsaid, type World } from './meant.ts';
import { playPage } from './page-face.ts';

type Act =
  | { kind: 'open'; token: string; screen?: string; data?: Record<string, unknown> }
  | { kind: 'set'; name: string; value: unknown }
  | { kind: 'next' };
type Turn = { refused: { name: string; why: string }[]; request: FlowRequest | null; completed: Record<string, unknown> | null };
/** A phone with a flow on it. The simulator has one that knows nothing of forms. */
export type FlowDevice = {
  act(act: Act): Turn;
  answer(response: FlowResponse): Turn;
  see(): { id: string; parts: readonly { name: string; type: string }[] } | null;
};

/** Reasons that are the phone's own, as the judge calls them; the others mean that nothing of the kind can be entered. */
const codes: Readonly<Record<string, FormFaultCode>> = {
  required: 'REQUIRED',
  too_long: 'TOO_LONG',
  too_short: 'TOO_SHORT',
  too_many: 'TOO_MANY',
  too_few: 'TOO_FEW',
  date: 'TOO_SMALL',
};

/** Plays a form as a WhatsApp flow on a phone, its endpoint in memory. */
export function flowFace(form: CompiledForm, world: World, device: (json: FlowJson) => FlowDevice): FaceUnderTest {
  const plan = planFlow(form);
  return { name: 'flow', play: (meant) => new FlowPlay(plan, world, meant, device(plan.json)).play() };
}

class FlowPlay {
  readonly #plan: FlowPlan;
  readonly #world: World;
  readonly #meant: Meant;
  readonly #device: FlowDevice;
  readonly #byName: ReadonlyMap<string, FormField>;
  readonly #screens: string[] = [];
  #state: FormState;
  #requests = 0;

  constructor(plan: FlowPlan, world: World, meant: Meant, device: FlowDevice) {
    this.#plan = plan;
    this.#world = world;
    this.#meant = meant;
    this.#device = device;
    this.#state = openForm(plan.form, world.given, world.facts, world.now);
    this.#byName = new Map(plan.screens.flatMap(({ asked }) => asked.map((field) => [fieldNameOf(field), field] as const)));
  }

  play(): Played {
    const { facts, now } = this.#world;
    const opened =
      this.#plan.mode === 'static'
        ? this.#device.act({ kind: 'open', token: 'token', ...flowOpening(this.#plan, this.#state, facts, now) })
        : this.#device.act({ kind: 'open', token: 'token' });
    let ended = this.#after(opened);
    while (!ended) {
      const entered = this.#enter();
      if (entered) return entered;
      ended = this.#after(this.#device.act({ kind: 'next' }));
    }
    return ended;
  }

  /** Enters what is meant into each field that is shown, and into those that this opens. */
  #enter(): Played | undefined {
    const done = new Set<string>();
    for (;;) {
      const screen = this.#device.see();
      if (!screen) throw new Error('The flow is closed.');
      const own = fromFlowId(screen.id);
      if (own !== undefined && this.#screens.at(-1) !== own) this.#screens.push(own);
      const part = screen.parts.find(({ name }) => this.#byName.has(name) && !done.has(name));
      const field = part && this.#byName.get(part.name);
      if (!part || !field) return undefined;
      done.add(part.name);
      const [refusal] = this.#device.act({ kind: 'set', name: part.name, value: entered(field, this.#meant[field.id] ?? null) }).refused;
      if (refusal) return this.#refusedBy([refusal]);
    }
  }

  #refusedBy(refusals: Turn['refused']): Played {
    const faults: FieldFault[] = [];
    for (const { name, why } of refusals) {
      const field = this.#byName.get(name);
      const code = field?.kind === 'email' && why === 'kind' ? 'NOT_EMAIL' : codes[why];
      if (!field || !code) return unsaid(field?.id ?? name, this.#screens);
      faults.push({ field: field.id, code, slots: {} });
    }
    return refused(faults, this.#screens);
  }

  /** @returns undefined where a screen is open */
  #after(turn: Turn): Played | undefined {
    if (turn.refused.length > 0) return this.#refusedBy(turn.refused);
    if (turn.request) return this.#ask(turn.request);
    return turn.completed ? this.#submit(turn.completed) : undefined;
  }

  #ask(request: FlowRequest): Played | undefined {
    this.#requests += 1;
    if (this.#requests > 200) throw new Error('The flow does not end.');
    const { facts, now } = this.#world;
    // JSON crosses the wire.
    const sent = JSON.parse(JSON.stringify(request)) as FlowRequest;
    const answered = flowEndpoint(this.#plan, this.#state, sent, facts, now, this.#files());
    this.#state = answered.state;
    this.#device.answer(JSON.parse(JSON.stringify(answered.response)) as FlowResponse);
    if (answered.done) return accepted(answered.done.values, this.#screens);
    if (answered.rest.length > 0) return playPage(this.#plan.form, this.#state, this.#meant, this.#world, this.#screens);
    return answered.faults.length > 0 ? refused(answered.faults, this.#screens) : undefined;
  }

  /** A flow without an endpoint is judged when it comes back; for what it cannot ask, a link follows. */
  #submit(payload: Record<string, unknown>): Played {
    const { facts, now } = this.#world;
    const raws = flowAnswers(this.#plan, JSON.parse(JSON.stringify(payload)) as Record<string, unknown>, this.#files());
    const { state, faults, done } = fillForm(this.#plan.form, this.#state, { kind: 'submit', raws }, facts, now);
    if (done) return accepted(done.values, this.#screens);
    const unasked = new Set(unaskedOf(this.#plan).map(({ id }) => id));
    if (!faults.every(({ field }) => unasked.has(field))) return refused(faults, this.#screens);
    return playPage(this.#plan.form, state, this.#meant, this.#world, this.#screens);
  }

  #files(): Map<string, Media> {
    const meant = Object.values(this.#meant).flatMap((one) => (one !== null && typeof one === 'object' && 'files' in one ? one.files : []));
    return new Map(meant.map((file) => [file.id, file]));
  }
}

/** An answer as its component holds it. */
function entered(field: FormField, meant: MeantValue): unknown {
  if (isOfFiles(field)) return meant !== null && typeof meant === 'object' && 'files' in meant ? meant.files.map(({ id }) => ({ id })) : [];
  if (field.kind === 'choices') return Array.isArray(meant) ? meant : [];
  if (field.kind === 'consent') return meant === true;
  if (meant === null) return '';
  if (field.kind === 'yesNo') return meant === true ? 'yes' : 'no';
  return Array.isArray(meant) ? (meant[0] ?? '') : String(meant);
}
