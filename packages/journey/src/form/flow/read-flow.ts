import { DocumentId, VariableName } from '../../document/fields.ts';
import { documentFormat, formatVersion } from '../../document/format-version.ts';
import { limits } from '../../document/limits.ts';
import { Ids, toVariableName } from '../../import/typebot.names.ts';
import { FormDocument, type FormScreen } from '../document.ts';
import type { FormField } from '../field.ts';
import { flowTexts } from '../flow-texts.ts';
import { formLimits } from '../limits.ts';
import { finishId, fromFlowId } from './flow-id.ts';
import { ForeignNames, valuesOf } from './foreign-names.ts';
import { actionOf, childrenIn, isRecord, textOf } from './foreign-parts.ts';
import type { FlowNote } from './notes.ts';
import { optionsIn, type ReadInput, readInput } from './read-field.ts';
import { orderScreens } from './read-order.ts';
import { prefillOf } from './read-prefill.ts';
import { type FlowComponent, ForeignFlow, isReadVersion } from './schema.ts';

export type FlowRead = { document: FormDocument; notes: FlowNote[] } | { faults: { path: string; text: string }[] };
type Way = { condition: string; to: string };
type Field = Partial<FormField> & Pick<FormField, 'id' | 'kind'>;
type Made = { id: string; title: string; text: string; fields: Field[]; ways: Way[] };
/** @property conditions of the branches around, in our language */
type Place = { screen: string; made: Made; conditions: string[]; values: Record<string, unknown> };

const both = (conditions: readonly string[]): string =>
  conditions.length < 2 ? (conditions[0] ?? '') : conditions.map((one) => `(${one})`).join(' && ');

/**
 * A draft out of Flow JSON. Screens come in an order in which each way leads forward; what has no twin is left out, and the notes name it. What the
 * flow got as data becomes `entry`.
 * @param given what JSON has made of the file
 */
export function readFlow(given: unknown, { id, name, language }: { id: string; name: string; language: string }): FlowRead {
  const read = ForeignFlow.safeParse(given);
  if (!read.success)
    return { faults: read.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), text: message })) };
  return new FlowReader(read.data, language).read(id, name);
}

class FlowReader {
  readonly #flow: ForeignFlow;
  readonly #language: string;
  readonly #ids = new Ids();
  readonly #names = new ForeignNames();
  readonly #taken = new Set<string>();
  readonly #notes: FlowNote[] = [];
  readonly #screenIds = new Map<string, string>();
  readonly #used = new Map<string, number>();
  #fields = 0;

  constructor(flow: ForeignFlow, language: string) {
    this.#flow = flow;
    this.#language = language;
    for (const { id } of flow.screens) {
      const own = fromFlowId(id);
      this.#screenIds.set(id, own !== undefined && DocumentId.safeParse(own).success ? own : this.#ids.of(`screen ${id}`));
    }
  }

