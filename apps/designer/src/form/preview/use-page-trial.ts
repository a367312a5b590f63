import {
  compileForm,
  type FieldFault,
  type FormAct,
  type FormAnswers,
  type FormDocument,
  type FormState,
  fillForm,
  openForm,
  type Raws,
  rawOf,
  type ShownScreen,
  showScreen,
} from '@parley/journey';
import { useMemo, useState } from 'react';
import { tryFacts } from './facts.ts';

type Trial = { state: FormState; typed: Record<string, unknown>; faults: FieldFault[]; done: FormAnswers | null; tries: number };
export type PageTrial = {
  screen: ShownScreen;
  typed: Readonly<Record<string, unknown>>;
  faults: readonly FieldFault[];
  done: FormAnswers | null;
  /** Rises with each press of the button that goes on */
  tries: number;
  type(field: string, given: unknown): void;
  next(): void;
  back(): void;
  restart(): void;
};

/** The page of a form as somebody fills it in, by the judge of the server; nothing of it is kept. @param wanted the screen that is worked on */
export function usePageTrial(document: FormDocument, language: string, wanted: string): PageTrial {
  const form = useMemo(() => compileForm(document), [document]);
  const facts = useMemo(() => tryFacts(language), [language]);
  const begin = (screen: string): Trial => {
    const state = openForm(form, {}, facts, Date.now());
    return { state: at(document, state, screen), typed: {}, faults: [], done: null, tries: 0 };
  };
  const [trial, setTrial] = useState(() => begin(wanted));
  const [shownFor, setShownFor] = useState(wanted);
  // Another screen is worked on: it is the one that is looked at, with what was typed so far.
  if (shownFor !== wanted && wanted !== '') {
    setShownFor(wanted);
    setTrial({ ...trial, state: at(document, trial.state, wanted), faults: [], done: null });
  }
  const isThere = form.screens.has(trial.state.screen);
  const { state, typed, faults, done, tries } = isThere ? trial : begin(document.screens[0]?.id ?? '');
  const rawFor = (id: string, given: unknown) => {
    const field = form.fields.get(id);
    return field ? rawOf('page', field, given) : null;
  };
  const take = (act: FormAct) => {
    const filled = fillForm(form, state, act, facts, Date.now());
    setTrial({ state: filled.state, typed, faults: filled.faults, done: filled.done, tries: tries + 1 });
  };
  return {
    screen: showScreen(form, state, facts, Date.now()),
    typed,
    faults,
    done,
    tries,
    type(id, given) {
      const filled = fillForm(form, state, { kind: 'field', id, raw: rawFor(id, given) }, facts, Date.now());
      // A fault is told when the screen is left, and taken back as soon as it is right.
      const isWrong = filled.faults.some(({ field }) => field === id);
      setTrial({
        state: filled.state,
        typed: { ...typed, [id]: given },
        faults: isWrong ? faults : faults.filter(({ field }) => field !== id),
        done,
        tries,
      });
    },
    next() {
      const raws: Raws = Object.fromEntries(
        showScreen(form, state, facts, Date.now()).fields.map(({ id, given }) => [
          id,
          Object.hasOwn(typed, id) ? rawFor(id, typed[id]) : given,
        ]),
      );
      take({ kind: 'screen', id: state.screen, raws });
    },
    back: () => take({ kind: 'back' }),
    restart: () => setTrial(begin(document.screens[0]?.id ?? '')),
  };
}

/** The way to a screen is that of the document's order: it is looked at, however the answers lead. */
function at({ screens }: FormDocument, state: FormState, screen: string): FormState {
  const place = screens.findIndex(({ id }) => id === screen);
  return place < 0 ? state : { ...state, path: screens.slice(0, place).map(({ id }) => id), screen };
}
