import type { EntityRef, Intent } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  addPhrases,
  changeParameter,
  checkDraft,
  checkPhrase,
  emptyIntent,
  type IntentDraft,
  isChanged,
  keepRefs,
  markEntity,
  removeParameter,
  removePhrases,
  replacePhrase,
  splitPrompts,
  toBody,
  toDraft,
  unmark,
} from './intent-draft.ts';

const ref = (entityStartPos: number, entityEndPos: number, entityId = 'c'): EntityRef => ({ entityId, entityStartPos, entityEndPos });
const saved: Intent = {
  id: 'i1',
  name: 'book a flight',
  agentId: 'b1',
  storyId: 's1',
  utterances: [
    { utterance: 'fly to Pune', entityDefined: true, entityRefs: [ref(7, 10)] },
    { utterance: 'I need a ticket', entityDefined: false, entityRefs: [] },
  ],
  responses: [{ response: 'Sure, **{{city}}**' }],
  entities: [{ id: 'c', entityName: 'city', name: 'city', required: true, value: 'Pune', prompts: ['Which city?'] }],
  handsOver: false,
  updatedAt: '2024-01-05T10:30:00.000Z',
  version: 1,
};
const draft = toDraft(saved);
const textsOf = (of: IntentDraft) => of.phrases.map(({ text }) => text);
const wordsOf = (text: string, refs: readonly EntityRef[]) =>
  refs.map(({ entityStartPos, entityEndPos }) => text.slice(entityStartPos, entityEndPos + 1));
const ids = { agentId: 'b1', storyId: 's1' };

test('INTENT-021 INTENT-025 INTENT-048 a draft sends back what was saved, with its id', () => {
  expect(toBody(draft, { ...ids, id: 'i1' })).toEqual({
    id: 'i1',
    ...ids,
    name: 'book a flight',
    utterances: saved.utterances,
    responses: saved.responses,
    entities: [{ id: 'c', name: 'city', required: true, value: 'Pune', prompts: ['Which city?'] }],
    handsOver: false,
  });
});

test('INTENT-022 INTENT-048 an intent without parameters and answer sends none', () => {
  const body = toBody({ ...emptyIntent, name: 'x' }, ids);
  expect(['entities' in body, 'id' in body, body.responses]).toEqual([false, false, []]);
  expect(toDraft({ ...saved, responses: [{ response: null }] }).response).toBeNull();
});

test('INTENT-036 names are trimmed and their inner white space collapsed', () => {
  expect(toBody({ ...draft, name: '  book \t a  flight ' }, ids).name).toBe('book a flight');
});

test('INTENT-041 INTENT-042 an empty phrase and one that says the same are refused', () => {
  expect(checkPhrase(draft, '  ')).toBe('training phrases should not be empty');
  expect(checkPhrase(draft, ' FLY  to pune')).toBe('Duplication of utterance name');
  expect(checkPhrase(draft, 'fly to Pune', draft.phrases[0]?.key)).toBeUndefined();
  expect(checkPhrase(draft, 'fly home')).toBeUndefined();
});

test('many lines are added at once; empty ones and repeats are left out and counted', () => {
  const { draft: next, addedCount, duplicateCount } = addPhrases(draft, ['one', '', 'Two ', 'ONE', 'fly to pune']);
  expect([textsOf(next).slice(0, 2), addedCount, duplicateCount]).toEqual([['one', 'Two'], 2, 2]);
  expect(new Set(next.phrases.map(({ key }) => key)).size).toBe(4);
});

test('ten thousand phrases are added, and the time grows as their number does', () => {
  const secondsOf = (count: number) => {
    const lines = Array.from({ length: count }, (_, index) => `phrase number ${index}`);
    const before = process.cpuUsage();
    expect(addPhrases(draft, lines).addedCount).toBe(count);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  };
  secondsOf(2_500);
  const short = Math.min(secondsOf(2_500), secondsOf(2_500));
  // Comparing each phrase with each would take sixteen times as long.
  expect(secondsOf(10_000)).toBeLessThan(10 * short + 0.2);
});

test('INTENT-024 marks move with the words in front of them and behind them, in UTF-16 units', () => {
  const before = '😀 fly to Pune now';
  const marked = [ref(10, 13)];
  expect(wordsOf(before, marked)).toEqual(['Pune']);
  const front = keepRefs(before, '😀😀 please fly to Pune now', marked);
  expect([wordsOf('😀😀 please fly to Pune now', front.refs), front.dropped]).toEqual([['Pune'], []]);
  const behind = keepRefs(before, '😀 fly to Pune today', marked);
  expect(behind).toEqual({ refs: marked, dropped: [] });
});

test('a mark whose words were changed is dropped and named; one that only moved stays', () => {
  const text = 'from Delhi to Pune';
  const both = [ref(5, 9), ref(14, 17)];
  const after = 'to Pune from Agra';
  const kept = keepRefs(text, after, both);
  expect([wordsOf(after, kept.refs), kept.dropped]).toEqual([['Pune'], ['Delhi']]);
});

