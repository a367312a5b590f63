import type { FormDocument } from '@parley/journey';
import { fieldsOf } from '@parley/journey';

const mostUndone = 200;
/** Typing in one field within so long is one step back. */
const mergeMs = 1500;

/** The field or screen that is worked on; '' for both is the form itself. */
export type Chosen = { screen: string; field: string };
export type FormEditorState = {
  document: FormDocument;
  chosen: Chosen;
  isReadOnly: boolean;
  canUndo: boolean;
  canRedo: boolean;
};
type Step = { document: FormDocument; key: string; at: number };

/** The form that is edited, what is chosen in it, and the way back. */
export class FormEditor {
  #state: FormEditorState;
  #undo: Step[] = [];
  #redo: Step[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<(document: FormDocument) => void>();

  constructor(document: FormDocument, { isReadOnly = false, screen = '' } = {}) {
    const first = document.screens.find(({ id }) => id === screen) ?? document.screens[0];
    this.#state = { document, chosen: { screen: first?.id ?? '', field: '' }, isReadOnly, canUndo: false, canRedo: false };
  }

  readonly getState = (): FormEditorState => this.#state;
  get document(): FormDocument {
    return this.#state.document;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Told of every change that is made here, taken back or made again. */
  onChange(follower: (document: FormDocument) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #set(changes: Partial<FormEditorState>): void {
    this.#state = { ...this.#state, ...changes, canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
    for (const listener of this.#listeners) listener();
  }

  /** Makes a change, as one step back. Changes of the same key that follow each other closely are one step. */
  change(document: FormDocument, key = '', now = Date.now()): boolean {
    const before = this.#state.document;
    if (this.#state.isReadOnly || document === before) return false;
    const last = this.#undo.at(-1);
    if (last && key !== '' && last.key === key && now - last.at < mergeMs) last.at = now;
    else this.#undo = [...this.#undo, { document: before, key, at: now }].slice(-mostUndone);
    this.#redo = [];
    this.#take(document);
    return true;
  }

  #take(document: FormDocument): void {
    this.#set({ document, chosen: this.#stillThere(document) });
    for (const follower of this.#followers) follower(document);
  }

  #stillThere(document: FormDocument): Chosen {
    const { screen, field } = this.#state.chosen;
    const holder = field === '' ? undefined : document.screens.find(({ fields }) => fields.some(({ id }) => id === field));
    if (holder) return { screen: holder.id, field };
    return { screen: document.screens.some(({ id }) => id === screen) ? screen : '', field: '' };
  }

  #step(from: Step[], to: Step[]): boolean {
    const step = this.#state.isReadOnly ? undefined : from.pop();
    if (!step) return false;
    to.push({ document: this.#state.document, key: '', at: 0 });
    this.#take(step.document);
    return true;
  }

  readonly undo = (): boolean => this.#step(this.#undo, this.#redo);
  readonly redo = (): boolean => this.#step(this.#redo, this.#undo);

  /** Another document than the one that was edited: of the server. Nothing of before can be taken back. */
  replace(document: FormDocument): void {
    this.#undo = [];
    this.#redo = [];
    this.#set({ document, chosen: this.#stillThere(document) });
  }

  choose(chosen: Partial<Chosen>): void {
    const { screen = '', field = '' } = chosen;
    const holder =
      field === '' ? screen : (this.document.screens.find(({ fields }) => fields.some(({ id }) => id === field))?.id ?? screen);
    if (holder !== this.#state.chosen.screen || field !== this.#state.chosen.field) this.#set({ chosen: { screen: holder, field } });
  }
}

export const namesOf = (document: FormDocument): string[] => [
  ...fieldsOf(document).flatMap(({ name }) => (name === '' ? [] : [name])),
  ...document.computed.map(({ name }) => name),
];
