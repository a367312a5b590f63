import type { Assist, AssistDraft, ChatTranslation } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getOwnStore, setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, holdTime, idOf, type Reply, refused, stubServer, toastTexts } from '../../../test-screens.tsx';
import { useChatKeys } from '../shared/use-chat-acts.ts';
import { Composer } from './composer.tsx';
import { TranslationText } from './translation-text.tsx';

const chatId = idOf(1);
const [assistCall, writeCall] = [`GET /e/enterprise/chat/${chatId}/assist`, `POST /e/enterprise/chat/${chatId}/assist/write`];
const [readCall, translateCall] = [`GET /e/enterprise/chat/${chatId}/translations`, `POST /e/enterprise/chat/${chatId}/translations`];
const replyCall = `POST /e/enterprise/chat/${chatId}/translations/reply`;

const passage: AssistDraft = {
  ...{ kind: 'passage', sourceId: idOf(21), text: 'The warranty is two years.', name: 'Warranty', botName: 'Seller' },
  ...{ page: 4, url: 'https://shop.example/warranty', confidence: 0.82, isStale: false, proof: 'p1' },
};
const intent: AssistDraft = {
  ...{ kind: 'intent', sourceId: idOf(22), text: 'Ask ⟦name⟧ about it.', name: 'Ask', botName: 'Seller' },
  ...{ page: 0, url: '', confidence: 0.6, isStale: true, proof: 'p2' },
};
const assist: Assist = { drafts: [passage, intent], hasSources: true, model: '', language: 'en' };
let answer: () => Reply | Promise<Reply>;
let written: () => Reply | Promise<Reply>;
let translations: ChatTranslation[];
const server = stubServer(() => {
  answer = () => good(assist);
  written = () => good({ text: 'Written.', sourceId: idOf(30), proof: 'w1' });
  translations = [];
  return {
    [assistCall]: () => answer(),
    [writeCall]: () => written(),
    [readCall]: () => good(translations),
    [translateCall]: () => good([{ number: 7, language: 'en', text: 'Where is it?' }]),
    [replyCall]: () => good({ text: 'वारंटी', sourceId: idOf(30), proof: 't1' }),
  };
});

type Asked = { number: number; isAnswered: boolean; numbers: readonly number[] };
function Pane({ asked }: { asked: Asked }) {
  useChatKeys();
  return (
    <>
      <TranslationText chatId={chatId} number={7} />
      <Composer
        chatId={chatId}
        customerName="Ravi"
        channelType={12}
        seen={7}
        takesFocus={false}
        onLeave={() => {}}
        assisted={asked}
        ref={null}
      />
    </>
  );
}

