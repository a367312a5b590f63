import type { EntityValue } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';

/** Training data as a file has it, before any of it is looked up in the bot. Entities are named, not identified. */
export type ReadData = { intents: ReadIntent[]; entities: ReadEntity[]; notes: string[] };
export type ReadIntent = {
  name: string;
  /** '' for the story that the caller chooses. */
  story: string;
  phrases: ReadPhrase[];
  response: string | null;
  handsOver: boolean;
  parameters: ReadParameter[];
};
/** Positions are inclusive, as everywhere on the wire. */
export type ReadPhrase = { text: string; refs: { entity: string; parameter: string; start: number; end: number }[] };
export type ReadParameter = { entity: string; name: string; required: boolean; prompts: string[] };
export type ReadEntity = { name: string; isSensitive: boolean; values: EntityValue[] };

export const newIntent = (name: string, more: Partial<ReadIntent> = {}): ReadIntent => ({
  name,
  story: '',
  phrases: [],
  response: null,
  handsOver: false,
  parameters: [],
  ...more,
});

/** The file cannot be used, and why. */
export const dataInvalid = (reason: string) => new DomainError('bot.data_invalid', reason, { reason });

/** Every annotated entity is a parameter of its intent. */
export function addParameters(intent: ReadIntent): void {
  for (const { refs } of intent.phrases) {
    for (const { entity, parameter } of refs) {
      if (intent.parameters.some(({ name }) => name === parameter)) continue;
      intent.parameters.push({ entity, name: parameter, required: false, prompts: [`Which ${parameter}?`] });
    }
  }
}
