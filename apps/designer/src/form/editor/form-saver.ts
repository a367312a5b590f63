import type { FormDocument } from '@parley/journey';
import { readForm } from '@parley/journey';
import { Offline, SessionOut } from '../../api.ts';
import { type Store, saveAt } from '../../editor/saver.ts';
import { type FormApi, FormChanged, type SavedForm } from '../form-api.ts';

export type FormSaving =
  | { kind: 'saved'; at: string }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'conflict'; by: string; at: string }
  | { kind: 'failed'; text: string };

const againMs = 5000;
/** The name in the store of whoever types (own-store.ts): what begins so is forgotten when that person signs out. */
const keyOf = (id: string) => `typed:designer-form:${id}`;
type Kept = { version: number; document: FormDocument };

type Outside = {
  api: Pick<FormApi, 'save'>;
  store: Store;
  now(): number;
  onState(saving: FormSaving): void;
  onSaved(saved: SavedForm): void;
  onSessionOut(): void;
};

/** Sends the form a moment after each change, keeps it in the browser until it has arrived, and overwrites nobody. */
export class FormSaver {
  readonly #id: string;
  readonly #outside: Outside;
  #version: number;
  #unsent: FormDocument | null = null;
  #flight: Promise<boolean> | undefined;
  #firstAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: FormSaving;

  constructor(id: string, { version, savedAt }: Pick<SavedForm, 'version' | 'savedAt'>, outside: Outside) {
    this.#id = id;
    this.#version = version;
    this.#outside = outside;
    this.#state = { kind: 'saved', at: savedAt };
  }

  get isDirty(): boolean {
    return this.#unsent !== null;
  }
  get version(): number {
    return this.#version;
  }
  get state(): FormSaving {
    return this.#state;
  }

  #tell(state: FormSaving): void {
    this.#state = state;
    this.#outside.onState(state);
  }

  /** @returns what an earlier visit has left unsent; one of an older version meets the question of the conflict */
  recover(): FormDocument | undefined {
    const kept = this.#read();
    if (!kept) return undefined;
    this.#unsent = kept.document;
    if (kept.version === this.#version) this.#plan();
    else this.#tell({ kind: 'conflict', by: '', at: '' });
    return kept.document;
  }

  #read(): Kept | undefined {
    try {
      const text = this.#outside.store.getItem(keyOf(this.#id));
      const { version, document } = JSON.parse(text ?? '{}') as Partial<Kept>;
      const read = readForm(document);
      return typeof version === 'number' && 'form' in read ? { version, document: read.form } : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(): void {
    try {
      if (this.#unsent === null) this.#outside.store.removeItem(keyOf(this.#id));
      else this.#outside.store.setItem(keyOf(this.#id), JSON.stringify({ version: this.#version, document: this.#unsent } satisfies Kept));
    } catch {
      // A browser that stores nothing loses what is unsent with the page, and the page asks before it goes.
    }
  }

  add(document: FormDocument): void {
    if (this.#unsent === null) this.#firstAt = this.#outside.now();
    this.#unsent = document;
    this.#keep();
    if (this.#state.kind !== 'conflict') this.#plan();
  }

  #plan(): void {
    if (this.#state.kind !== 'offline' && !this.#flight) this.#tell({ kind: 'waiting' });
    clearTimeout(this.#timer);
    const now = this.#outside.now();
    this.#timer = setTimeout(() => void this.save(), Math.max(0, saveAt(this.#firstAt || now, now) - now));
  }

  /** Sends now what is unsent. @returns whether everything has arrived */
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
    const sent = this.#unsent;
    if (sent === null) return true;
    this.#tell({ kind: 'saving' });
    try {
      const saved = await this.#outside.api.save(sent, this.#version);
      this.#version = saved.version;
      const isAll = this.#unsent === sent;
      if (isAll) this.#unsent = null;
      this.#keep();
      this.#tell({ kind: 'saved', at: saved.savedAt });
      this.#outside.onSaved(saved);
      if (!isAll) this.#timer = setTimeout(() => void this.save(), 0);
      return isAll;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    if (error instanceof SessionOut) this.#outside.onSessionOut();
    else if (error instanceof FormChanged) this.#tell({ kind: 'conflict', by: error.by, at: error.at });
    else if (error instanceof Offline) {
      this.#tell({ kind: 'offline' });
      this.#timer = setTimeout(() => void this.save(), againMs);
    } else this.#tell({ kind: 'failed', text: error instanceof Error ? error.message : '' });
  }

  /** Goes on with the server's version: after it was published, or where it is taken instead of one's own. */
  follow({ version, savedAt }: Pick<SavedForm, 'version' | 'savedAt'>): void {
    clearTimeout(this.#timer);
    this.#version = version;
    this.#unsent = null;
    this.#keep();
    this.#tell({ kind: 'saved', at: savedAt });
  }

  /** The draft was published as it stood: what was typed meanwhile goes on from there. */
  moveTo(version: number): void {
    this.#version = version;
    this.#keep();
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#unsent = null;
    this.#keep();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
