import { type EntityRef, type Intent, type IntentSave, phraseKey, tidyName } from '@parley/contract';
import { botWords } from '../../../locales/bot.ts';

/** A training phrase on the screen. Its key stays while its words change. */
export type DraftPhrase = { key: number; text: string; refs: readonly EntityRef[] };
export type DraftParameter = {
  key: number;
  /** The entity: a custom one's id, a system one's name. */
  id: string;
  entityName: string;
  name: string;
  required: boolean;
  value: string;
  prompts: readonly string[];
};
/** An intent while it is edited. Every change answers a new draft; parts that did not change stay the same objects. */
export type IntentDraft = {
  name: string;
  phrases: readonly DraftPhrase[];
  /** Markdown; null while there is none. */
  response: string | null;
  parameters: readonly DraftParameter[];
  handsOver: boolean;
  nextKey: number;
};

export const emptyIntent: IntentDraft = { name: '', phrases: [], response: null, parameters: [], handsOver: false, nextKey: 0 };

export function toDraft(intent: IntentContent): IntentDraft {
  const phrases = intent.utterances.map(({ utterance, entityRefs }, key) => ({ key, text: utterance, refs: entityRefs }));
  const parameters = intent.entities.map((parameter, index) => ({ ...parameter, key: phrases.length + index }));
  const response = intent.responses[0]?.response ?? null;
  return {
    name: intent.name,
    phrases,
    response: response?.trim() ? response : null,
    parameters,
    handsOver: intent.handsOver,
    nextKey: phrases.length + parameters.length,
  };
}

/** The parts of an intent that an editor changes, without the ids of its rows: two intents are compared by them. */
export type IntentContent = Pick<Intent, 'name' | 'utterances' | 'responses' | 'entities' | 'handsOver'>;

export const contentOf = (draft: IntentDraft): IntentContent => ({
  name: tidyName(draft.name),
  utterances: draft.phrases.map(({ text, refs }) => ({ utterance: text, entityDefined: refs.length > 0, entityRefs: [...refs] })),
  responses: draft.response === null ? [] : [{ response: draft.response }],
  entities: draft.parameters.map(({ key: _key, prompts, ...parameter }) => ({ ...parameter, prompts: [...prompts] })),
  handsOver: draft.handsOver,
});

/** Returns the reason to refuse a phrase: it is empty, or equals another (INTENT-041, INTENT-042). */
export function checkPhrase(draft: IntentDraft, text: string, ownKey?: number): string | undefined {
  if (text.trim() === '') return botWords.intentTexts('phraseEmpty');
  const wanted = phraseKey(text);
  const isTaken = draft.phrases.some((phrase) => phrase.key !== ownKey && phraseKey(phrase.text) === wanted);
  return isTaken ? botWords.intentTexts('phraseDuplicate') : undefined;
}

/** Adds phrases, the newest first; empty ones and those that are there already are left out and counted. */
export function addPhrases(draft: IntentDraft, texts: readonly string[]) {
  const known = new Set(draft.phrases.map(({ text }) => phraseKey(text)));
  const added: DraftPhrase[] = [];
  let duplicateCount = 0;
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const key = phraseKey(trimmed);
    if (known.has(key)) duplicateCount += 1;
    else {
      known.add(key);
      added.push({ key: draft.nextKey + added.length, text: trimmed, refs: [] });
    }
  }
  return {
    draft: { ...draft, phrases: [...added, ...draft.phrases], nextKey: draft.nextKey + added.length },
    addedCount: added.length,
    duplicateCount,
  };
}

const wordsOf = (text: string, { entityStartPos, entityEndPos }: EntityRef) => text.slice(entityStartPos, entityEndPos + 1);
const overlaps = (one: EntityRef, other: EntityRef) => one.entityStartPos <= other.entityEndPos && other.entityStartPos <= one.entityEndPos;

/**
 * The marks of a phrase after its words changed: those before and behind the change move along, one inside it stays when its words
 * stand once in the new text.
 * @returns the marks that fit, by position, and the words of those that were dropped
 */
