import { applyKnown, type Document, invert, type Operation } from '@parley/journey';

const mostUndone = 200;
/** Typing in one field within so long is one step back. */
const mergeMs = 1500;

type Step = { undo: Operation[]; redo: Operation[]; key: string; at: number };
export type EditorState = {
  document: Document;
  selected: ReadonlySet<string>;
  /** The node whose form is open */
  opened: string | null;
  isReadOnly: boolean;
  canUndo: boolean;
  canRedo: boolean;
};

/** The document that is edited, what is chosen in it, and the way back. */
export class Editor {
  #state: EditorState;
  #undo: Step[] = [];
  #redo: Step[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<(operations: readonly Operation[]) => void>();

  constructor(document: Document, { isReadOnly = false } = {}) {
    this.#state = { document, selected: new Set(), opened: null, isReadOnly, canUndo: false, canRedo: false };
  }

  readonly getState = (): EditorState => this.#state;
  get document(): Document {
    return this.#state.document;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Told of every change that is made here, taken back or made again. */
  onChange(follower: (operations: readonly Operation[]) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #set(changes: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...changes, canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
    for (const listener of this.#listeners) listener();
  }

  /**
   * Makes a change, as one step back. Changes of the same key that follow each other closely are one step.
   * @returns whether it could be made
   */
  change(operations: readonly Operation[], key = '', now = Date.now()): boolean {
    if (this.#state.isReadOnly || operations.length === 0) return false;
    const before = this.#state.document;
    const edited = applyKnown(before, operations);
    if ('fault' in edited) return false;
    const last = this.#undo.at(-1);
    const undo = invert(before, operations);
    if (last && key !== '' && last.key === key && now - last.at < mergeMs) {
      last.undo = [...undo, ...last.undo];
      last.redo = [...last.redo, ...operations];
      last.at = now;
    } else this.#undo = [...this.#undo, { undo, redo: [...operations], key, at: now }].slice(-mostUndone);
    this.#redo = [];
    this.#take(edited.document, operations);
    return true;
  }

  #take(document: Document, operations: readonly Operation[]): void {
    const has = new Set(document.nodes.map(({ id }) => id));
    const { selected, opened } = this.#state;
    this.#set({
      document,
      selected: [...selected].every((id) => has.has(id)) ? selected : new Set([...selected].filter((id) => has.has(id))),
      opened: opened !== null && has.has(opened) ? opened : null,
    });
    for (const follower of this.#followers) follower(operations);
  }

  #step(from: Step[], to: Step[], side: 'undo' | 'redo'): boolean {
    const step = this.#state.isReadOnly ? undefined : from.pop();
    if (!step) return false;
    const edited = applyKnown(this.#state.document, step[side]);
    if ('fault' in edited) {
      this.#set({});
      return false;
    }
    to.push({ ...step, key: '' });
    this.#take(edited.document, step[side]);
    return true;
  }

  readonly undo = (): boolean => this.#step(this.#undo, this.#redo, 'undo');
  readonly redo = (): boolean => this.#step(this.#redo, this.#undo, 'redo');

  /** Another document than the one that was edited: of the server, after somebody else has saved. Nothing of before can be taken back. */
  replace(document: Document): void {
    this.#undo = [];
    this.#redo = [];
    const has = new Set(document.nodes.map(({ id }) => id));
    const { selected, opened } = this.#state;
    this.#set({
      document,
      selected: new Set([...selected].filter((id) => has.has(id))),
      opened: opened !== null && has.has(opened) ? opened : null,
    });
  }

  select(ids: Iterable<string>): void {
    const next = new Set(ids);
    const { selected } = this.#state;
    if (next.size === selected.size && [...next].every((id) => selected.has(id))) return;
    this.#set({ selected: next });
  }

  open(id: string | null): void {
    if (id === this.#state.opened) return;
    this.#set(id === null ? { opened: null } : { opened: id, selected: new Set([id]) });
  }

  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly !== this.#state.isReadOnly) this.#set({ isReadOnly });
  }
}
