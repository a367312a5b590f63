import type { CompiledForm } from '../compile.ts';
import { type FormField, isOfFiles } from '../field.ts';
import { fieldNameOf } from './component-name.ts';
import { toFlowId } from './flow-id.ts';
import type { FlowMode, FlowSlot, PlannedScreen } from './flow-plan.ts';

type Texts = Readonly<Record<string, string>>;
/** Names in the data of a screen of a flow with an endpoint. */
export const initKey = 'init';
export const errorsKey = 'errors';
export const seenKey = 'seen';
/** The same in what a screen sends; no field can have the name, as those of forms begin with a letter. */
export const seenPayload = '_seen';
/** A flow without an endpoint gets everything at once, on its first screen. */
export const initKeyOf = (screen: string): string => `init_${toFlowId(screen)}`;

/** Values that a component may begin with; files never do. */
export const isInitial = (field: FormField): boolean => !isOfFiles(field);

type Declared = Record<string, unknown>;
const text = (example: string): Declared => ({ type: 'string', __example__: example });
const flag = (example: boolean): Declared => ({ type: 'boolean', __example__: example });
const optionList: Declared = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' }, description: { type: 'string' } } },
  __example__: [{ id: 'a', title: 'A', description: '' }],
};

function initType({ kind }: FormField): Declared {
  if (kind === 'choices') return { type: 'array', items: { type: 'string' } };
  return { type: kind === 'consent' ? 'boolean' : 'string' };
}
const valuesOf = (fields: readonly FormField[], typeOf: (field: FormField) => Declared): Declared => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [fieldNameOf(field), typeOf(field)])),
  __example__: {},
});

/** Collects what the screens of a flow get from our side, and declares it as the flow wants. */
export class ScreenData {
  readonly #form: CompiledForm;
  readonly #mode: FlowMode;
  readonly #slots = new Map<string, FlowSlot[]>();
  #count = 0;

  constructor(form: CompiledForm, mode: FlowMode) {
    this.#form = form;
    this.#mode = mode;
  }

  get #first(): string {
    return this.#form.document.screens[0]?.id ?? '';
  }

  /** The screen to which something for another one is sent. */
  #holderOf = (screen: string): string => (this.#mode === 'static' ? this.#first : screen);

  #reference(screen: string, key: string): string {
    const holder = this.#holderOf(screen);
    return holder === screen ? `\${data.${key}}` : `\${screen.${toFlowId(holder)}.data.${key}}`;
  }

  slotsOf(screen: string): FlowSlot[] {
    const slots = this.#slots.get(screen) ?? [];
    this.#slots.set(screen, slots);
    return slots;
  }

  bindText(screen: string, texts: Texts): string {
    this.#count += 1;
    const key = `text_${this.#count}`;
    this.slotsOf(this.#holderOf(screen)).push({ kind: 'text', key, screen, texts });
    return this.#reference(screen, key);
  }

  bindField(screen: string, kind: 'shown' | 'required' | 'options', field: FormField): string {
    const key = `${kind}_${fieldNameOf(field)}`;
    const slots = this.slotsOf(this.#holderOf(screen));
    if (!slots.some((slot) => slot.key === key)) slots.push({ kind, key, screen, field });
    return this.#reference(screen, key);
  }

  declarationOf(screen: string, planned: readonly PlannedScreen[]): Record<string, unknown> {
    const slots = Object.fromEntries(
      this.slotsOf(screen).map(({ kind, key }) => [
        key,
        kind === 'text' ? text('…') : kind === 'options' ? optionList : flag(kind === 'shown'),
      ]),
    );
    const asked = (id: string) => (planned.find((one) => one.id === id)?.asked ?? []).filter(isInitial);
    if (this.#mode === 'endpoint')
      return {
        [initKey]: valuesOf(asked(screen), initType),
        [errorsKey]: valuesOf(asked(screen), () => ({ type: 'string' })),
        [seenKey]: text(''),
        ...slots,
      };
    if (screen !== this.#first) return {};
    const inits = planned.filter(({ id }) => asked(id).length > 0).map(({ id }) => [initKeyOf(id), valuesOf(asked(id), initType)] as const);
    return { ...Object.fromEntries(inits), ...slots };
  }

  /** Properties of a screen's form that name its data. */
  bindingsOf(screen: string, planned: readonly PlannedScreen[]): Record<string, string> {
    const isAsking = planned.find(({ id }) => id === screen)?.asked.some(isInitial) ?? false;
    if (!isAsking) return {};
    if (this.#mode === 'static') return { 'init-values': this.#reference(screen, initKeyOf(screen)) };
    return { 'init-values': this.#reference(screen, initKey), 'error-messages': this.#reference(screen, errorsKey) };
  }
}
