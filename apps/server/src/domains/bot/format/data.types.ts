import type { EntityValue, ImportEntry, ImportOutcome } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';

/** Training data as a file has it, before any of it is looked up in the bot. Entities are named, not identified. */
export type ReadData = {
  intents: ReadIntent[];
  entities: ReadEntity[];
  report: ImportEntry[];
  /** Out-of-scope message of the file's bot. */
  outOfScope?: string | undefined;
};
export type ReadIntent = {
  name: string;
  /** '' for the story that the caller chooses. */
  story: string;
  phrases: ReadPhrase[];
  /** Phrases that were left out already, being there twice. */
  skippedCount?: number;
  response: string | null;
  handsOver: boolean;
  parameters: ReadParameter[];
  /** Place in the file. */
  place?: string | undefined;
};
/** Positions are inclusive, as everywhere on the wire. */
export type ReadPhrase = { text: string; refs: { entity: string; parameter: string; start: number; end: number }[] };
export type ReadParameter = { entity: string; name: string; required: boolean; prompts: string[] };
/** `fault`: why it cannot be an entity; its values are of no use then. */
export type ReadEntity = { name: string; isSensitive: boolean; values: EntityValue[]; fault?: string; place?: string };

type Part = ImportEntry['part'];
/** Says of a part of the file that it was left out, or changed, and why. */
export const left = (part: Part, name: string, place: string, message: string): ImportEntry => ({
  kind: 'left',
  part,
  name,
  place,
  message,
});
export const changed = (part: Part, name: string, place: string, message: string): ImportEntry => ({
  kind: 'changed',
  part,
  name,
  place,
  message,
});
export const taken = (part: Part, name: string, place: string, message: string): ImportEntry => ({
  kind: 'taken',
  part,
  name,
  place,
  message,
});

export const newIntent = (name: string, more: Partial<ReadIntent> = {}): ReadIntent => ({
  name,
  story: '',
  phrases: [],
  response: null,
  handsOver: false,
  parameters: [],
  ...more,
});

/** Rows of a file, or entries of a list: some of them may be the same phrase. */
export const mostRows = 500_000;
export const tooLarge = (what: string) => new DomainError('bot.too_large', `${what}; nothing was imported.`, {});
export const tooManyRows = () => tooLarge(`A file has at most ${mostRows} phrases`);

export const mostIntents = 5000;
export const tooManyIntents = () => tooLarge(`A file has at most ${mostIntents} intents`);

/** The file cannot be used, and why. */
export const dataInvalid = (reason: string) => new DomainError('bot.data_invalid', reason, { reason });

/** Every annotated entity is a parameter of its intent. */
export function addParameters(intent: ReadIntent): void {
  const known = new Set(intent.parameters.map(({ name }) => name));
  for (const { refs } of intent.phrases) {
    for (const { entity, parameter } of refs) {
      if (known.has(parameter)) continue;
      known.add(parameter);
      intent.parameters.push({ entity, name: parameter, required: false, prompts: [`Which ${parameter}?`] });
    }
  }
}

export type DataFormat = ImportOutcome['format'];
/** Pieces of the file's data, of some hundred phrases each: one message with all of them would hold the thread that takes it. */
export type DataPiece =
  | { kind: 'head'; format: DataFormat; outOfScope?: string | undefined }
  | { kind: 'report'; entries: ImportEntry[] }
  | { kind: 'entity'; entity: ReadData['entities'][number] }
  | { kind: 'intent'; intent: ReadIntent }
  /** More phrases of the intent before it. */
  | { kind: 'phrases'; phrases: ReadPhrase[] };