export function keepRefs(before: string, after: string, refs: readonly EntityRef[]): { refs: EntityRef[]; dropped: string[] } {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const shift = after.length - before.length;
  const kept: EntityRef[] = [];
  const dropped: string[] = [];
  for (const ref of refs) {
    const words = wordsOf(before, ref);
    const moved = (by: number) => ({ ...ref, entityStartPos: ref.entityStartPos + by, entityEndPos: ref.entityEndPos + by });
    const at = after.indexOf(words);
    const isOnce = at >= 0 && after.indexOf(words, at + 1) < 0;
    let next: EntityRef | undefined;
    if (ref.entityEndPos < head) next = ref;
    else if (ref.entityStartPos >= before.length - tail) next = moved(shift);
    else if (isOnce) next = moved(at - ref.entityStartPos);
    const fits = next;
    if (fits && !kept.some((other) => overlaps(other, fits))) kept.push(fits);
    else dropped.push(words);
  }
  return { refs: kept.sort((one, other) => one.entityStartPos - other.entityStartPos), dropped };
}

/** Gives a phrase other words. @returns the draft, and the words of marks that no longer fit */
export function replacePhrase(draft: IntentDraft, key: number, text: string): { draft: IntentDraft; dropped: string[] } {
  const trimmed = text.trim();
  const old = draft.phrases.find((phrase) => phrase.key === key);
  if (!old) return { draft: addPhrases(draft, [trimmed]).draft, dropped: [] };
  const { refs, dropped } = keepRefs(old.text, trimmed, old.refs);
  return { draft: withPhrase(draft, { key, text: trimmed, refs }), dropped };
}

const withPhrase = (draft: IntentDraft, next: DraftPhrase): IntentDraft => ({
  ...draft,
  phrases: draft.phrases.map((phrase) => (phrase.key === next.key ? next : phrase)),
});

export function removePhrases(draft: IntentDraft, keys: ReadonlySet<number>): IntentDraft {
  return { ...draft, phrases: draft.phrases.filter(({ key }) => !keys.has(key)) };
}

/** The parameter that a mark fills: the one that it names, else the first of its entity. */
export const parameterOf = (draft: Pick<IntentDraft, 'parameters'>, ref: EntityRef): DraftParameter | undefined =>
  draft.parameters.find(({ id, name }) => id === ref.entityId && (!ref.parameter || name === ref.parameter)) ??
  draft.parameters.find(({ id }) => id === ref.entityId);

/** `city`, or `city2` while that is taken. */
function freeName(draft: IntentDraft, name: string): string {
  const taken = new Set(draft.parameters.map((parameter) => parameter.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
}

export type Mark = {
  /** UTF-16 units, both ends inclusive. */
  start: number;
  end: number;
  entity: { id: string; name: string };
  /** Key of the parameter that the words fill; 'new' makes another of this entity; none: its first. */
  parameter?: number | 'new';
};

/** Marks words of a phrase as an entity and makes it a parameter of the intent; marks in the way go (INTENT-011). */
export function markEntity(draft: IntentDraft, phraseKey: number, { start, end, entity, parameter }: Mark): IntentDraft {
  const phrase = draft.phrases.find(({ key }) => key === phraseKey);
  if (!phrase || start < 0 || end < start || end >= phrase.text.length) return draft;
  const known =
    parameter === 'new'
      ? undefined
      : draft.parameters.find(({ id, key }) => id === entity.id && (parameter === undefined || key === parameter));
  const used: DraftParameter = known ?? {
    key: draft.nextKey,
    id: entity.id,
    entityName: entity.name,
    name: freeName(draft, entity.name),
    required: false,
    value: phrase.text.slice(start, end + 1),
    prompts: [],
  };
  const ref: EntityRef = { entityId: entity.id, entityStartPos: start, entityEndPos: end, parameter: used.name };
  const refs = [...phrase.refs.filter((other) => !overlaps(other, ref)), ref].sort(
    (one, other) => one.entityStartPos - other.entityStartPos,
  );
  const marked = withPhrase(draft, { ...phrase, refs });
  return known ? marked : { ...marked, parameters: [...marked.parameters, used], nextKey: marked.nextKey + 1 };
}

export function unmark(draft: IntentDraft, phraseKey: number, ref: EntityRef): IntentDraft {
  const phrase = draft.phrases.find(({ key }) => key === phraseKey);
  return phrase ? withPhrase(draft, { ...phrase, refs: phrase.refs.filter((other) => other !== ref) }) : draft;
}

/** Changes a parameter. A new name goes into the marks that name it. */
export function changeParameter(draft: IntentDraft, key: number, part: Partial<DraftParameter>): IntentDraft {
  const old = draft.parameters.find((parameter) => parameter.key === key);
  if (!old) return draft;
  const parameters = draft.parameters.map((parameter) => (parameter.key === key ? { ...parameter, ...part } : parameter));
  if (part.name === undefined || part.name === old.name) return { ...draft, parameters };
  const { name } = part;
  const phrases = draft.phrases.map((phrase) => {
    if (!phrase.refs.some((ref) => parameterOf(draft, ref) === old)) return phrase;
    return { ...phrase, refs: phrase.refs.map((ref) => (parameterOf(draft, ref) === old ? { ...ref, parameter: name } : ref)) };
  });
  return { ...draft, parameters, phrases };
}

/** Takes a parameter away, and with it the marks that fill it. */
export function removeParameter(draft: IntentDraft, key: number): IntentDraft {
  const old = draft.parameters.find((parameter) => parameter.key === key);
  if (!old) return draft;
  const phrases = draft.phrases.map((phrase) => {
    const refs = phrase.refs.filter((ref) => parameterOf(draft, ref) !== old);
    return refs.length === phrase.refs.length ? phrase : { ...phrase, refs };
  });
  return { ...draft, phrases, parameters: draft.parameters.filter((parameter) => parameter !== old) };
}

/** 'Which city?, Where to?' → two prompts (INTENT-026); a line ends one as well. */
export const splitPrompts = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((prompt) => prompt.trim())
      .filter((prompt) => prompt !== ''),
  ),
];

