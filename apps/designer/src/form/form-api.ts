import type { FormDocument, FormFinding } from '@parley/journey';
import type { RefChoice } from '../api.ts';

/** @property version rises with each change of the draft @property published the newest version; 0: none */
export type FormDraft = {
  document: FormDocument;
  version: number;
  published: number;
  hasChanges: boolean;
  savedAt: string;
  readOnly: boolean;
};
export type SavedForm = Pick<FormDraft, 'version' | 'published' | 'hasChanges' | 'savedAt'>;
export type FormVersion = { number: number; note: string; by: string; at: string; answered: number };

/** Somebody has saved since this version. */
export class FormChanged extends Error {
  readonly by: string;
  readonly at: string;

  constructor(message: string, by: string, at: string) {
    super(message);
    this.by = by;
    this.at = at;
  }
}

/** Calls of the designer to the server, for the one form that it was opened for. */
export type FormApi = {
  form(): Promise<FormDraft>;
  /** @throws FormChanged, Offline, SessionOut */
  save(document: FormDocument, version: number): Promise<SavedForm>;
  /** Keeps a document as another form. @returns its name */
  saveCopy(document: FormDocument): Promise<string>;
  /** Findings of the draft as it was saved, checked against the enterprise's records */
  check(): Promise<FormFinding[]>;
  publish(note: string, version: number): Promise<SavedForm>;
  versions(): Promise<FormVersion[]>;
  version(number: number): Promise<FormDocument>;
  refs(kind: 'attribute' | 'media', search: string): Promise<RefChoice[]>;
  renew(): Promise<void>;
};