  read(id: string, name: string): FlowRead {
    if (!isReadVersion(this.#flow.version))
      this.#note('', '', 'changed', `It is of version ${this.#flow.version}, which is read as far as it goes.`);
    const { order, backward } = orderScreens(this.#flow);
    for (const [from, to] of backward) this.#note(from, '', 'left_out', `The way back to ${to} is left out.`);
    const kept = order.filter((one) => !this.#isFinish(one));
    for (const one of kept.slice(formLimits.screens)) this.#note(one, '', 'left_out', 'The form has no room for the screen.');
    const made = kept.slice(0, formLimits.screens).map((one) => this.#screen(one));
    const entered = new Set(made.flatMap(({ ways }) => ways.map(({ to }) => to)));
    for (const [place, one] of kept.slice(0, formLimits.screens).entries())
      if (place > 0 && !entered.has(one) && made[place - 1]?.ways.every(({ to }) => to !== '') && (made[place - 1]?.ways.length ?? 0) > 0)
        this.#note(one, '', 'changed', 'Nothing leads to the screen any more.');
    const document = FormDocument.parse({
      format: documentFormat,
      formatVersion,
      kind: 'form',
      id,
      name: name.trim().slice(0, 60) || 'Flow',
      languages: [this.#language],
      screens: made.map((screen, place) =>
        this.#finished(
          screen,
          made.slice(place + 1).map((one) => one.id),
        ),
      ),
    });
    return { document, notes: this.#notes };
  }

  #note(screen: string, field: string, kind: FlowNote['kind'], text: string): void {
    this.#notes.push({ kind, screen: this.#screenIds.get(screen) ?? '', field, text });
  }

  /** The last screen of a flow of ours, which is no screen of its form. */
  #isFinish = (screen: string): boolean => screen === finishId;

  #childrenOf = (screen: string): FlowComponent[] => childrenIn(this.#flow.screens.find(({ id }) => id === screen)?.layout?.children);

  #screen(id: string): Made {
    const screen = this.#flow.screens.find((one) => one.id === id);
    const made: Made = { id: this.#screenIds.get(id) ?? this.#ids.of(id), title: textOf(screen?.title), text: '', fields: [], ways: [] };
    this.#components(this.#childrenOf(id), { screen: id, made, conditions: [], values: {} });
    if (made.ways.length === 0) this.#note(id, '', 'changed', 'It has no button: the screen below follows.');
    return made;
  }

  #components(children: readonly FlowComponent[], place: Place): void {
    for (const component of children) this.#component(component, place);
  }

  #component(component: FlowComponent, place: Place): void {
    const readers: Readonly<Record<string, (component: FlowComponent, place: Place) => void>> = {
      Form: this.#form,
      If: this.#if,
      Switch: this.#switch,
      Footer: this.#footer,
      TextHeading: this.#words,
      TextSubheading: this.#words,
      TextBody: this.#words,
      TextCaption: this.#words,
      RichText: this.#words,
      NavigationList: this.#list,
      EmbeddedLink: this.#link,
      Image: this.#picture,
      ImageCarousel: this.#picture,
    };
    const read = Object.hasOwn(readers, component.type) ? readers[component.type] : undefined;
    (read ?? this.#input).call(this, component, place);
  }

  #picture(_component: FlowComponent, { screen }: Place): void {
    this.#note(screen, '', 'left_out', 'A picture is left out: choose one of the library.');
  }

  #form(component: FlowComponent, place: Place): void {
    const values = component['init-values'];
    if (typeof values === 'string')
      this.#note(place.screen, '', 'changed', 'Values to begin with came with the flow: name them in the fields.');
    this.#components(childrenIn(component.children), { ...place, values: isRecord(values) ? values : {} });
  }

  #if(component: FlowComponent, place: Place): void {
    const source = textOf(component.condition);
    const condition = this.#names.condition(source, place.screen);
    if (condition === undefined) this.#note(place.screen, '', 'left_out', `A condition is left out: ${source.slice(0, 100)}`);
    const [yes, no] = [childrenIn(component.then), childrenIn(component.else)];
    this.#components(yes, condition === undefined ? place : { ...place, conditions: [...place.conditions, condition] });
    if (no.length > 0)
      this.#components(no, condition === undefined ? place : { ...place, conditions: [...place.conditions, `!(${condition})`] });
  }

  #switch(component: FlowComponent, place: Place): void {
    const value = textOf(component.value);
    const cases = Object.entries(isRecord(component.cases) ? component.cases : {});
    const before: string[] = [];
    for (const [key, children] of cases) {
      const condition = key === 'default' ? undefined : this.#names.isCase(value, key, place.screen);
      if (condition === undefined && key !== 'default') this.#note(place.screen, '', 'left_out', `A case is left out: ${key.slice(0, 60)}`);
      if (condition !== undefined) before.push(condition);
      const own = condition ?? (key === 'default' && before.length > 0 ? `!(${before.join(' || ')})` : undefined);
      this.#components(childrenIn(children), own === undefined ? place : { ...place, conditions: [...place.conditions, own] });
    }
  }

