import type { KnownHours } from '@parley/contract';
import type { JourneyRefKind } from '@parley/contract/journey/ref-kinds';
import type { Document, Finding, FormDocument, Operation, TestCase } from '@parley/journey';

/** Lease of the user who may edit now. @property until ISO 8601 */
export type Lease = { holderId: string; holderName: string; isMine: boolean; until: string };
/** Time zone (IANA) and country (ISO 3166) of the enterprise, in which its customers' answers are read */
export type Place = { zone: string; country: string };
export type Draft = {
  journey: { id: string; name: string; state: string; version: number };
  revision: number;
  document: Document;
  savedAt: string;
  unpublishedBy: string[];
  readOnly: boolean;
  lease: Lease;
  place: Place;
};
/** @property detail tells two of the same name apart; @property extra what a form needs of it */
export type RefChoice = { id: string; name: string; detail: string; extra: Record<string, unknown> };
export type VersionChoice = { version: number; note: string; by: string; at: string };
/** A stream inside of this one, as it was published last */
export type InsideStream = { id: string; name: string; document: Document };
/** A form that this one asks with, as it was published last */
export type InsideForm = { id: string; document: FormDocument };
export type SavedTest = { id: string; test: TestCase };

/** Somebody has saved since this base: what is there now. */
export class RevisionConflict extends Error {
  readonly revision: number;
  readonly document: Document;

  constructor(revision: number, document: Document) {
    super('Somebody else has saved in the meantime.');
    this.revision = revision;
    this.document = document;
  }
}
/** Somebody else holds the draft by now. */
export class Held extends Error {}
/** The access has ended, or whoever had it has signed out. */
export class SessionOut extends Error {}
/** Thrown for a document that the designer cannot read, such as one of a newer format. */
export class FormatError extends Error {}
/** Nobody answered: what is unsent stays in the browser. */
export class Offline extends Error {}

/** Calls of the designer to the server, for the one document that it was opened for. */
export type DesignerApi = {
  draft(): Promise<Draft>;
  /** @throws RevisionConflict, Held, Offline, SessionOut */
  edit(baseRevision: number, operations: readonly Operation[]): Promise<{ revision: number; at: string }>;
  lease(takeOver: boolean): Promise<Lease>;
  release(): Promise<void>;
  renew(): Promise<void>;
  /** Findings of the draft as it was saved, checked against the enterprise's records */
  check(): Promise<Finding[]>;
  refs(kind: JourneyRefKind, search: string, within?: string): Promise<RefChoice[]>;
  /** The streams and forms inside of the draft as it was saved, however deep, and the hours that they name */
  inside(): Promise<{ streams: InsideStream[]; forms: InsideForm[]; hours: KnownHours }>;
  tests(): Promise<SavedTest[]>;
  saveTest(test: TestCase): Promise<void>;
  removeTest(id: string): Promise<void>;
  versions(): Promise<VersionChoice[]>;
  version(version: number): Promise<Document>;
  /** The same for readers of reports */
  drawn(version: number): Promise<Document>;
};
