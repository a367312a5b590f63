import { type ImportEntry, intentTexts, longestUtterance, mostUtterances, phraseKey, tidyName } from '@parley/contract';
import type { Pauses } from '#platform/pauses.ts';
import { changed, left, type ReadIntent } from '../format/data.types.ts';
import type { IntentContent } from '../intent/intent.repository.ts';
import { systemEntityNames, tidyRefs } from '../intent/intent.rules.ts';

/** Limit of all phrases of an intent together: they are written and compared as one. */
const mostCharacters = 5_000_000;

/**
 * An intent of the bot, or none, with what a file says of it. What is there stays.
 * @param entityIds by their names in lower case
 */
export async function mergeIntent(
  before: IntentContent | undefined,
  intent: ReadIntent,
  storyId: string,
  entityIds: ReadonlyMap<string, string>,
  report: ImportEntry[],
  pauses: Pauses,
) {
  const place = intent.place ?? '';
  const idOf = (entity: string) => (systemEntityNames.has(entity) ? entity : entityIds.get(entity.toLowerCase()));
  const parameters = [...(before?.parameters ?? [])];
  for (const { entity, name, required, prompts } of intent.parameters) {
    const id = idOf(entity);
    if (id && !parameters.some((parameter) => parameter.name.toLowerCase() === name.toLowerCase()))
      parameters.push({
        id,
        name: tidyName(name).slice(0, 100),
        required,
        value: '',
        prompts: prompts.map((prompt) => prompt.slice(0, 500)).slice(0, 20),
      });
  }
  const utterances = [...(before?.utterances ?? [])];
  const keys = new Set<string>();
  let characterCount = 0;
  for (const { text } of utterances) {
    await pauses.ifDue();
    keys.add(phraseKey(text));
    characterCount += text.length;
  }
  let [addedCount, skippedCount] = [0, intent.skippedCount ?? 0];
  for (const { text: given, refs } of intent.phrases) {
    await pauses.ifDue();
    const text = given.trim().slice(0, longestUtterance);
    const key = phraseKey(text);
    const isFull = utterances.length >= mostUtterances || characterCount + text.length > mostCharacters;
    if (key === '' || keys.has(key) || isFull) {
      skippedCount += 1;
      continue;
    }
    keys.add(key);
    characterCount += text.length;
    addedCount += 1;
    const read = given.slice(0, given.length - given.trimStart().length + longestUtterance);
    const known = refs.flatMap(({ entity, parameter, start, end }) => {
      const id = idOf(entity);
      const isKnown = id && parameters.some((each) => each.id === id && each.name.toLowerCase() === parameter.toLowerCase());
      return isKnown ? [{ entityId: id, entityStartPos: start, entityEndPos: end, parameter }] : [];
    });
    const marks = tidyRefs(read, known) ?? [];
    if (marks.length < known.length)
      report.push(
        left('phrase', text.slice(0, 100), place, 'A mark is empty, lies outside of it or overlaps another; its marks were left out.'),
      );
    utterances.push({
      text,
      refs: marks,
    });
  }
  if (utterances.length < 2) report.push(changed('intent', intent.name, place, intentTexts.fewPhrases));
  const stays = (part: string) => left('answer', intent.name, place, `The intent has ${part} already, which stays.`);
  if (before?.response && intent.response !== null && intent.response !== before.response) report.push(stays('an answer'));
  const content: IntentContent = {
    storyId,
    name: before?.name ?? intent.name,
    response: before?.response ?? intent.response,
    handsOver: before?.handsOver ?? intent.handsOver,
    parameters,
    utterances,
  };
  return { content, addedCount, skippedCount };
}
