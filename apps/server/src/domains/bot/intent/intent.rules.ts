import { type EntityRef, type FieldError, fieldError, type IntentParameter, type IntentSave, phraseKey, tidyName } from '@parley/contract';
import { faultOfMarks, systemEntities } from '@parley/nlu';
import type { IntentContent, StoredUtterance } from './intent.repository.ts';

export const systemEntityNames: ReadonlySet<string> = new Set(systemEntities.map(({ name }) => name));

/**
 * The references of a phrase in order, in the phrase without the blanks round it; positions are inclusive.
 * @returns undefined when one is empty, lies outside the phrase or overlaps another
 */
export function tidyRefs(utterance: string, refs: readonly EntityRef[]): EntityRef[] | undefined {
  const lead = utterance.length - utterance.trimStart().length;
  const last = utterance.trim().length - 1;
  const values = refs.map(({ entityId, entityStartPos, entityEndPos }) => ({
    entity: entityId,
    start: entityStartPos,
    end: entityEndPos + 1,
  }));
  if (faultOfMarks(utterance, values) !== undefined) return undefined;
  return refs
    .map((ref) => ({
      ...ref,
      entityStartPos: Math.max(0, ref.entityStartPos - lead),
      entityEndPos: Math.min(last, ref.entityEndPos - lead),
    }))
    .sort((one, other) => one.entityStartPos - other.entityStartPos);
}

function tidyUtterances(utterances: IntentSave['utterances'], errors: FieldError[]): StoredUtterance[] {
  const keys = new Set<string>();
  return utterances.map(({ utterance, entityRefs }, index) => {
    const text = utterance.trim();
    const key = phraseKey(text);
    if (key === '') errors.push(fieldError(`utterances.${index}`, 'intent.phrase_empty'));
    else if (keys.has(key)) errors.push(fieldError(`utterances.${index}`, 'intent.phrase_twice'));
    keys.add(key);
    const refs = tidyRefs(utterance, entityRefs);
    if (!refs) errors.push(fieldError(`utterances.${index}`, 'intent.mark_misplaced'));
    return { text, refs: refs ?? [] };
  });
}

function tidyParameters(parameters: readonly IntentParameter[], known: ReadonlySet<string>, errors: FieldError[]): IntentParameter[] {
  const names = new Set<string>();
  return parameters.map((parameter, index) => {
    const name = tidyName(parameter.name);
    const prompts = parameter.prompts.map((prompt) => prompt.trim()).filter((prompt) => prompt !== '');
    const field = `entities.${index}`;
    if (prompts.length === 0) errors.push(fieldError(`${field}.prompts`, 'intent.no_prompt'));
    if (names.has(name.toLowerCase())) errors.push(fieldError(`${field}.name`, 'intent.parameter_twice', { name }));
    names.add(name.toLowerCase());
    if (!known.has(parameter.id) && !systemEntityNames.has(parameter.id))
      errors.push(fieldError(`${field}.id`, 'intent.parameter_entity', { name }));
    return { ...parameter, name, prompts };
  });
}

/**
 * Tidies the editor's data and lists every fault (INTENT-035 to INTENT-044).
 * @param entityIds custom entities of the bot
 */
export function checkIntent(save: IntentSave, entityIds: ReadonlySet<string>): { content: IntentContent; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const name = tidyName(save.name);
  if (name === '') errors.push(fieldError('name', 'intent.no_name'));
  const utterances = tidyUtterances(save.utterances, errors);
  if (utterances.length < 2) errors.push(fieldError('utterances', 'intent.few_phrases'));
  const parameters = tidyParameters(save.entities, entityIds, errors);
  const [first] = save.responses;
  const response = first?.response ?? null;
  if (response !== null && response.trim() === '') errors.push(fieldError('responses', 'intent.no_response'));
  for (const [index, { refs }] of utterances.entries()) {
    for (const ref of refs) {
      if (!parameters.some(({ id, name: parameter }) => id === ref.entityId && (!ref.parameter || ref.parameter === parameter)))
        errors.push(fieldError(`utterances.${index}`, 'intent.marked_entity'));
    }
  }
  return {
    content: { storyId: save.storyId, name, response, handsOver: save.handsOver ?? false, parameters, utterances },
    errors,
  };
}
