import { emotionLabels, type SentimentSettings } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { SentimentPage } from './sentiment-page.tsx';

const save = `PUT ${botBase}/sentiment`;
const negative = ['anger', 'fear'];
const positive = ['joy', 'love'];
const stored: SentimentSettings = {
  isOn: true,
  levels: Object.fromEntries(
    emotionLabels.map((emotion) => [
      emotion,
      negative.includes(emotion) ? 'negative' : positive.includes(emotion) ? 'positive' : 'neutral',
    ]),
  ) as SentimentSettings['levels'],
  action: 'offerAgent',
  afterCount: 2,
};
let isWrong: boolean;
const server = stubServer(() => {
  isWrong = false;
  return {
    [`GET ${botBase}/sentiment`]: () =>
      good({
        settings: stored,
        version: 1,
        trend: [{ date: new Date().toISOString().slice(0, 10), positive: 1, neutral: 2, negative: 3 }],
        samples: [{ turnId: idOf(1), text: 'This is bad', emotion: 'anger', level: 'negative', isWrong, at: '2024-01-06T15:05:00.000Z' }],
      }),
    [save]: ({ body }) => good({ ...(body as object), version: 2 }),
  };
});
const open = () => openScreens(`/bots/${botId}/sentiment`, (root) => [screenAt(root, '/bots/$botId/sentiment', SentimentPage)]);
const namesOf = (level: string) =>
  within(screen.getByRole('list', { name: level }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('BOT-050 BOT-051 decision 0119: sentiment is no empty screen; the 28 emotions stand in three columns, and each is moved by its menu', async () => {
  open();
  await screen.findByRole('switch', { name: 'Recognise the sentiment of messages' });
  expect([namesOf('Positive'), namesOf('Negative'), namesOf('Neutral').length]).toEqual([positive, negative, 24]);
  await userEvent.click(screen.getByRole('button', { name: 'fear, Negative: move' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to Neutral' }));
  expect(namesOf('Negative')).toEqual(['anger']);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The sentiment settings are saved.']));
  expect(server.bodyOf(save)).toEqual({ ...stored, levels: { ...stored.levels, fear: 'neutral' }, version: 1 });
});

test('the action on negative messages is chosen with the count, and can be discarded', async () => {
  open();
  const action = await screen.findByRole<HTMLInputElement>('combobox', { name: 'On negative messages' });
  expect([action.value, screen.getByRole<HTMLInputElement>('textbox', { name: 'Number of negative messages in a row' }).value]).toEqual([
    'Offer an agent',
    '2',
  ]);
  await userEvent.click(action);
  await userEvent.click(await screen.findByRole('option', { name: 'Do nothing' }));
  expect(screen.queryByRole('textbox', { name: 'Number of negative messages in a row' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(action.value).toBe('Offer an agent');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('the trend carries its numbers as a table, for the chosen period', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Numbers of the chart Messages by sentiment' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([...Array<string>(18).fill('0'), '1', '2', '3']);
  await userEvent.click(screen.getByRole('combobox', { name: 'Period' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Last 30 days' }));
  await waitFor(() => expect(server.queriesOf(`GET ${botBase}/sentiment`)).toEqual([{ days: '7' }, { days: '30' }]));
});

test('a sample is marked as wrong, and the mark taken back', async () => {
  const call = `POST ${botBase}/sentiment/${idOf(1)}/wrong`;
  server.replies[call] = ({ body }) => {
    isWrong = (body as { isWrong: string }).isWrong === 'true';
    return good(null);
  };
  open();
  const button = await screen.findByRole('button', { name: 'Wrong: “This is bad”' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Wrong: “This is bad”' }).getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(screen.getByRole('button', { name: 'Wrong: “This is bad”' }));
  await waitFor(() => expect(server.bodyOf(call)).toEqual({ isWrong: 'false' }));
});