/** Returns the fault of a parameter's name: answers name it in braces, so each must be unique. */
export function checkParameterName({ parameters }: Pick<IntentDraft, 'parameters'>, { key, name }: DraftParameter) {
  const wanted = tidyName(name);
  if (wanted === '') return 'empty';
  return parameters.some((other) => other.key !== key && tidyName(other.name) === wanted) ? 'taken' : undefined;
}

const sameList = <T>(one: readonly T[], other: readonly T[], same: (a: T, b: T) => boolean) =>
  one === other || (one.length === other.length && one.every((item, index) => same(item, other[index] as T)));
const sameRef = (one: EntityRef, other: EntityRef) =>
  one.entityId === other.entityId &&
  one.entityStartPos === other.entityStartPos &&
  one.entityEndPos === other.entityEndPos &&
  (one.parameter ?? '') === (other.parameter ?? '');
const samePhrase = (one: DraftPhrase, other: DraftPhrase) =>
  one === other || (one.text === other.text && sameList(one.refs, other.refs, sameRef));
const sameParameter = (one: DraftParameter, other: DraftParameter) =>
  one === other ||
  (one.id === other.id &&
    one.name === other.name &&
    one.required === other.required &&
    one.value === other.value &&
    sameList(one.prompts, other.prompts, Object.is));

/** Tells whether saving would change anything (INTENT-028); what was undone by hand counts as unchanged. */
export const isChanged = (draft: IntentDraft, saved: IntentDraft): boolean =>
  draft !== saved &&
  !(
    draft.name === saved.name &&
    draft.response === saved.response &&
    draft.handsOver === saved.handsOver &&
    sameList(draft.phrases, saved.phrases, samePhrase) &&
    sameList(draft.parameters, saved.parameters, sameParameter)
  );

export type DraftFault = { at: 'name' | 'phrases' | 'response' | 'parameters'; message: string; key?: number };

/** Returns the first fault that prevents saving (INTENT-035, INTENT-037, INTENT-038). */
export function checkDraft(draft: IntentDraft): DraftFault | undefined {
  if (tidyName(draft.name) === '') return { at: 'name', message: botWords.intentTexts('nameEmpty') };
  if (draft.phrases.length < 2) return { at: 'phrases', message: botWords.intentTexts('fewPhrases') };
  const bare = draft.parameters.find(({ prompts }) => prompts.every((prompt) => prompt.trim() === ''));
  return bare && { at: 'parameters', message: botWords.intentTexts('promptEmpty'), key: bare.key };
}

/** Builds the request body: the name tidied, parameters left out if there are none (INTENT-036, INTENT-048). */
export function toBody(draft: IntentDraft, ids: { agentId: string; storyId: string; id?: string }): IntentSave {
  const entities = draft.parameters.map(({ id, name, required, value, prompts }) => ({
    id,
    name: tidyName(name),
    required,
    value,
    prompts: [...prompts],
  }));
  return {
    ...(ids.id ? { id: ids.id } : {}),
    agentId: ids.agentId,
    storyId: ids.storyId,
    name: tidyName(draft.name),
    utterances: draft.phrases.map(({ text, refs }) => ({ utterance: text, entityDefined: refs.length > 0, entityRefs: [...refs] })),
    responses: draft.response === null ? [] : [{ response: draft.response }],
    ...(entities.length > 0 ? { entities } : {}),
    handsOver: draft.handsOver,
  } as IntentSave;
}