  /** Conditions of the branches around, and that of the component itself. */
  #shown(component: FlowComponent, { screen, conditions }: Place): string {
    const { visible } = component;
    if (visible === undefined || visible === true) return both(conditions);
    const own = visible === false ? 'false' : this.#names.condition(textOf(visible), screen);
    if (own === undefined) this.#note(screen, textOf(component.name), 'left_out', 'The condition of a part is left out.');
    return both(own === undefined ? conditions : [...conditions, own]);
  }

  #text(value: unknown, screen: string, most: number): string {
    const given = textOf(value);
    const words = Array.isArray(value) ? this.#lines(given, screen) : this.#names.text(given, screen);
    if (words === undefined) this.#note(screen, '', 'changed', `Words that are put together are left as they are: ${given.slice(0, 60)}`);
    const whole = words ?? given;
    if (whole.length > most) this.#note(screen, '', 'shortened', `Words are cut after ${most} characters: ${whole.slice(0, 40)}…`);
    return whole.slice(0, most);
  }

  /** Lines of a longer text; each may be put together by itself. */
  #lines(text: string, screen: string): string | undefined {
    const lines = text.split('\n').map((line) => this.#names.text(line, screen));
    return lines.includes(undefined) ? undefined : lines.join('\n');
  }

  #words(component: FlowComponent, place: Place): void {
    const { made, screen } = place;
    const shown = this.#shown(component, place);
    const words = this.#text(component.text, screen, limits.textLength);
    if (words.trim() === '') return;
    if (made.fields.length === 0 && made.text === '' && shown === '') made.text = words;
    else
      this.#add(place, {
        id: this.#idOf(screen, `words ${made.fields.length}`),
        kind: 'note',
        name: '',
        visibleIf: shown,
        label: this.#label(words, screen),
      });
  }

  #label(words: string, screen: string): Record<string, string> {
    if (words.length > 200) this.#note(screen, '', 'shortened', `Words are cut after 200 characters: ${words.slice(0, 40)}…`);
    return words === '' ? {} : { [this.#language]: words.slice(0, 200) };
  }

  #link(component: FlowComponent, place: Place): void {
    const { screen, made } = place;
    const { name, url, next } = actionOf(component['on-click-action']);
    const words = this.#text(component.text, screen, 100);
    if (name !== 'open_url' || url === '') {
      this.#note(screen, '', 'left_out', `A link is left out: ${words}${next === '' ? '' : ` → ${next}`}`);
      return;
    }
    this.#note(screen, '', 'changed', `A link became words: ${words}`);
    this.#add(place, {
      id: this.#idOf(screen, `link ${made.fields.length}`),
      kind: 'note',
      name: '',
      visibleIf: this.#shown(component, place),
      label: this.#label(`${words}: ${url}`, screen),
    });
  }

  /** A list whose items lead on is a choice, with a way for each item. */
  #list(component: FlowComponent, place: Place): void {
    const { screen, made } = place;
    const items = (Array.isArray(component['list-items']) ? component['list-items'] : []).filter(isRecord);
    if (items.length === 0) {
      this.#note(screen, textOf(component.name), 'left_out', 'A list that is known later is left out.');
      return;
    }
    const main = (item: Record<string, unknown>) => (isRecord(item['main-content']) ? item['main-content'] : {});
    const source = items.map((item) => ({ id: item.id, title: main(item).title, description: main(item).description }));
    this.#note(screen, textOf(component.name), 'changed', 'A list became a choice.');
    const options = optionsIn(source, this.#language, this.#ids, `${screen} ${textOf(component.name)}`, () => undefined);
    const name = this.#ask(component, place, { kind: 'choice', options }, 'true');
    for (const item of items) {
      const { next } = actionOf(item['on-click-action'] ?? component['on-click-action']);
      const value = this.#names.isCase(`\${form.${textOf(component.name)}}`, textOf(item.id), screen);
      if (next !== '' && value !== undefined && name !== '') made.ways.push({ condition: both([...place.conditions, value]), to: next });
    }
  }

  #input(component: FlowComponent, place: Place): void {
    const { screen } = place;
    const name = textOf(component.name);
    const lost = (text: string) => this.#note(screen, name, 'left_out', text);
    const input = readInput(component, this.#language, this.#ids, `${screen} ${name}`, lost);
    if (!input || name === '') {
      lost(`${component.type} is left out.`);
      return;
    }
    if (component['on-select-action'] !== undefined) lost('What happens at a choice is left out.');
    if (component.enabled === false) lost('A field that cannot be touched can be.');
    const range = input.isRange && !name.endsWith('End');
    this.#ask(component, place, input, this.#required(component, place));
    if (!range) return;
    this.#note(screen, name, 'changed', 'A range of days became two days.');
    this.#ask({ ...component, name: `${name}End` }, place, input, this.#required(component, place));
  }

  #required({ required, name }: FlowComponent, { screen }: Place): string {
    if (required === undefined || required === false) return '';
    if (required === true) return 'true';
    const condition = this.#names.condition(textOf(required), screen);
    if (condition === undefined) this.#note(screen, textOf(name), 'left_out', 'The condition under which it is needed is left out.');
    return condition ?? '';
  }

  /** @returns the name that the field has in the form */
  #ask(component: FlowComponent, place: Place, input: ReadInput, required: string): string {
    const { screen, made } = place;
    const theirs = textOf(component.name);
    const name = this.#nameOf(theirs);
    const shown = this.#shown(component, place);
    const { label, help } = this.#labels(component, place, shown);
    const options = this.#options(input, screen, theirs);
    const isAdded = this.#add(place, {
      id: this.#idOf(screen, theirs),
      name,
      kind: options === undefined && input.options ? 'text' : input.kind,
      label: this.#label(label, screen),
      help: help === '' ? {} : { [this.#language]: help.slice(0, 1000) },
      required,
      visibleIf: shown,
      least: input.least ?? '',
      most: input.most ?? '',
      pattern: input.pattern ?? '',
      steps: input.steps ?? 5,
      isSensitive: input.isSensitive ?? this.#isSensitive(screen, theirs),
      options: options ?? null,
      prefill: prefillOf(place.values[theirs] ?? component['init-value'], input, this.#names, this.#language),
    });
    const values = input.options && 'fixed' in input.options ? valuesOf(input.options.fixed, this.#language) : new Map<string, string>();
    this.#names.know(screen, theirs, { name, kind: input.kind, values });
    return isAdded && made.fields.length > 0 ? name : '';
  }

  /** Words of a form of ours that were too long for a label stand above it. */
  #labels(component: FlowComponent, { made, screen }: Place, shown: string): { label: string; help: string } {
    const label = this.#text(component.label, screen, 400);
    const own = ['en', 'hi'].map(flowTexts);
    const help = this.#text(component['helper-text'] ?? component.description, screen, 1000);
    const hint = own.some(({ timeHint }) => timeHint === help) ? '' : help;
    // Fields of older versions, and those of ours whose question is long, have it above them.
    if (label !== '' && !own.some(({ answer, agree }) => label === answer || label === agree)) return { label, help: hint };
    const above = made.fields.at(-1);
    if (above?.kind === 'note' && above.visibleIf === shown) {
      made.fields.pop();
      this.#fields -= 1;
      return { label: above.label?.[this.#language] || label || textOf(component.name), help: hint };
    }
    if (made.fields.length > 0 || made.text === '' || shown !== '') return { label: label || textOf(component.name), help: hint };
    const { text } = made;
    made.text = '';
    return { label: text, help: hint };
  }

  #options(input: ReadInput, screen: string, name: string): FormField['options'] | undefined {
    if (!input.options) return null;
    if ('fixed' in input.options) {
      if (input.options.fixed.length > 0) return { kind: 'fixed', items: input.options.fixed.map(({ option }) => option) };
      this.#note(screen, name, 'changed', 'A choice without options is asked in words.');
      return undefined;
    }
    const path = /^\$\{([^}]*)\}$/.exec(input.options.binding)?.[1]?.trim().split('.') ?? [];
    const source = this.#names.reference(path, screen);
    this.#note(
      screen,
      name,
      'changed',
      source === undefined ? 'Options that are known later are asked in words.' : `Its options are read from ${source}.`,
    );
    return source === undefined ? undefined : { kind: 'list', source };
  }

  #isSensitive(screen: string, name: string): boolean {
    const sensitive = this.#flow.screens.find(({ id }) => id === screen)?.sensitive;
    return Array.isArray(sensitive) && sensitive.includes(name);
  }

  #nameOf(theirs: string): string {
    const isFree = (name: string) => !this.#taken.has(name);
    const keeps = VariableName.safeParse(theirs).success && isFree(theirs) && toVariableName(theirs, () => false) !== `${theirs}2`;
    const name = keeps && !reserved.has(theirs) ? theirs : toVariableName(theirs, (one) => !isFree(one) || reserved.has(one));
    this.#taken.add(name);
    return name;
  }

  /** An id of its own for each: two branches may have a field of one name. */
  #idOf(screen: string, key: string): string {
    const whole = `${screen}/${key}`;
    const count = (this.#used.get(whole) ?? 0) + 1;
    this.#used.set(whole, count);
    return this.#ids.of(count === 1 ? whole : `${whole}/${count}`);
  }

  #add({ made, screen }: Place, field: Field): boolean {
    if (made.fields.length >= formLimits.shownOnScreen || this.#fields >= formLimits.fields) {
      this.#note(screen, field.name ?? '', 'left_out', 'The form has no room for it.');
      return false;
    }
    this.#fields += 1;
    made.fields.push(field);
    return true;
  }

  #footer(component: FlowComponent, { screen, made, conditions }: Place): void {
    if (['left-caption', 'center-caption', 'right-caption'].some((name) => component[name] !== undefined))
      this.#note(screen, '', 'left_out', 'Words beside the button are left out.');
    const { name, next } = actionOf(component['on-click-action']);
    const condition = both(conditions);
    if (name === 'navigate' || name === 'complete') {
      made.ways.push({ condition, to: name === 'complete' || this.#isFinish(next) ? 'end' : next });
      return;
    }
    const named = this.#flow.routing_model?.[screen];
    const routes = (Array.isArray(named) ? named : []).filter((one): one is string => typeof one === 'string');
    if (name === 'data_exchange' && routes.length > 1)
      this.#note(screen, '', 'changed', `A server chose the way to ${routes.join(', ')}: the screen below follows.`);
    else if (name === 'data_exchange') this.#note(screen, '', 'changed', 'A server was asked here: the form goes on by itself.');
    else this.#note(screen, '', 'left_out', 'A button without a known act is left out.');
    // A screen that is not the last of its flow goes on, even where nobody but a server knew whereto.
    const isLast = this.#flow.screens.find(({ id }) => id === screen)?.terminal === true;
    made.ways.push({ condition, to: routes.length > 1 ? '' : (routes[0] ?? (isLast ? 'end' : '')) });
  }

  /** Ways of a screen; one that leads where the form goes anyway is not written. */
  #finished({ id, title, text, fields, ways }: Made, below: readonly string[]): unknown {
    const usual = below[0] ?? 'end';
    const next: FormScreen['next'] = [];
    for (const [place, { condition, to }] of ways.entries()) {
      const target = to === 'end' ? 'end' : to === '' ? usual : (this.#screenIds.get(to) ?? '');
      if (target !== 'end' && !below.includes(target)) continue;
      const isLast = place === ways.length - 1;
      // The last of several ways is the one that the conditions before it leave over.
      const when = condition === '' || (isLast && place > 0 && condition === `!(${ways[place - 1]?.condition})`) ? 'true' : condition;
      if (when === 'true' && target === usual) break;
      next.push({ id: this.#ids.of(`${id} way ${place}`), when, to: target });
      if (when === 'true') break;
    }
    return {
      id,
      title: title === '' ? {} : { [this.#language]: title.slice(0, 200) },
      text: text === '' ? {} : { [this.#language]: text },
      fields,
      next: next.slice(0, 20),
    };
  }
}

const reserved = new Set(['customer', 'entry', 'call', 'value', 'now', 'today', 'zone', 'last', 'channel', 'window']);
