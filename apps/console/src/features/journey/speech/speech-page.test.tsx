import { endpoints, type SpeechFigures, type SpeechMessage } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setToken } from '../../../lib/session.ts';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { SpeechPage } from './speech-page.tsx';

const calls = endpoints.speech;
const call = ({ method, path }: { method: string; path: string }, id = idOf(1)) => `${method} ${path.replace(':speechId', id)}`;
const message: SpeechMessage = {
  ...{ id: idOf(1), at: '2026-03-02T09:00:00.000Z', source: 'stream', customerName: 'Meera', channelName: 'Shop', streamName: 'Loans' },
  ...{ node: 'Write down', sourceId: idOf(9), lengthMs: 90_400, language: 'hi', service: 'Ears', confidence: 0.4, leastConfidence: 0.6 },
  ...{
    status: 'DONE',
    text: 'nau se paanch',
    originalText: null,
    isHidden: false,
    isAnswer: false,
    cost: 900_000,
    error: '',
    canPlay: true,
    version: 3,
  },
};
const failed: SpeechMessage = {
  ...message,
  ...{ id: idOf(2), customerName: 'Asha', status: 'FAILED', text: '', confidence: null, isAnswer: null, lengthMs: null, cost: null },
  error: 'The service answered 503.',
};
const figures: SpeechFigures = {
  ...{ fromDate: '2026-03-01', toDate: '2026-03-07', zone: 'Asia/Kolkata', messages: 5, ended: 4, done: 3, ms: 90_400, untimed: 1 },
  ...{ confidence: 0.4, cost: 900_000, currency: 'INR', unpriced: 1 },
};
const server = stubServer(() => ({
  [call(calls.choices)]: () =>
    good({ streams: [{ id: idOf(3), name: 'Loans' }], channels: [{ id: idOf(4), name: 'Shop' }], languages: ['hi'] }),
  [call(calls.figures)]: () => good(figures),
  [call(calls.list)]: () => good({ rows: [message, failed], next: null }),
  [call(calls.play)]: () => good({ url: '/files/voice' }),
  [call(calls.correct)]: () => good({ ...message, text: 'nau baje', originalText: message.text }),
  [call(calls.retry, idOf(2))]: () => good({ ...failed, status: 'DONE', text: 'das' }),
}));
const usual = {
  ...{
    fromDate: '',
    toDate: '',
    source: '',
    channelId: '',
    journeyId: '',
    language: '',
    status: '',
    below: '0',
    text: '',
    sandbox: 'false',
  },
};
function open() {
  setToken('t');
  return openScreens('/journey/speech-to-text-report', (root) => [screenAt(root, '/journey/speech-to-text-report', SpeechPage)]);
}
const shownCards = () =>
  [...(screen.getByText('Recordings').closest('dl')?.children ?? [])].map((card) => [...card.children].map((part) => part.textContent));

test('cards sum the recordings up and say what they leave out; a row below the limit of its step is marked', async () => {
  open();
  expect(await screen.findByText('nau se paanch')).toBeTruthy();
  await screen.findByText('75.0 %');
  expect(shownCards()).toEqual([
    ['Recordings', '5', '1 is under way'],
    ['Minutes', '1.5', 'without 1 of unknown length'],
    ['Written down', '75.0 %', '3 of 4'],
    ['Confidence', '40.0 %', ''],
    ['Cost', 'Rs.0.90', 'without 1 that has no price'],
  ]);
  const row = within(screen.getByRole('row', { name: /nau se paanch/ }));
  expect(row.getByTitle('Below the limit of 60.0 %').textContent).toBe('40.0 %');
  expect([row.getByText('1:30'), row.getByText('No'), row.getByText('Write down')].length).toBe(3);
  expect(within(screen.getByRole('row', { name: /Asha/ })).getByText('The service answered 503.')).toBeTruthy();
  expect(server.queriesOf(call(calls.list))).toEqual([{ ...usual, after: '' }]);
});

test('filters are asked for, and stay in the address', async () => {
  const router = open();
  await screen.findByText('nau se paanch');
  const choose = async (filter: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: filter }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  await choose('State', 'Failed');
  await choose('Stream', 'Loans');
  await choose('Channel', 'Shop');
  await choose('Asked by', 'Streams');
  await choose('Language', 'Hindi');
  await userEvent.type(screen.getByLabelText('Confidence below'), '60');
  await userEvent.type(screen.getByLabelText('Text contains'), 'nau{Enter}');
  await userEvent.click(screen.getByRole('switch', { name: 'Sandbox' }));
  const chosen = { status: 'FAILED', journeyId: idOf(3), channelId: idOf(4), source: 'stream', language: 'hi', text: 'nau' };
  await waitFor(() => expect(server.queriesOf(call(calls.figures)).at(-1)).toEqual({ ...usual, ...chosen, below: '0.6', sandbox: 'true' }));
  expect(router.state.location.search).toMatchObject({ ...chosen, below: 60, sandbox: true });
});

test('a recording is played by a link that is made for it, its text is corrected, and one that failed is tried again', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Play the recording of Meera/ }));
  const player = await screen.findByLabelText(/^Play the recording of Meera/, { selector: 'audio' });
  expect(player.getAttribute('src')).toBe('/files/voice');

  await userEvent.click(screen.getByRole('button', { name: /^More on the recording of Meera/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Correct the text' }));
  const text = await screen.findByRole('textbox', { name: 'Text' });
  await userEvent.clear(text);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter the text.')).toBeTruthy();
  await userEvent.type(text, 'nau baje');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(call(calls.correct))).toEqual({ text: 'nau baje', version: '3' }));

  await userEvent.click(await screen.findByRole('button', { name: /^More on the recording of Asha/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Write down again' }));
  await waitFor(() => expect(server.countOf(call(calls.retry, idOf(2)))).toBe(1));
});