function open(asked: Partial<Asked> = {}) {
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  draw(<Pane asked={{ number: 7, isAnswered: false, numbers: [7], ...asked }} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  const sent = () => line.sent.filter(({ type }) => type === 'agentReply').map(({ data }) => data as Record<string, unknown>);
  return { line, field, sent };
}
const strip = async () => within(await screen.findByRole('region', { name: 'Suggestions' }));
const choose = async (name: string) => {
  await userEvent.click(await (await strip()).findByRole('button', { name: 'Write' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('suggestions stand with source and confidence; one key lays the first, again the next, and nothing is sent by it', async () => {
  const { field, sent } = open();
  const first = await (await strip()).findByRole('button', { name: 'Take over: The warranty is two years. 82 %, Warranty, page 4' });
  expect((await strip()).getByRole('link', { name: 'Open the source: Warranty, page 4' }).getAttribute('href')).toBe(passage.url);
  (await strip()).getByRole('button', { name: 'Take over: Ask ⟦name⟧ about it. 60 %, Ask, may be out of date' });
  expect(first.getAttribute('data-taken')).toBeNull();
  field.focus();
  await userEvent.keyboard('{Control>}.{/Control}');
  expect([field.value, first.getAttribute('data-taken')]).toEqual([passage.text, 'true']);
  screen.getByText('Taken over 1 of 2: Warranty, 82 %. Nothing is sent yet.');
  await userEvent.keyboard('{Control>}.{/Control}');
  expect(field.value).toBe(intent.text);
  // A place that has to be filled is selected, and holds the reply up until it is.
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([4, 10]));
  await userEvent.keyboard('{Enter}');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('Meera');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(sent()).toMatchObject([{ message: 'Ask Meera about it.', assist: { kind: 'intent', sourceId: idOf(22), proof: 'p2' } }]),
  );
  // The next reply is the agent's own.
  await userEvent.type(field, 'Bye{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).not.toHaveProperty('assist');
});

test('the key works outside of fields too, keeps what was typed, and a text that is emptied names no draft', async () => {
  const { field, sent } = open();
  await (await strip()).findByRole('button', { name: /Warranty/ });
  await userEvent.type(field, 'Hello,');
  field.blur();
  await userEvent.keyboard('{Control>}.{/Control}');
  expect(field.value).toBe(`Hello,\n${passage.text}`);
  await userEvent.clear(field);
  await userEvent.type(field, 'My own{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ message: 'My own' }]));
  expect(sent()[0]).not.toHaveProperty('assist');
});

test('the strip is as high while it loads, says what it has not, and asks again after a failure', async () => {
  holdTime();
  let answerNow: (value: Reply) => void = () => {};
  answer = () => new Promise((resolve) => (answerNow = resolve));
  open();
  const region = await strip();
  await waitFor(() => expect(server.countOf(assistCall)).toBe(1));
  expect(region.queryByText('Looking for suggestions…')).toBeNull();
  await region.findByText('Looking for suggestions…');
  answerNow(good({ ...assist, drafts: [] }));
  await region.findByText('No suggestion for this message');
  expect(server.queriesOf(assistCall)).toEqual([{ number: '7' }]);
});

test('a failure is told, and asked again by a press', async () => {
  answer = () => refused('chat.not_found', 'No such chat.');
  open();
  const region = await strip();
  await region.findByText(/could not be read/);
  answer = () => good(assist);
  await userEvent.click(region.getByRole('button', { name: 'Try again' }));
  expect(await region.findByRole('button', { name: /Warranty/ })).toBeTruthy();
});

test('the strip goes where no bot and no model helps, and is not there the next time until something helps', async () => {
  answer = () => good({ drafts: [], hasSources: false, model: '', language: '' });
  open();
  await screen.findByRole('region', { name: 'Suggestions' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull());
  expect(getOwnStore()?.read('assist-useful')).toBe('false');
});

test('an answered message has no suggestions, and a chat without a message asks for none', async () => {
  open({ isAnswered: true });
  await (await strip()).findByText('The last message is answered');
  expect((await strip()).queryByRole('button', { name: /Take over/ })).toBeNull();
});

test('it is hidden and shown by a press, which is kept for the user', async () => {
  open({ number: 0, numbers: [] });
  await userEvent.click(await (await strip()).findByRole('button', { name: 'Hide the suggestions' }));
  expect(getOwnStore()?.read('assist')).toBe('false');
  await userEvent.click((await strip()).getByRole('button', { name: 'Show the suggestions' }));
  expect([getOwnStore()?.read('assist'), server.countOf(assistCall)]).toEqual([null, 0]);
});

test('a model writes before the agent’s eyes; its words are taken over by the key, and the own ones come back', async () => {
  answer = () => good({ ...assist, model: 'Writer' });
  let finish: (value: Reply) => void = () => {};
  written = () => new Promise((resolve) => (finish = resolve));
  const { field, line, sent } = open();
  await userEvent.type(field, 'You get you money bak');
  await choose('Correct my reply');
  const panel = await screen.findByRole('region', { name: 'Writer is writing…' });
  await waitFor(() => expect(server.countOf(writeCall)).toBe(1));
  const { key, ...body } = server.bodyOf(writeCall) as { key: string };
  expect(body).toEqual({ kind: 'correct', text: 'You get you money bak', language: 'en' });
  line.receive({ type: 'assistPartial', data: { key: 'other', text: 'Nothing' } });
  line.receive({ type: 'assistPartial', data: { key, text: 'You get' } });
  await waitFor(() => expect(panel.textContent).toContain('You get'));
  expect(panel.textContent).not.toContain('Nothing');
  finish(good({ text: 'You get your money back.', sourceId: idOf(30), proof: 'w1' }));
  await screen.findByRole('button', { name: /^Take over(?!:)/ });
  expect(field.value).toBe('You get you money bak');
  fireEvent.keyDown(field, { key: '.', ctrlKey: true });
  expect(field.value).toBe('You get your money back.');
  await userEvent.click(screen.getByRole('button', { name: 'Back to my words' }));
  expect(field.value).toBe('You get you money bak');
  await choose('Correct my reply');
  await waitFor(() => expect(server.countOf(writeCall)).toBe(2));
  finish(good({ text: 'You get your money back.', sourceId: idOf(30), proof: 'w1' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Take over(?!:)/ }));
  await userEvent.type(field, '{Enter}');
  await waitFor(() =>
    expect(sent()).toMatchObject([{ message: 'You get your money back.', assist: { kind: 'correct', sourceId: idOf(30), proof: 'w1' } }]),
  );
});

test('a model that does not write is told as that, and a stopped one leaves nothing', async () => {
  answer = () => good({ ...assist, model: 'Writer' });
  written = () =>
    refused('assist.failed', 'The endpoint did not answer within 10 s.', { reason: 'The endpoint did not answer within 10 s.' });
  const { field } = open();
  await choose('Draft an answer');
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer within 10 s');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('alert')).toBeNull();
  written = () => new Promise(() => {});
  await choose('Draft an answer');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect([screen.queryByRole('region', { name: /is writing/ }), field.value]).toEqual([null, '']);
});

test('nothing that needs a model is offered without one', async () => {
  open();
  await (await strip()).findByRole('button', { name: /Warranty/ });
  expect((await strip()).queryByRole('button', { name: 'Write' })).toBeNull();
});

test('messages are translated below themselves once the reader wants it, and the own words go with a translated reply', async () => {
  answer = () => good({ ...assist, model: 'Writer', language: 'hi' });
  const { field, sent } = open();
  await userEvent.click(await (await strip()).findByRole('button', { name: 'Write' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Translate messages into English' }));
  await screen.findByText('In English: Where is it?');
  expect([getOwnStore()?.read('assist-translate'), server.bodyOf(translateCall)]).toEqual(['true', { numbers: [7], language: 'en' }]);
  expect(server.queriesOf(readCall)).toEqual([{ language: 'en' }]);
  await userEvent.type(field, 'The warranty');
  await choose('Translate my reply into Hindi');
  await userEvent.click(await screen.findByRole('button', { name: /^Take over(?!:)/ }));
  expect(field.value).toBe('वारंटी');
  await userEvent.type(field, '{Enter}');
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { message: 'वारंटी', assist: { kind: 'translation' }, original: { text: 'The warranty', language: 'en' } },
    ]),
  );
  expect(server.bodyOf(replyCall)).toEqual({ text: 'The warranty', language: 'hi' });
  await userEvent.click(await (await strip()).findByRole('button', { name: 'Write' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Translate messages into English' }));
  await waitFor(() => expect(screen.queryByText('In English: Where is it?')).toBeNull());
});

test('a message that cannot be translated is told once', async () => {
  answer = () => good({ ...assist, model: 'Writer', language: 'hi' });
  server.replies[translateCall] = () => refused('assist.failed', 'The endpoint answered 500.', { reason: 'The endpoint answered 500.' });
  open();
  await userEvent.click(await (await strip()).findByRole('button', { name: 'Write' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Translate messages into English' }));
  await waitFor(() => expect(toastTexts()).toEqual(['A message could not be translated: The endpoint answered 500.']));
  expect(server.countOf(translateCall)).toBe(1);
});
