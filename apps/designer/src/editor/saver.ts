import { applyKnown, type Document, mostOperations, type Operation } from '@parley/journey';
import { type DesignerApi, Held, Offline, RevisionConflict, SessionOut } from '../api.ts';

export type Saving =
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'conflict'; revision: number; document: Document }
  | { kind: 'failed'; text: string };

/** Storage of unsent changes while the server cannot be reached. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Kept = { baseRevision: number; operations: Operation[] };

const afterLastMs = 1000;
const atMostMs = 5000;
const againMs = 5000;
/** The name in the store of whoever types (own-store.ts): what begins so is forgotten when that person signs out. */
const keyOf = (id: string) => `typed:designer:${id}`;

/** Returns the time to save: a second after the last change, five after the first at most. */
export const saveAt = (firstAt: number, lastAt: number): number => Math.min(lastAt + afterLastMs, firstAt + atMostMs);

const whole = new Set<Operation['kind']>([
  'setStart',
  'rename',
  'setSettings',
  'setVariables',
  'setLanguages',
  'setMilestones',
  'setNotes',
]);

/** Operations without those that the very next one makes good for nothing: each key of a text that is typed is one. */
export function compact(operations: readonly Operation[]): Operation[] {
  const kept: Operation[] = [];
  for (const operation of operations) {
    const last = kept.at(-1);
    const isOver =
      last !== undefined &&
      last.kind === operation.kind &&
      (whole.has(operation.kind) || (last.kind === 'setNode' && operation.kind === 'setNode' && last.node.id === operation.node.id));
    if (isOver) kept.pop();
    kept.push(operation);
  }
  return kept;
}

type Outside = {
  api: Pick<DesignerApi, 'edit'>;
  store: Store;
  now(): number;
  onState(saving: Saving): void;
  onSaved(revision: number, at: string): void;
  onSessionOut(): void;
  /** Somebody else holds the draft: what is unsent waits until it is held here again */
  onHeld(): void;
};

/** Sends what is changed, keeps it in the browser until it has arrived, and overwrites nobody. */
export class Saver {
  readonly #id: string;
  readonly #outside: Outside;
  #revision: number;
  #unsent: Operation[] = [];
  #onTheWay = 0;
  #flight: Promise<boolean> | undefined;
  #firstAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: Saving;

  constructor(id: string, revision: number, savedAt: string | null, outside: Outside) {
    this.#id = id;
    this.#revision = revision;
    this.#outside = outside;
    this.#state = { kind: 'saved', at: savedAt };
  }

  get isDirty(): boolean {
    return this.#unsent.length > 0;
  }
  get state(): Saving {
    return this.#state;
  }
  get unsent(): readonly Operation[] {
    return this.#unsent;
  }

  #tell(state: Saving): void {
    this.#state = state;
    this.#outside.onState(state);
  }

  /**
   * Recovers changes that an earlier visit has left in the browser. They are applied again to the same revision, and shown beside the
   * current document of another one.
   * @returns the document with the changes, or undefined if nothing was left
   */
  recover(document: Document): Document | undefined {
    const kept = this.#read();
    if (!kept) return undefined;
    const edited = applyKnown(document, kept.operations);
    this.#unsent = [...kept.operations];
    if (kept.baseRevision !== this.#revision || 'fault' in edited) {
      this.#tell({ kind: 'conflict', revision: this.#revision, document });
      return undefined;
    }
    this.#plan();
    return edited.document;
  }

  #read(): Kept | undefined {
    try {
      const text = this.#outside.store.getItem(keyOf(this.#id));
      const kept = text === null ? undefined : (JSON.parse(text) as Kept);
      return kept && kept.operations.length > 0 ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(): void {
    try {
      if (this.#unsent.length === 0) this.#outside.store.removeItem(keyOf(this.#id));
      else
        this.#outside.store.setItem(
          keyOf(this.#id),
          JSON.stringify({ baseRevision: this.#revision, operations: this.#unsent } satisfies Kept),
        );
    } catch {
      // A browser that stores nothing loses what is unsent with the page, and the page asks before it goes.
    }
  }

  add(operations: readonly Operation[]): void {
    if (this.#unsent.length === this.#onTheWay) this.#firstAt = this.#outside.now();
    const fixed = this.#unsent.slice(0, this.#onTheWay);
    this.#unsent = [...fixed, ...compact([...this.#unsent.slice(this.#onTheWay), ...operations])];
    this.#keep();
    if (this.#state.kind === 'conflict') return;
    this.#plan();
  }

  #plan(): void {
    if (this.#state.kind !== 'offline' && this.#onTheWay === 0) this.#tell({ kind: 'waiting' });
    clearTimeout(this.#timer);
    const now = this.#outside.now();
    this.#timer = setTimeout(() => void this.save(), Math.max(0, saveAt(this.#firstAt || now, now) - now));
  }

  /** Sends now what is unsent, behind what is on its way already. @returns whether everything has arrived */
  async save(): Promise<boolean> {
    while (this.#flight) await this.#flight;
    this.#flight = this.#send();
    try {
      return await this.#flight;
    } finally {
      this.#flight = undefined;
    }
  }

  async #send(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#state.kind === 'conflict') return false;
    if (this.#unsent.length === 0) return true;
    const sent = this.#unsent.slice(0, mostOperations);
    this.#onTheWay = sent.length;
    this.#tell({ kind: 'saving' });
    try {
      const { revision, at } = await this.#outside.api.edit(this.#revision, sent);
      this.#revision = revision;
      this.#unsent = this.#unsent.slice(sent.length);
      this.#onTheWay = 0;
      this.#keep();
      this.#tell({ kind: 'saved', at });
      this.#outside.onSaved(revision, at);
      if (this.#unsent.length > 0) this.#plan();
      return this.#unsent.length === 0;
    } catch (error) {
      this.#onTheWay = 0;
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    if (error instanceof SessionOut) this.#outside.onSessionOut();
    else if (error instanceof RevisionConflict) this.#tell({ kind: 'conflict', revision: error.revision, document: error.document });
    else if (error instanceof Offline) {
      this.#tell({ kind: 'offline' });
      this.#timer = setTimeout(() => void this.save(), againMs);
    } else if (error instanceof Held) {
      this.#tell({ kind: 'waiting' });
      this.#outside.onHeld();
    } else this.#tell({ kind: 'failed', text: error instanceof Error ? error.message : '' });
  }

  /**
   * Resolves a conflict: keeps the current document, with the unsent changes on top or without them.
   * @returns the document to continue with, or undefined if the changes no longer apply to it
   */
  resolve(takeMine: boolean): Document | undefined {
    if (this.#state.kind !== 'conflict') return undefined;
    const { revision, document } = this.#state;
    const edited = applyKnown(document, takeMine ? this.#unsent : []);
    if ('fault' in edited) return undefined;
    this.#revision = revision;
    if (!takeMine) this.#unsent = [];
    this.#keep();
    this.#tell({ kind: 'saved', at: null });
    if (this.#unsent.length > 0) this.#plan();
    return edited.document;
  }

  /** Moves a watching user to the current revision. */
  follow(revision: number): void {
    if (!this.isDirty) this.#revision = revision;
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#unsent = [];
    this.#keep();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
