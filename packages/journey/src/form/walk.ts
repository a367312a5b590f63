import type { CompiledForm } from './compile.ts';
import { type FormField, isAsked } from './field.ts';
import { viewOf } from './fill.ts';
import type { FormFaultCode, FormState } from './state.ts';
import { candidatesOf, constantsOf, namesOf, parsed } from './walk/candidates.ts';
import type { FaceUnderTest, Meant, MeantValue, Played, World } from './walk/meant.ts';
import { pageFace } from './walk/page-face.ts';

/** One way through a form: what is answered, and which parts of the form it covers that no walk before it did. */
export type FormWalk = { meant: Meant; covers: string[] };
/** @property missed parts that no walk came to, such as a condition that never holds */
export type FormWalks = { walks: FormWalk[]; missed: string[] };

/** Plays that are tried while walks are looked for; a form of forty fields needs some thousand. */
const mostTries = 6_000;
/** Walks from which one goal is sought. */
const mostStarts = 12;

/**
 * Finds walks that cover each way out of a screen, each condition of a field both ways, and each fault once. Values are the constants of the
 * expressions, what stands beside them, and bounds; they are tried alone and in pairs, always in the same order.
 * @param most walks at most
 */
export function walkForm(form: CompiledForm, world: World, most = 500): FormWalks {
  return new Walker(form, world, most).walk();
}

/** Plays a walk on a face, and on the page, whose word counts. */
export function playWalk(walk: FormWalk, face: FaceUnderTest, page: FaceUnderTest): { isSame: boolean; page: Played; played: Played } {
  const [expected, played] = [page.play(walk.meant), face.play(walk.meant)];
  return { isSame: isSamePlay(expected, played), page: expected, played };
}

/**
 * Two faces agree where both keep the same values and have shown the same screens, or both refuse. An answer that a face has no way to enter says
 * nothing.
 */
export function isSamePlay(page: Played, other: Played): boolean {
  if (other.unsaid !== '') return true;
  if (page.values === null || other.values === null) return page.values === other.values;
  const shown = page.screens.filter((screen) => !other.screens.includes(screen));
  return JSON.stringify(sorted(page.values)) === JSON.stringify(sorted(other.values)) && shown.length === 0;
}
const sorted = (values: Readonly<Record<string, unknown>>) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

class Walker {
  readonly #form: CompiledForm;
  readonly #world: World;
  readonly #most: number;
  readonly #page: FaceUnderTest;
  readonly #fields: FormField[];
  readonly #candidates: ReadonlyMap<string, MeantValue[]>;
  readonly #walks: FormWalk[] = [];
  readonly #starts: Meant[] = [];
  readonly #covered = new Set<string>();
  readonly #tried = new Set<string>();
  #tries = 0;

  constructor(form: CompiledForm, world: World, most: number) {
    this.#form = form;
    this.#world = world;
    this.#most = most;
    this.#page = pageFace(form, world);
    this.#fields = [...form.fields.values()].filter(isAsked);
    const constants = constantsOf(form);
    this.#candidates = new Map(this.#fields.map((field) => [field.id, candidatesOf(form, field, constants, world)]));
  }

