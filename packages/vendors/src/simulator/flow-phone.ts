import { isInput, type Option, type Part, type PhoneFlow, type Refusal, refusalOfValue, refusalOnLeaving } from './flow-component.ts';
import { type Lookup, resolve, shown } from './flow-expression.ts';
import { Drawn, everyPart, partsOf, wordsOf } from './flow-screen.ts';
import type { PhoneRequest, PhoneState, Values } from './flow-state.ts';

export type PhoneAct =
  | { kind: 'open'; token: string; screen?: string; data?: Values }
  | { kind: 'set'; name: string; value: unknown }
  | { kind: 'next' }
  /** A link, or an item of a list, by its words */
  | { kind: 'press'; text: string }
  | { kind: 'back' }
  | { kind: 'close' };
export type PhoneTurn = { state: PhoneState; refused: Refusal[]; request: PhoneRequest | null; completed: Values | null };

/** A component as it stands on the screen. */
export type SeenPart = {
  type: string;
  name: string;
  text: string;
  help: string;
  value: unknown;
  options: Option[];
  isRequired: boolean;
  isEnabled: boolean;
  error: string;
};
export type SeenScreen = {
  id: string;
  title: string;
  parts: SeenPart[];
  footer: { label: string; isEnabled: boolean } | null;
  message: string;
};

export const closedPhone = (): PhoneState => ({
  status: 'closed',
  token: '',
  stack: [],
  data: {},
  forms: {},
  left: {},
  message: '',
  pending: null,
  completed: null,
});

const turn = (state: PhoneState, more: Partial<PhoneTurn> = {}): PhoneTurn => ({
  state,
  refused: [],
  request: null,
  completed: null,
  ...more,
});
const refuse = (state: PhoneState, name: string, why: Refusal['why']): PhoneTurn => turn(state, { refused: [{ name, why }] });

/** Takes one act of the person. Nothing happens here but what a phone does by itself; requests go to whoever holds it. */
export function actOnPhone(flow: PhoneFlow, state: PhoneState, act: PhoneAct): PhoneTurn {
  if (act.kind === 'open') return open(flow, act);
  if (act.kind === 'close') return turn({ ...state, status: 'closed', pending: null });
  if (state.status !== 'open') return turn(state);
  switch (act.kind) {
    case 'back':
      return state.stack.length > 1 ? turn({ ...leave(flow, state), stack: state.stack.slice(0, -1), message: '' }) : turn(state);
    case 'set':
      return set(flow, state, act.name, act.value);
    case 'next':
      return next(flow, state);
    case 'press':
      return press(flow, state, act.text);
  }
}

function open(flow: PhoneFlow, { token, screen, data }: PhoneAct & { kind: 'open' }): PhoneTurn {
  const fresh = { ...closedPhone(), token };
  if (screen === undefined && flow.data_api_version !== undefined) return ask(fresh, 'INIT', '', {});
  return turn(enter(flow, { ...fresh, status: 'open' }, screen ?? flow.screens[0]?.id ?? '', data ?? {}));
}

function ask(state: PhoneState, action: PhoneRequest['action'], screen: string, data: Values): PhoneTurn {
  const request: PhoneRequest = { version: '3.0', action, screen, data, flow_token: state.token };
  return turn({ ...state, status: 'waiting', pending: request, message: '' }, { request });
}

/** Stands on a screen with its data; inputs that were not touched begin with what the flow says. */
function enter(flow: PhoneFlow, state: PhoneState, id: string, data: Values): PhoneState {
  const at = state.stack.indexOf(id);
  const stack = at < 0 ? [...state.stack, id] : state.stack.slice(0, at + 1);
  const placed: PhoneState = { ...state, stack, data: { ...state.data, [id]: data } };
  const screen = flow.screens.find((one) => one.id === id);
  if (!screen) throw new Error(`The flow has no screen ${id}.`);
  const look = new Drawn(flow, placed).look;
  const begin: Values = {};
  for (const part of everyPart(screen.layout.children)) {
    if (part.type === 'Form') Object.assign(begin, wordsOf(resolve(part['init-values'], look)));
    const own = resolve(part['init-value'], look);
    if (own !== undefined && isInput(part)) begin[String(part.name)] = own;
  }
  return { ...placed, forms: { ...placed.forms, [id]: { ...begin, ...placed.forms[id] } } };
}

/** Keeps what a screen holds, so that others can name it. */
function leave(flow: PhoneFlow, state: PhoneState): PhoneState {
  const drawn = new Drawn(flow, state);
  return { ...state, left: { ...state.left, [drawn.screen.id]: drawn.values() } };
}

const optionsIn = (part: Part, look: Lookup): Option[] =>
  partsOf(resolve(part['data-source'], look)).map(({ id, title, description }) => ({
    id: shown(id),
    title: shown(title),
    ...(description === undefined ? {} : { description: shown(description) }),
  }));

function set(flow: PhoneFlow, state: PhoneState, name: string, value: unknown): PhoneTurn {
  const drawn = new Drawn(flow, state);
  const part = drawn.inputs().find((one) => one.name === name);
  if (!part) return refuse(state, name, 'not_shown');
  if (part.enabled !== undefined && resolve(part.enabled, drawn.look) !== true) return refuse(state, name, 'disabled');
  const why = refusalOfValue(part, value, optionsIn(part, drawn.look));
  if (why) return refuse(state, name, why);
  const { id } = drawn.screen;
  const changed = { ...state, message: '', forms: { ...state.forms, [id]: { ...state.forms[id], [name]: value } } };
  const action = wordsOf(part['on-select-action']);
  return action.name === undefined ? turn(changed) : run(flow, changed, action);
}

