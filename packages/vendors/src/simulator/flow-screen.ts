import { emptyOf, isInput, type Part, type PhoneFlow, type PhoneScreen } from './flow-component.ts';
import { type Lookup, resolve, shown, workOut } from './flow-expression.ts';
import type { PhoneState, Values } from './flow-state.ts';

export const wordsOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
export const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

/** One screen as it is worked out: what is shown, in its order, with the form that holds it. */
export class Drawn {
  readonly screen: PhoneScreen;
  readonly parts: { part: Part; form: Part | null }[] = [];
  readonly #state: PhoneState;
  #visible = new Set<string>();
  readonly #numbers: ReadonlySet<string>;

  constructor(flow: PhoneFlow, state: PhoneState) {
    const id = state.stack.at(-1) ?? '';
    const screen = flow.screens.find((one) => one.id === id);
    if (!screen) throw new Error(`The flow has no screen ${id}.`);
    this.screen = screen;
    this.#state = state;
    this.#numbers = numberNames(flow);
    // An input that another one opens may open a third; a value of an input that is not shown counts as none.
    for (let round = 0; round < 20; round += 1) {
      this.parts.length = 0;
      this.#draw(screen.layout.children, null);
      const visible = new Set(this.inputs().map((part) => String(part.name)));
      if (visible.size === this.#visible.size && [...visible].every((name) => this.#visible.has(name))) break;
      this.#visible = visible;
    }
  }

  inputs = (): Part[] => this.parts.map(({ part }) => part).filter(isInput);
  footer = (): Part | undefined => this.parts.find(({ part }) => part.type === 'Footer')?.part;
  valueOf = ({ name, ...rest }: Part): unknown => this.#state.forms[this.screen.id]?.[String(name)] ?? emptyOf(rest as Part);

  values(): Values {
    return Object.fromEntries(this.inputs().map((part) => [String(part.name), this.valueOf(part)]));
  }

  look: Lookup = (path) => {
    const [kind, ...names] = path.split('.');
    if (kind === 'form') return this.#form(this.screen.id, names);
    if (kind === 'data') return within(this.#state.data[this.screen.id], names);
    if (kind !== 'screen') return undefined;
    const [id = '', part, ...rest] = names;
    if (part === 'data') return within(this.#state.data[id], rest);
    return id === this.screen.id ? this.#form(id, rest) : this.#typed(id, rest, this.#state.left[id]?.[rest[0] ?? '']);
  };

  #form(screen: string, names: string[]): unknown {
    const [name = ''] = names;
    if (!this.#visible.has(name)) return '';
    const part = this.inputs().find((one) => one.name === name);
    return this.#typed(screen, names, part ? this.valueOf(part) : '');
  }

  #typed(screen: string, [name = '', ...rest]: string[], value: unknown): unknown {
    if (rest.length > 0) return within(value, rest);
    return this.#numbers.has(`${screen}.${name}`) && value !== '' && value !== undefined ? Number(value) : value;
  }

  #draw(children: readonly Part[], form: Part | null): void {
    for (const part of children) {
      if (part.visible !== undefined && resolve(part.visible, this.look) !== true) continue;
      if (part.type === 'Form') this.#draw(partsOf(part.children), part);
      else if (part.type === 'If') this.#draw(partsOf(workOut(String(part.condition), this.look) === true ? part.then : part.else), form);
      else if (part.type === 'Switch') {
        const value = shown(resolve(part.value, this.look));
        const cases = wordsOf(part.cases);
        this.#draw(partsOf(Object.hasOwn(cases, value) ? cases[value] : cases.default), form);
      } else this.parts.push({ part, form });
    }
  }
}

function within(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => (Object.hasOwn(wordsOf(at), name) ? wordsOf(at)[name] : undefined), value);
}

export function everyPart(children: readonly Part[]): Part[] {
  return children.flatMap((part) => [
    part,
    ...everyPart([
      ...partsOf(part.children),
      ...partsOf(part.then),
      ...partsOf(part.else),
      ...Object.values(wordsOf(part.cases)).flatMap(partsOf),
    ]),
  ]);
}

const numberNames = (flow: PhoneFlow): Set<string> =>
  new Set(
    flow.screens.flatMap(({ id, layout }) =>
      everyPart(layout.children).flatMap((part) => (part['input-type'] === 'number' ? [`${id}.${String(part.name)}`] : [])),
    ),
  );