  walk(): FormWalks {
    this.#try(this.#base());
    // One walk opens what another needs, so that the search goes on as long as it finds something.
    for (let before = -1; before < this.#covered.size; ) {
      before = this.#covered.size;
      for (const goal of this.#goals()) this.#seek(goal);
    }
    return { walks: this.#walks, missed: this.#goals().filter((goal) => !this.#covered.has(goal)) };
  }

  /** Changes the answers on which a goal hangs, alone and in pairs, beginning with the walks that came last. */
  #seek(goal: string): void {
    const named = this.#namedBy(goal);
    const starts = [...this.#starts.slice(0, 1), ...this.#starts.slice(1).slice(-mostStarts).reverse()];
    for (const meant of starts)
      for (const field of named)
        for (const value of this.#valuesOf(field)) {
          if (this.#covered.has(goal)) return;
          this.#try({ ...meant, [field.id]: value });
        }
    const [first, second] = named;
    const [start] = starts;
    if (!first || !second || !start) return;
    for (const a of this.#valuesOf(first))
      for (const b of this.#valuesOf(second)) {
        if (this.#covered.has(goal)) return;
        this.#try({ ...start, [first.id]: a, [second.id]: b });
      }
  }

  #valuesOf = ({ id }: FormField): MeantValue[] => this.#candidates.get(id) ?? [];

  /** Answers that pass, field by field: each fault moves the field that has it on to its next value. */
  #base(): Record<string, MeantValue> {
    const places = new Map(this.#fields.map(({ id }) => [id, 0]));
    const meant = () =>
      Object.fromEntries(this.#fields.map((field) => [field.id, this.#valuesOf(field)[places.get(field.id) ?? 0] ?? null]));
    for (let round = 0; round < this.#fields.length * 30; round += 1) {
      const { values, faults } = this.#page.play(meant());
      if (values) break;
      const moved = faults.filter(({ field }) => (places.get(field) ?? 0) + 1 < (this.#candidates.get(field)?.length ?? 0));
      if (moved.length === 0) break;
      for (const { field } of moved) places.set(field, (places.get(field) ?? 0) + 1);
    }
    return meant();
  }

  /** Fields on which a goal hangs: those of its condition, and for a fault the field itself before those that make it needed. */
  #namedBy(goal: string): FormField[] {
    const [kind = '', id = '', part = ''] = goal.split(' ');
    const field = this.#form.fields.get(id);
    const sources =
      kind === 'way'
        ? [this.#form.screens.get(id)?.next.find((way) => way.id === part)?.when]
        : kind === 'fault'
          ? [field?.required, field?.visibleIf]
          : [field?.visibleIf];
    const names = sources.flatMap((source) => {
      const read = source ? parsed(this.#form, source) : undefined;
      return read ? namesOf(read) : [];
    });
    const named = [...new Set(names)].flatMap((name) => this.#form.byName.get(name) ?? []).filter(isAsked);
    return kind === 'fault' && field ? [field, ...named.filter((one) => one !== field)] : named;
  }

  #goals(): string[] {
    return this.#form.document.screens.flatMap((screen) => [
      `screen ${screen.id}`,
      ...screen.next.map(({ id }) => `way ${screen.id} ${id}`),
      ...screen.fields
        .filter(({ visibleIf, kind }) => visibleIf !== '' && kind !== 'hidden')
        .flatMap(({ id }) => [`shown ${id}`, `hidden ${id}`]),
      ...screen.fields.filter(isAsked).flatMap((field) => faultsOf(field).map((code) => `fault ${field.id} ${code}`)),
    ]);
  }

  #try(meant: Meant): void {
    if (this.#walks.length >= this.#most || this.#tries >= mostTries) return;
    const key = JSON.stringify(meant);
    if (this.#tried.has(key)) return;
    this.#tried.add(key);
    this.#tries += 1;
    const played = this.#page.play(meant);
    const covers = this.#coversOf(played).filter((goal) => !this.#covered.has(goal));
    if (covers.length === 0) return;
    if (played.values || this.#starts.length === 0) this.#starts.push(meant);
    for (const goal of covers) this.#covered.add(goal);
    this.#walks.push({ meant, covers });
  }

  #coversOf({ values, faults, screens }: Played): string[] {
    const covered = [...screens.map((id) => `screen ${id}`), ...faults.map(({ field, code }) => `fault ${field} ${code}`)];
    if (!values) return covered;
    const { facts, now } = this.#world;
    const last = screens.at(-1) ?? '';
    const state: FormState = { path: screens.slice(0, -1), screen: last, values, asked: '', skipped: [] };
    const view = viewOf(this.#form, state, facts, now);
    for (const [place, id] of screens.entries()) {
      const screen = this.#form.screens.get(id);
      if (!screen) continue;
      for (const field of screen.fields)
        if (field.visibleIf !== '') covered.push(`${view.isShown(field) ? 'shown' : 'hidden'} ${field.id}`);
      const then = viewOf(this.#form, { ...state, path: screens.slice(0, place), screen: id }, facts, now);
      const way = screen.next.find(({ when }) => then.maybe({ id }, 'next', when) === true);
      if (way) covered.push(`way ${id} ${way.id}`);
    }
    return covered;
  }
}

/** Faults that a field can have by what it says. */
function faultsOf(field: FormField): FormFaultCode[] {
  const { kind, required, least, most, pattern, check } = field;
  const byKind: Partial<Record<FormField['kind'], FormFaultCode>> = {
    number: 'NOT_NUMBER',
    date: 'NOT_DATE',
    time: 'NOT_TIME',
    email: 'NOT_EMAIL',
    phone: 'NOT_PHONE',
    rating: 'NOT_RATING',
  };
  const isCounted = kind === 'choices' || kind === 'file' || kind === 'photo' || kind === 'signature';
  const isText = kind === 'text' || kind === 'longText';
  const own = byKind[kind];
  return [
    ...(required === '' || required === 'false' ? [] : ['REQUIRED' as const]),
    ...(own ? [own] : []),
    ...(least === '' ? [] : [isText ? ('TOO_SHORT' as const) : isCounted ? ('TOO_FEW' as const) : ('TOO_SMALL' as const)]),
    ...(most === '' ? [] : [isText ? ('TOO_LONG' as const) : isCounted ? ('TOO_MANY' as const) : ('TOO_LARGE' as const)]),
    ...(pattern === '' ? [] : ['PATTERN' as const]),
    ...(check === '' ? [] : ['CHECK' as const]),
  ];
}