function next(flow: PhoneFlow, state: PhoneState): PhoneTurn {
  const drawn = new Drawn(flow, state);
  const footer = drawn.footer();
  if (!footer || (footer.enabled !== undefined && resolve(footer.enabled, drawn.look) !== true)) return refuse(state, '', 'disabled');
  const refused = drawn.inputs().flatMap((part): Refusal[] => {
    const why = refusalOnLeaving(part, drawn.valueOf(part), resolve(part.required, drawn.look) === true);
    return why ? [{ name: String(part.name), why }] : [];
  });
  return refused.length > 0 ? turn(state, { refused }) : run(flow, state, wordsOf(footer['on-click-action']));
}

function press(flow: PhoneFlow, state: PhoneState, text: string): PhoneTurn {
  const drawn = new Drawn(flow, state);
  for (const { part } of drawn.parts) {
    if ((part.type === 'EmbeddedLink' || part.type === 'OptIn') && shown(resolve(part.text ?? part.label, drawn.look)) === text)
      return run(flow, state, wordsOf(part['on-click-action']));
    const item = partsOf(resolve(part['list-items'], drawn.look)).find(
      ({ id, 'main-content': main }) => id === text || wordsOf(main).title === text,
    );
    if (item) return run(flow, state, wordsOf(item['on-click-action'] ?? part['on-click-action']));
  }
  return refuse(state, text, 'not_shown');
}

/** Values of a payload; one that leads nowhere is left out. */
function payloadOf(drawn: Drawn, payload: unknown): Values {
  return Object.fromEntries(
    Object.entries(wordsOf(payload)).flatMap(([key, value]) => {
      const found =
        typeof value === 'object' && value !== null && !Array.isArray(value) ? payloadOf(drawn, value) : resolve(value, drawn.look);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
}

function run(flow: PhoneFlow, state: PhoneState, action: Values): PhoneTurn {
  const drawn = new Drawn(flow, state);
  const payload = payloadOf(drawn, action.payload);
  const left = leave(flow, state);
  switch (action.name) {
    case 'navigate':
      return turn(enter(flow, { ...left, message: '' }, shown(wordsOf(action.next).name), payload));
    case 'complete': {
      const completed = { ...payload, flow_token: state.token };
      return turn({ ...left, status: 'completed', completed }, { completed });
    }
    case 'data_exchange':
      return ask(left, 'data_exchange', drawn.screen.id, payload);
    case 'update_data': {
      const { id } = drawn.screen;
      return turn({ ...state, data: { ...state.data, [id]: { ...state.data[id], ...payload } } });
    }
    default:
      return turn(state);
  }
}

/** Takes the endpoint's answer. One that nobody waits for changes nothing. */
export function answerPhone(flow: PhoneFlow, state: PhoneState, response: { screen?: string; data?: Values }): PhoneTurn {
  if (state.status !== 'waiting' || response.screen === undefined) return turn(state);
  const { error_message: message, ...data } = response.data ?? {};
  const open: PhoneState = { ...state, status: 'open', pending: null, message: shown(message) };
  if (response.screen !== 'SUCCESS') {
    const from = state.stack.at(-1);
    const allowed = from === undefined || from === response.screen || (flow.routing_model?.[from] ?? []).includes(response.screen);
    if (!allowed && !state.stack.includes(response.screen)) throw new Error(`No route leads from ${from} to ${response.screen}.`);
    return turn(enter(flow, open, response.screen, data));
  }
  const completed = wordsOf(wordsOf(data.extension_message_response).params);
  return turn({ ...open, status: 'completed', completed }, { completed });
}

/** The open screen as a person sees it; null where the flow is not open. */
export function seePhone(flow: PhoneFlow, state: PhoneState): SeenScreen | null {
  if (state.status !== 'open' && state.status !== 'waiting') return null;
  if (state.stack.length === 0) return null;
  const drawn = new Drawn(flow, state);
  const words = (value: unknown) => shown(resolve(value, drawn.look));
  const yes = (value: unknown, usual: boolean) => (value === undefined ? usual : resolve(value, drawn.look) === true);
  const footer = drawn.footer();
  return {
    id: drawn.screen.id,
    title: drawn.screen.title ?? '',
    message: state.message,
    footer: footer ? { label: words(footer.label), isEnabled: yes(footer.enabled, true) } : null,
    parts: drawn.parts
      .filter(({ part }) => part.type !== 'Footer')
      .map(({ part, form }) => ({
        type: part.type,
        name: shown(part.name),
        text: Array.isArray(part.text) ? part.text.map(words).join('\n') : words(part.text ?? part.label),
        help: words(part['helper-text'] ?? part.description),
        value: isInput(part) ? drawn.valueOf(part) : null,
        options: optionsIn(part, drawn.look),
        isRequired: yes(part.required, false),
        isEnabled: yes(part.enabled, true),
        error: shown(wordsOf(resolve(form?.['error-messages'], drawn.look))[shown(part.name)] ?? part['error-message']),
      })),
  };
}

/** A phone that holds one flow, for whoever plays it act by act. */
export class FlowPhone {
  readonly flow: PhoneFlow;
  state: PhoneState = closedPhone();

  constructor(flow: PhoneFlow) {
    this.flow = flow;
  }

  act = (act: PhoneAct): PhoneTurn => this.#keep(actOnPhone(this.flow, this.state, act));
  answer = (response: { screen?: string; data?: Values }): PhoneTurn => this.#keep(answerPhone(this.flow, this.state, response));
  see = (): SeenScreen | null => seePhone(this.flow, this.state);

  #keep(taken: PhoneTurn): PhoneTurn {
    this.state = taken.state;
    return taken;
  }
}
