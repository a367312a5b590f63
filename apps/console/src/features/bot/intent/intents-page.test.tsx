import { notifications } from '@mantine/notifications';
import { type Entity, type Intent, type IntentSave, nlp, type Story } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { good, idOf, openScreens, type Reply, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { hasUnsavedIntent } from '../shared/unsaved.ts';
import { IntentSearch } from './intent.search.ts';
import { IntentsPage } from './intents-page.tsx';

const rootId = idOf(100);
const ordersId = idOf(101);
const lateId = idOf(102);
const statusId = idOf(201);
const refundId = idOf(202);
const cityId = idOf(301);
const story = (id: string, name: string, parentId: string | null, childStories: Story[] = []): Story => ({
  id,
  name,
  agentId: botId,
  parentId,
  version: 1,
  childStories,
});
const tree = story(rootId, 'root', null, [
  story(ordersId, 'Orders', rootId, [story(lateId, 'Late orders', ordersId)]),
  story(idOf(103), 'Payment', rootId),
]);
const intent: Intent = {
  id: statusId,
  name: 'order status',
  agentId: botId,
  storyId: ordersId,
  utterances: [
    { utterance: 'order from Pune', entityDefined: true, entityRefs: [{ entityId: cityId, entityStartPos: 11, entityEndPos: 14 }] },
    { utterance: 'where is my order', entityDefined: false, entityRefs: [] },
  ],
  responses: [{ response: 'It is **on its way**.' }],
  entities: [{ id: cityId, entityName: 'city', name: 'city', required: true, value: 'Pune', prompts: ['Which city?', 'Where from?'] }],
  handsOver: false,
  updatedAt: '2024-01-05T10:30:00.000Z',
  version: 1,
};
const entity = (id: string, name: string, type: number): Entity => ({
  id,
  agentId: botId,
  name,
  type,
  description: type === 1 ? 'A day' : '',
  isSensitive: false,
  updatedOn: null,
  version: 1,
  values: [],
});
const stories = `GET ${botBase}/story`;
const saveStory = `POST ${nlp}/story`;
const list = `GET ${nlp}/v2/agent/${botId}/story/${ordersId}/intent`;
const one = `GET ${botBase}/story/${ordersId}/intent/${statusId}`;
const save = `POST ${nlp}/intent`;
const paraphrase = `POST ${nlp}/paraphrases`;
const entities = `GET ${botBase}/entity`;
const rows = [
  { id: statusId, name: 'order status', storyId: ordersId, utteranceCount: 2, updatedAt: intent.updatedAt },
  { id: refundId, name: 'refund', storyId: ordersId, utteranceCount: 3, updatedAt: intent.updatedAt },
];
let saved: Intent;

const server = stubServer(() => ({
  [stories]: () => good(tree),
  [list]: ({ query }) => good({ intents: rows.filter(({ name }) => name.includes(query.name ?? '')), more: false }),
  [one]: () => good(saved),
  [`GET ${botBase}/story/${ordersId}/intent/${refundId}`]: () => good({ ...intent, id: refundId, name: 'refund' }),
  [entities]: () =>
    good({ entities: [entity(cityId, 'city', 0), entity(idOf(302), 'dish', 0), entity('sys.date', 'sys.date', 1)], more: false }),
}));
beforeEach(() => {
  saved = intent;
  // jsdom lays nothing out, and a list of no height draws no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
});

const open = (search = '') =>
  openScreens(`/bots/${botId}/intents${search}`, (root) => [
    screenAt(root, '/bots/$botId/intents', IntentsPage, { validateSearch: IntentSearch }),
    screenAt(root, '/bots', () => 'All bots'),
  ]);
const openIntent = async () => {
  const router = open(`?story=${ordersId}&intent=${statusId}`);
  await screen.findByRole('textbox', { name: 'Intent name' });
  await screen.findByRole('list', { name: 'Training phrases' });
  return router;
};
const button = (name: string) => screen.getByRole('button', { name });
const click = async (name: string) => userEvent.click(button(name));
const answer = async (yes: 'Yes' | 'No' = 'Yes') =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }));
const phraseInput = () => screen.getByRole('textbox', { name: 'Training phrase' });
const shownPhrases = () =>
  within(screen.getByRole('list', { name: 'Training phrases' }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label')?.slice('Select “'.length, -1));
const addByKey = async (text: string) => {
  await userEvent.click(phraseInput());
  await userEvent.paste(text);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
};
const body = () => server.bodyOf(save) as IntentSave;
const typeAnswer = async (html: string) => {
  const box = (await screen.findByRole('textbox', { name: 'Response' })) as HTMLElement & {
    editor: { commands: { setContent: (html: string) => void } };
  };
  act(() => box.editor.commands.setContent(html));
  return box;
};
const panel = (name: string) => within(screen.getByRole('region', { name }));

test('STORY-001 STORY-002 STORY-011 STORY-012 STORY-020 the stories are listed as a tree, and searched here', async () => {
  open();
  const items = await screen.findAllByRole('button', { name: /^Open / });
  expect(items.map((item) => item.textContent)).toEqual(['Orders', 'Late orders', 'Payment']);
  expect(items.map((item) => item.closest('li')?.style.paddingInlineStart)).toEqual(['0px', '16px', '0px']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search stories' }), 'late');
  expect(screen.getAllByRole('button', { name: /^Open / }).map((item) => item.textContent)).toEqual(['Late orders']);
  expect(server.countOf(stories)).toBe(1);
});

test('STORY-003 Enter adds a story below the root', async () => {
  server.replies[saveStory] = () =>
    good({ id: idOf(104), name: 'Returns', agentId: botId, parentId: rootId, version: 1 }, 'Story Saved Successfully');
  open();
  await screen.findByRole('button', { name: 'Open Orders' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Add Story' }), ' Returns {Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Story Saved Successfully']));
  expect(server.bodyOf(saveStory)).toEqual({ name: 'Returns', parentId: rootId, agentId: botId });
});

test('STORY-003 STORY-004 Enter saves the new name of a story', async () => {
  server.replies[saveStory] = () => good({ id: lateId, name: 'Late', agentId: botId, parentId: ordersId, version: 2 }, 'Saved');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Late orders' }));
  const input = screen.getByRole('textbox', { name: 'Name of the story Late orders' });
  await userEvent.clear(input);
  await userEvent.type(input, 'Late{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect(server.bodyOf(saveStory)).toEqual({ id: lateId, name: 'Late', parentId: ordersId, agentId: botId, version: '1' });
});

test('STORY-013 a story without a name is refused', async () => {
  open();
  await screen.findByRole('button', { name: 'Open Orders' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Add Story' }), '  {Enter}');
  expect([toastTexts(), server.countOf(saveStory)]).toEqual([['Please give valid name'], 0]);
});

test('STORY-017 STORY-018 a name that is taken has its text, any other failure the server’s', async () => {
  server.replies[saveStory] = () => refused('story.name_taken', 'Taken');
  open();
  await screen.findByRole('button', { name: 'Open Orders' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Add Story' }), 'Orders{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Duplication of story name']));
  server.replies[saveStory] = () => refused('bot.too_large', 'No more stories fit.');
  await userEvent.type(screen.getByRole('textbox', { name: 'Add Story' }), '{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['No more stories fit.']));
});

test('STORY-005 deleting a story asks first and shows the server’s words', async () => {
  const remove = `DELETE ${botBase}/story/${ordersId}`;
  server.replies[remove] = () => good(null, 'Story Deleted Successfully');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Orders' }));
  await answer('No');
  expect(server.countOf(remove)).toBe(0);
  await click('Delete Orders');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Story Deleted Successfully']));
});

test('STORY-009 STORY-021 an intent cannot be created without a story', async () => {
  server.replies[stories] = () => good({ ...tree, childStories: [] });
  open();
  await screen.findByText('No stories yet');
  await userEvent.click(screen.getAllByRole('button', { name: 'Create Intent' })[0] as HTMLElement);
  expect(toastTexts()).toEqual(['Please create story before an Intent']);
});

test('an empty bot begins with one click: a first story with a new intent in it, or an example', async () => {
  let hasStory = false;
  server.replies[stories] = () => good({ ...tree, childStories: hasStory ? [story(ordersId, 'General', rootId)] : [] });
  server.replies[saveStory] = () => {
    hasStory = true;
    return good({ id: ordersId, name: 'General', agentId: botId, parentId: rootId, version: 1 }, 'Story Saved Successfully');
  };
  server.replies[list] = () => good({ intents: [], more: false });
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create the first intent' }));
  await screen.findByRole('textbox', { name: 'Intent name' });
  expect(server.bodyOf(saveStory)).toEqual({ name: 'General', parentId: rootId, agentId: botId });
  expect(router.state.location.search).toEqual({ story: ordersId, intent: 'new', name: '' });
});

test('an example is put into an empty bot in the language of the screen, and its stories are shown', async () => {
  const example = `POST ${botBase}/example`;
  let isStarted = false;
  server.replies[stories] = () => good({ ...tree, childStories: isStarted ? tree.childStories : [] });
  server.replies[example] = () => {
    isStarted = true;
    return good({
      intentsAdded: 6,
      intentsExtended: 0,
      phrasesAdded: 40,
      phrasesSkipped: 0,
      entitiesAdded: 1,
      report: [],
      reportCounts: { left: 0, changed: 0, taken: 7 },
    });
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Start from an example' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Appointments: day, time and name are asked for' }));
  await screen.findByRole('button', { name: 'Open Orders' });
  expect(server.bodyOf(example)).toEqual({ example: 'appointment', language: 'en' });
  expect(toastTexts()).toEqual(['The example is in place. It is being trained now.']);
});

test('an empty bot leads to the import of files', async () => {
  server.replies[stories] = () => good({ ...tree, childStories: [] });
  open();
  const link = await screen.findByRole('link', { name: 'Or start from a file: CSV, XLSX, JSON, Rasa or Dialogflow' });
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect([address.pathname, address.searchParams.get('tab')]).toEqual([`/bots/${botId}/training`, 'data']);
});

test('STORY-006 STORY-007 INTENT-001 INTENT-004 INTENT-051 a story opens its intents and the first of them; the arrow leads back', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Open Orders' }));
  const name = (await screen.findByRole('textbox', { name: 'Intent name' })) as HTMLInputElement;
  expect(name.value).toBe('order status');
  expect(router.state.location.search).toEqual({ story: ordersId, intent: statusId, name: '' });
  expect(server.queriesOf(list)[0]).toEqual({ from: '0', perPage: '200', name: '' });
  expect([button('Create Intent').textContent, screen.getByRole('searchbox', { name: 'Search intents' }).tagName]).toEqual([
    'Create Intent',
    'INPUT',
  ]);
  await click('Back to the stories');
  expect(await screen.findByRole('button', { name: 'Open Orders' })).toBeTruthy();
});

test('INTENT-002 the list is asked for a name once typing has paused for 300 ms', async () => {
  const router = await openIntent();
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search intents' }), { target: { value: 'refund' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(router.state.location.search).toMatchObject({ name: '' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.search).toMatchObject({ name: 'refund' });
});

test('INTENT-052 the search of intents asks the server for the name and stands in the address', async () => {
  const router = await openIntent();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search intents' }), { target: { value: 'refund' } });
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Intents of Orders' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['refund3 phrases']),
  );
  expect([server.queriesOf(list).at(-1)?.name, router.state.location.search]).toEqual([
    'refund',
    { story: ordersId, intent: statusId, name: 'refund' },
  ]);
});

test('INTENT-003 INTENT-054 deleting an intent asks first; it is closed with it', async () => {
  server.replies[`DELETE ${botBase}/story/${ordersId}/intent/${statusId}`] = () => good(null, 'Intent Deleted Successfully');
  const router = await openIntent();
  await click('Delete order status');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Intent Deleted Successfully']));
  await waitFor(() => expect((router.state.location.search as unknown as IntentSearch).intent).toBe(''));
});

test('INTENT-005 INTENT-006 INTENT-007 INTENT-008 INTENT-009 INTENT-049 the editor has its name, tabs, actions and parameters', async () => {
  await openIntent();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Training phrases2', 'Response1']);
  expect([button('Save').textContent, button('Close').textContent]).toEqual(['Save', 'Close']);
  const table = within(screen.getByRole('table', { name: 'Entities' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Required',
    'Parameter name',
    'Entity',
    'Prompts',
    'Value',
    'Option',
  ]);
  expect((table.getByRole('checkbox', { name: 'city is required' }) as HTMLInputElement).checked).toBe(true);
  expect((table.getByRole('textbox', { name: 'Value of city' }) as HTMLInputElement).value).toBe('Pune');
  expect(table.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Delete the prompt “Which city?”',
    'Delete the prompt “Where from?”',
    'Edit prompts of city',
    'Delete city',
  ]);
  expect(screen.getByText('Pune → city')).toBeTruthy();
});

test('INTENT-027 INTENT-029 INTENT-036 INTENT-040 INTENT-048 a new intent is created from what was typed, and opened', async () => {
  server.replies[save] = () => good({ ...intent, name: 'track it' }, 'Intent Saved Successfully');
  const router = open(`?story=${ordersId}`);
  await screen.findByRole('textbox', { name: 'Intent name' });
  await click('Create Intent');
  const name = screen.getByRole('textbox', { name: 'Intent name' }) as HTMLInputElement;
  expect([name.value, button('Create').textContent]).toEqual(['', 'Create']);
  await userEvent.type(name, ' track   it ');
  await addByKey('where is it');
  await userEvent.type(phraseInput(), 'track my parcel');
  await click('Add');
  expect(shownPhrases()).toEqual(['track my parcel', 'where is it']);
  await click('Create');
  await waitFor(() => expect(toastTexts()).toEqual(['Intent Saved Successfully']));
  expect(body()).toEqual({
    agentId: botId,
    storyId: ordersId,
    name: 'track it',
    utterances: [
      { utterance: 'track my parcel', entityDefined: false, entityRefs: [] },
      { utterance: 'where is it', entityDefined: false, entityRefs: [] },
    ],
    responses: [],
    handsOver: false,
  });
  await waitFor(() => expect((router.state.location.search as unknown as IntentSearch).intent).toBe(statusId));
  expect(hasUnsavedIntent()).toBe(false);
});

test('INTENT-035 INTENT-037 INTENT-038 the reason against saving is shown, and nothing is sent', async () => {
  await openIntent();
  const name = screen.getByRole('textbox', { name: 'Intent name' });
  await userEvent.clear(name);
  await click('Save');
  expect(toastTexts()).toEqual(['Intent name should not be empty']);
  await userEvent.type(name, 'order status');
  await click('Delete “where is my order”');
  await answer();
  await click('Save');
  expect(toastTexts()).toEqual(['Please give atleast two training phrases save the intent']);
  await addByKey('and now');
  for (const prompt of ['Which city?', 'Where from?']) {
    await click(`Delete the prompt “${prompt}”`);
    await answer();
  }
  await click('Save');
  expect(toastTexts()).toEqual(['prompt cannot be empty']);
  expect(panel('Entities').getByRole('alert').textContent).toBe('prompt cannot be empty');
  expect(server.countOf(save)).toBe(0);
});

test('INTENT-041 INTENT-042 an empty phrase and a duplicate are refused', async () => {
  await openIntent();
  await userEvent.click(phraseInput());
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(toastTexts()).toEqual(['training phrases should not be empty']);
  await addByKey('Where is  my ORDER');
  expect([toastTexts(), shownPhrases().length]).toEqual([['Duplication of utterance name'], 2]);
});

test('pasting many lines offers to add each', async () => {
  await openIntent();
  await userEvent.click(phraseInput());
  await userEvent.paste('one\ntwo\n\nwhere is my order\nthree');
  await click('Add 4 lines as phrases');
  expect([shownPhrases(), toastTexts()]).toEqual([
    ['one', 'two', 'three', 'order from Pune', 'where is my order'],
    ['Added: 3. Already in the list: 1.'],
  ]);
});

test('INTENT-034 an edited phrase returns to the input and is replaced on Ctrl+Enter; a mark that no longer fits is named', async () => {
  await openIntent();
  await click('Edit “order from Pune”');
  const input = phraseInput() as HTMLTextAreaElement;
  expect(input.value).toBe('order from Pune');
  await userEvent.clear(input);
  await userEvent.type(input, 'order from Delhi{Control>}{Enter}{/Control}');
  expect([shownPhrases(), toastTexts(), input.value]).toEqual([
    ['order from Delhi', 'where is my order'],
    ['These marks do not match the new text and were removed: “Pune”'],
    '',
  ]);
});

test('INTENT-059 INTENT-062 deleting one phrase asks first', async () => {
  await openIntent();
  await click('Delete “where is my order”');
  await answer('No');
  expect(shownPhrases()).toHaveLength(2);
  await click('Delete “where is my order”');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted  utterance  succesfully']));
  expect(shownPhrases()).toEqual(['order from Pune']);
});

test('INTENT-060 INTENT-062 selected phrases are deleted together', async () => {
  await openIntent();
  await addByKey('a third');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select “a third”' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select “where is my order”' }));
  await click('Delete selected');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted  utterances  succesfully']));
  expect(shownPhrases()).toEqual(['order from Pune']);
});

test('phrases are searched by their words', async () => {
  await openIntent();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search phrases' }), 'pune');
  expect(shownPhrases()).toEqual(['order from Pune']);
});

test('ten thousand phrases draw only those in sight', async () => {
  saved = {
    ...intent,
    utterances: Array.from({ length: 10_000 }, (_, index) => ({ utterance: `phrase ${index}`, entityDefined: false, entityRefs: [] })),
  };
  await openIntent();
  const drawn = shownPhrases().length;
  expect([drawn > 10, drawn < 40, screen.getByRole('tab', { name: /Training phrases/ }).textContent]).toEqual([
    true,
    true,
    'Training phrases10,000',
  ]);
});

const selectWords = (text: string, start: number, end: number) => {
  const box = screen.getByText(text).parentElement as HTMLElement;
  const node = screen.getByText(text).firstChild as Node;
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  fireEvent.mouseUp(box);
};

test('INTENT-010 INTENT-011 INTENT-013 INTENT-063 INTENT-064 selected words open the picker; an entity makes them a parameter', async () => {
  server.replies[save] = () => good(intent, 'Saved');
  await openIntent();
  selectWords('where is my order', 12, 17);
  const picker = within(await screen.findByRole('dialog', { name: 'Mark entity in “where is my order”' }));
  expect(picker.getByText('Chosen: “order”')).toBeTruthy();
  expect(server.queriesOf(entities)).toEqual([{ from: '0', perPage: '100' }]);
  expect(picker.getAllByRole('option').map((option) => option.textContent)).toEqual(['citycity', 'Another city', 'dish', 'sys.dateA day']);
  await userEvent.type(picker.getByRole('searchbox', { name: 'Filter entities' }), 'dish');
  expect(picker.getAllByRole('option').map((option) => option.textContent)).toEqual(['dish']);
  expect(server.countOf(entities)).toBe(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('order → dish')).toBeTruthy();
  expect((screen.getByRole('textbox', { name: 'Name of the parameter dish' }) as HTMLInputElement).value).toBe('dish');
  expect((screen.getByRole('textbox', { name: 'Value of dish' }) as HTMLInputElement).value).toBe('order');
});

test('an entity that there is not yet is made in the picker, with the chosen words as its first value', async () => {
  const create = `POST ${nlp}/entity`;
  server.replies[create] = () => refused('bot.not_found', 'No such agent.');
  await openIntent();
  selectWords('where is my order', 12, 17);
  const picker = within(await screen.findByRole('dialog', { name: 'Mark entity in “where is my order”' }));
  await userEvent.type(await picker.findByRole('searchbox', { name: 'Filter entities' }), 'thing');
  const option = 'Create the entity “thing” with “order”';
  await userEvent.click(await picker.findByRole('option', { name: option }));
  expect((await picker.findByRole('alert')).textContent).toBe('No such agent.');
  server.replies[create] = () =>
    good({
      id: idOf(140),
      name: 'thing',
      agentId: botId,
      type: 0,
      description: '',
      isSensitive: false,
      updatedOn: '2024-01-06T15:06:00.000Z',
      version: 1,
      values: [{ value: 'order', type: 'synonyms', synonyms: ['order'], pattern: [] }],
    });
  await userEvent.click(picker.getByRole('option', { name: option }));
  expect(await screen.findByText('order → thing')).toBeTruthy();
  expect(server.bodyOf(create)).toEqual({
    agentId: botId,
    name: 'thing',
    values: [{ value: 'order', type: 'synonyms', synonyms: ['order'], pattern: [] }],
  });
});

test('INTENT-012 closing the picker forgets the words', async () => {
  await openIntent();
  selectWords('where is my order', 12, 17);
  await screen.findByRole('dialog', { name: 'Mark entity in “where is my order”' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  document.getSelection()?.removeAllRanges();
  await click('Mark entity in “where is my order”');
  expect(within(await screen.findByRole('dialog')).getByText('Select words first.')).toBeTruthy();
  expect(hasUnsavedIntent()).toBe(false);
});

test('a keyboard user chooses the words in the picker itself', async () => {
  await openIntent();
  document.getSelection()?.removeAllRanges();
  await click('Mark entity in “where is my order”');
  const picker = within(await screen.findByRole('dialog'));
  const words = picker.getByRole('textbox', { name: 'Words' }) as HTMLInputElement;
  expect(words.readOnly).toBe(false); // else no key would move through it
  await userEvent.type(words, 'x');
  expect(words.value).toBe('where is my order');
  words.setSelectionRange(9, 17);
  fireEvent.select(words);
  expect(picker.getByText('Chosen: “my order”')).toBeTruthy();
  await userEvent.click(picker.getByRole('option', { name: 'dish' }));
  expect(await screen.findByText('my order → dish')).toBeTruthy();
  await click('Remove the mark dish from “my order”');
  expect(screen.queryByText('my order → dish')).toBeNull();
});

test('INTENT-025 INTENT-026 prompts are edited as a list, one a line or separated by commas', async () => {
  server.replies[save] = () => good(intent, 'Saved');
  await openIntent();
  await click('Edit prompts of city');
  const text = (await screen.findByRole('textbox', { name: 'Prompts for city' })) as HTMLTextAreaElement;
  expect(text.value).toBe('Which city?\nWhere from?');
  await userEvent.clear(text);
  await userEvent.type(text, 'Where?{Enter}From where?, Why?');
  await click('OK');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect(body().entities[0]?.prompts).toEqual(['Where?', 'From where?', 'Why?']);
});

test('INTENT-062 ENTITY-047 removing a parameter asks first and takes its marks along', async () => {
  await openIntent();
  await click('Delete city');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted  Entity  succesfully']));
  expect([screen.queryByText('Pune → city'), screen.queryByRole('textbox', { name: 'Value of city' })]).toEqual([null, null]);
});

test('INTENT-028 INTENT-030 INTENT-031 Discard brings back name, phrases and all', async () => {
  await openIntent();
  const name = screen.getByRole('textbox', { name: 'Intent name' }) as HTMLInputElement;
  await userEvent.type(name, ' x');
  await addByKey('a third');
  await userEvent.click(screen.getByRole('checkbox', { name: 'city is required' }));
  expect(hasUnsavedIntent()).toBe(true);
  await click('Discard');
  expect([name.value, shownPhrases(), hasUnsavedIntent()]).toEqual(['order status', ['order from Pune', 'where is my order'], false]);
  expect((screen.getByRole('checkbox', { name: 'city is required' }) as HTMLInputElement).checked).toBe(true);
});

test('INTENT-028 saving takes the phrase that is typed and not added yet', async () => {
  server.replies[save] = () => good(intent, 'Saved');
  await openIntent();
  await userEvent.type(phraseInput(), 'has it left the shop');
  expect(hasUnsavedIntent()).toBe(true);
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect(body().utterances.map(({ utterance }) => utterance)).toEqual(['has it left the shop', 'order from Pune', 'where is my order']);
  expect([(phraseInput() as HTMLTextAreaElement).value, hasUnsavedIntent()]).toEqual(['', false]);
});

test('INTENT-042 a typed phrase that cannot be added stands against saving', async () => {
  await openIntent();
  await userEvent.type(phraseInput(), 'Where is my ORDER');
  await click('Save');
  expect([toastTexts(), server.countOf(save)]).toEqual([['Duplication of utterance name'], 0]);
  expect((phraseInput() as HTMLTextAreaElement).value).toBe('Where is my ORDER');
  expect(phraseInput().getAttribute('aria-invalid')).toBe('true');
});

test('INTENT-030 Discard forgets what is typed, and the answer that is typed is saved', async () => {
  saved = { ...intent, responses: [] };
  server.replies[save] = () => good(intent, 'Saved');
  await openIntent();
  await userEvent.type(phraseInput(), 'a third');
  await click('Discard');
  expect([(phraseInput() as HTMLTextAreaElement).value, hasUnsavedIntent()]).toEqual(['', false]);
  await userEvent.click(screen.getByRole('tab', { name: /^Responses?/ }));
  await typeAnswer('<p>On its way</p>');
  expect(hasUnsavedIntent()).toBe(true);
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect(body().responses).toEqual([{ response: 'On its way' }]);
});

test('INTENT-007 Close closes an intent without changes, and it stays closed', async () => {
  const router = await openIntent();
  await click('Close');
  expect(await screen.findByText('No intent is open')).toBeTruthy();
  expect((router.state.location.search as unknown as IntentSearch).intent).toBe('');
});

test('STORY-008 INTENT-032 INTENT-033 another intent, a new one and the way back are refused while there are unsaved changes', async () => {
  const router = await openIntent();
  await userEvent.type(screen.getByRole('textbox', { name: 'Intent name' }), ' x');
  for (const work of [
    () => userEvent.click(screen.getByRole('button', { name: /^refund/ })),
    () => click('Create Intent'),
    () => click('Back to the stories'),
  ]) {
    await work();
    expect(toastTexts()).toEqual(['Please Save or Discard the changes']);
  }
  notifications.clean();
  void router.navigate({ to: '.', search: { story: ordersId, intent: refundId, name: '' } as never });
  await waitFor(() => expect(toastTexts()).toEqual(['Please Save or Discard the changes']));
  expect(router.state.location.search).toEqual({ story: ordersId, intent: statusId, name: '' });
});

test('another screen asks before it takes unsaved changes away', async () => {
  const router = await openIntent();
  await userEvent.type(screen.getByRole('textbox', { name: 'Intent name' }), ' x');
  void router.navigate({ to: '/bots' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('All bots')).toBeTruthy();
  expect(hasUnsavedIntent()).toBe(false);
});

test('INTENT-055 INTENT-058 a name that is taken is told as the server says it, and the changes stay', async () => {
  server.replies[save] = () => ({ ...good(null, 'Duplicate intent name, intent not created'), code: '102' });
  await openIntent();
  await userEvent.type(screen.getByRole('textbox', { name: 'Intent name' }), ' x');
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Duplicate intent name, intent not created']));
  expect([button('Discard').textContent, hasUnsavedIntent()]).toEqual(['Discard', true]);
});

test('INTENT-056 a refused save shows the server’s message and every fault', async () => {
  server.replies[save] = () =>
    refused('intent.invalid', 'The intent is not valid.', {
      errors: [{ field: 'utterances.0', code: 'test.fault', values: {}, message: 'This phrase is too long.' }],
    });
  await openIntent();
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['The intent is not valid.']));
  await waitFor(() =>
    expect(panel('order status').getByRole('alert').textContent).toBe('The intent is not valid.This phrase is too long.'),
  );
});

test('INTENT-057 a save that reaches no server has its text, and says what happened', async () => {
  await openIntent();
  server.replies[save] = () => Promise.reject(new TypeError('no line'));
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Intent name  required']));
  await waitFor(() =>
    expect(panel('order status').getByRole('alert').textContent).toBe(
      'The server could not be reached. Your changes are not saved. Please try again.',
    ),
  );
});

test('INTENT-014 INTENT-017 nothing is generated without a selected phrase', async () => {
  await openIntent();
  await click('Generate');
  expect(toastTexts()).toEqual(['Select at least one training phrase']);
});

test('INTENT-014 INTENT-015 INTENT-016 INTENT-018 INTENT-019 generated phrases are appended unsaved', async () => {
  server.replies[paraphrase] = () => good({ paraphrases: ['where has my order gone', 'where is my order'] });
  await openIntent();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select “where is my order”' }));
  await click('Generate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate training phrases' }));
  expect(dialog.getByText(/in progress/)).toBeTruthy();
  const counts = dialog.getAllByRole('radio') as HTMLInputElement[];
  expect(counts.map(({ value, checked }) => [value, checked])).toEqual([
    ['10', true],
    ['5', false],
  ]);
  await userEvent.click(counts[1] as HTMLElement);
  await userEvent.click(dialog.getByRole('button', { name: 'Generate' }));
  await waitFor(() => expect(shownPhrases()).toEqual(['where has my order gone', 'order from Pune', 'where is my order']));
  expect(server.bodyOf(paraphrase)).toEqual({ lines: ['where is my order'], num_return_sequences: 5 });
  expect([hasUnsavedIntent(), server.countOf(save)]).toEqual([true, 0]);
});

test('INTENT-020 a service that is not there says so in the dialog', async () => {
  server.replies[paraphrase] = () => refused('server.unavailable', 'Phrases cannot be generated now.', { retryAfterSeconds: 1 });
  await openIntent();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select “where is my order”' }));
  await click('Generate');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Generate' }));
  expect((await dialog.findByText('Phrases cannot be generated now.')).textContent).toBe('Phrases cannot be generated now.');
});

test('INTENT-045 INTENT-046 INTENT-061 the one response is shown; deleting it asks first and opens the editor', async () => {
  await openIntent();
  await userEvent.click(screen.getByRole('tab', { name: /Response/ }));
  expect(screen.getByText('on its way').tagName).toBe('STRONG');
  expect(screen.queryByRole('textbox', { name: 'Response' })).toBeNull();
  await click('Delete the response');
  await answer();
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted the response succesfully']));
  expect(await screen.findByRole('textbox', { name: 'Response' })).toBeTruthy();
});

test('INTENT-022 INTENT-043 INTENT-044 INTENT-047 Ctrl+Enter adds the response as markdown; an empty one is refused', async () => {
  server.replies[save] = () => good(intent, 'Saved');
  saved = { ...intent, responses: [] };
  await openIntent();
  await userEvent.click(screen.getByRole('tab', { name: /Response/ }));
  const box = (await screen.findByRole('textbox', { name: 'Response' })) as HTMLElement & {
    editor: { commands: { setContent: (html: string) => void } };
  };
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  expect(toastTexts()).toEqual(['Responce should not be empty']);
  box.editor.commands.setContent('<p>From <strong>{{from_city}}</strong>.</p>');
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Response' })).toBeNull());
  await userEvent.click(screen.getByRole('switch', { name: /^Hand over to an agent after this answer/ }));
  await click('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect([body().responses, body().handsOver]).toEqual([[{ response: 'From **{{from_city}}**.' }], true]);
});

test('an intent that cannot be loaded says so and can be tried again', async () => {
  server.replies[one] = () => refused('intent.not_found', 'No such intent.') as Reply;
  open(`?story=${ordersId}&intent=${statusId}`);
  expect((await screen.findByRole('alert')).textContent).toContain('No such intent.');
  server.replies[one] = () => good(intent);
  await click('Try again');
  expect(await screen.findByRole('textbox', { name: 'Intent name' })).toBeTruthy();
});