test('INTENT-034 a phrase that was edited keeps its place, and its marks where they fit', () => {
  const { draft: next, dropped } = replacePhrase(draft, 0, 'please fly to Pune');
  expect([textsOf(next)[0], wordsOf('please fly to Pune', next.phrases[0]?.refs ?? []), dropped]).toEqual([
    'please fly to Pune',
    ['Pune'],
    [],
  ]);
  expect(replacePhrase(draft, 0, 'fly home').dropped).toEqual(['Pune']);
});

test('INTENT-011 INTENT-023 INTENT-064 marking records inclusive positions and makes the entity a parameter', () => {
  const next = markEntity(draft, 1, { start: 9, end: 14, entity: { id: 'sys.number', name: 'sys.number' } });
  expect(next.phrases[1]?.refs).toEqual([{ entityId: 'sys.number', entityStartPos: 9, entityEndPos: 14, parameter: 'sys.number' }]);
  expect(next.parameters[1]).toMatchObject({ id: 'sys.number', name: 'sys.number', required: false, value: 'ticket', prompts: [] });
  expect(toBody(next, ids).utterances[1]?.entityDefined).toBe(true);
});

test('marking again uses the parameter of the entity, or makes another when asked', () => {
  const entity = { id: 'c', name: 'city' };
  const same = markEntity(draft, 1, { start: 0, end: 0, entity });
  expect([same.parameters.length, same.phrases[1]?.refs[0]?.parameter]).toEqual([1, 'city']);
  const other = markEntity(same, 1, { start: 9, end: 14, entity, parameter: 'new' });
  expect([other.parameters.map(({ name }) => name), other.phrases[1]?.refs[1]?.parameter]).toEqual([['city', 'city2'], 'city2']);
});

test('a mark takes the place of those that it overlaps; one outside of the phrase changes nothing', () => {
  const over = markEntity(draft, 0, { start: 4, end: 8, entity: { id: 'd', name: 'where' } });
  expect(over.phrases[0]?.refs.map(({ entityId }) => entityId)).toEqual(['d']);
  expect(markEntity(draft, 0, { start: 8, end: 11, entity: { id: 'd', name: 'where' } })).toBe(draft);
});

test('a renamed parameter takes its marks along; a removed one takes them away', () => {
  expect(changeParameter(draft, draft.parameters[0]?.key ?? -1, { name: 'to' }).phrases[0]?.refs).toEqual([
    { ...ref(7, 10), parameter: 'to' },
  ]);
  const next = removeParameter(draft, draft.parameters[0]?.key ?? -1);
  expect([next.parameters, next.phrases[0]?.refs]).toEqual([[], []]);
  expect(next.phrases[1]).toBe(draft.phrases[1]);
});

test('INTENT-026 prompts are split on commas, and at the ends of lines', () => {
  expect(splitPrompts('Which city?\nWhere to, please?\r\n\n')).toEqual(['Which city?', 'Where to', 'please?']);
  expect(splitPrompts(' Which city? ,, Where to ')).toEqual(['Which city?', 'Where to']);
});

test('INTENT-028 name, phrases, answer, parameters and the handing over make a draft changed; undoing by hand does not', () => {
  const first = draft.phrases[0];
  const changes: IntentDraft[] = [
    { ...draft, name: 'x' },
    { ...draft, response: null },
    { ...draft, handsOver: true },
    addPhrases(draft, ['new']).draft,
    removePhrases(draft, new Set([0])),
    first?.refs[0] ? unmark(draft, 0, first.refs[0]) : draft,
    changeParameter(draft, draft.parameters[0]?.key ?? -1, { prompts: [] }),
  ];
  expect(changes.map((next) => isChanged(next, draft))).toEqual([true, true, true, true, true, true, true]);
  expect(isChanged(toDraft(saved), draft)).toBe(false);
});

test('INTENT-030 INTENT-031 a changed draft can go back to what was saved, the name too', () => {
  const changed = removePhrases({ ...draft, name: 'x', response: null, parameters: [] }, new Set([0, 1]));
  expect([isChanged(changed, draft), toDraft(saved)]).toEqual([true, draft]);
});

test('INTENT-035 INTENT-037 INTENT-038 INTENT-039 a name, two phrases and a prompt for every parameter are needed', () => {
  expect(checkDraft({ ...draft, name: '  ' })?.message).toBe('Intent name should not be empty');
  expect(checkDraft(removePhrases(draft, new Set([0])))?.message).toBe('Please give atleast two training phrases save the intent');
  const bare = changeParameter(draft, draft.parameters[0]?.key ?? -1, { prompts: [' '], required: false });
  expect(checkDraft(bare)).toEqual({ at: 'parameters', message: 'prompt cannot be empty', key: 2 });
  expect(checkDraft(draft)).toBeUndefined();
});
