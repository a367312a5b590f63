import { type BotDetails, nlp } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { setToken } from '../../../lib/session.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId, sampleBot } from '../shared/bot.fixtures.ts';
import { PromptPage } from './prompt-page.tsx';

const save = `POST ${botBase}/prompt`;
const stored: BotDetails['promptConfig'] = {
  openaiKey: idOf(5),
  prompt: 'Be brief.',
  extractData: true,
  userData: [{ name: 'city', description: 'Where they live' }],
};
let promptConfig = stored;
const server = stubServer(() => {
  promptConfig = stored;
  return {
    [`GET ${botBase}`]: () => good({ ...sampleBot, type: 'prompt', promptConfig }),
    [`GET ${nlp}/genai/config`]: () => good([{ id: idOf(5), name: 'Our OpenAI' }]),
    [save]: ({ body }) => good(body, 'Prompt Updated Successfully'),
  };
});
const open = () =>
  openScreens(
    `/bots/${botId}/prompt`,
    (root) => [screenAt(root, '/bots/$botId/prompt', PromptPage), screenAt(root, '/bots/$botId/gen-ai', () => 'The knowledge')],
    sampleMe,
  );
const promptField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));
const nameOf = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Name of variable ${number}` });
const descriptionOf = (number: number) => screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Description of variable ${number}` });

test('PROMPT-001 PROMPT-002 PROMPT-003 PROMPT-004 PROMPT-005 PROMPT-007 BOT-047 BOT-048 the screen shows what is saved', async () => {
  open();
  expect((await promptField()).value).toBe('Be brief.');
  expect(screen.getByRole('heading', { name: 'Prompt Configuration' }).tagName).toBe('H2');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Do you want to collect data after conversation?' }).checked).toBe(true);
  const table = screen.getByRole('table', { name: 'Variables' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['S.No', 'Variable name', 'Description', 'Action']);
  expect([nameOf(1).tagName, nameOf(1).value, descriptionOf(1).tagName, descriptionOf(1).value]).toEqual([
    'INPUT',
    'city',
    'TEXTAREA',
    'Where they live',
  ]);
  expect(screen.getByRole('button', { name: 'Delete variable 1' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add a variable' })).toBeTruthy();
  const bar = within(screen.getByRole('region', { name: 'Configuration' }));
  await waitFor(() => expect(bar.getByRole<HTMLInputElement>('combobox', { name: 'Select Configuration' }).value).toBe('Our OpenAI'));
  expect(bar.getAllByRole('button', { name: /Configuration|Update/ }).map((button) => button.textContent)).toEqual([
    'Create Configuration',
    'Update',
  ]);
});

test('PROMPT-006 PROMPT-019 the table says No Record, and hides while nothing is collected', async () => {
  promptConfig = { ...stored, extractData: false, userData: [] };
  open();
  await promptField();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Do you want to collect data after conversation?' }));
  expect(within(screen.getByRole('table', { name: 'Variables' })).getByText('No Record').tagName).toBe('P');
});

test('PROMPT-008 PROMPT-009 PROMPT-016 BOT-086 Update saves the prompt with the configuration and the variables', async () => {
  open();
  await userEvent.type(await promptField(), ' And kind.');
  await userEvent.click(screen.getByRole('button', { name: 'Add a variable' }));
  await userEvent.type(nameOf(2), 'size');
  await userEvent.type(descriptionOf(2), 'Of the shoe');
  await update();
  await waitFor(() => expect(toastTexts()).toEqual(['Prompt Updated Successfully']));
  expect(server.bodyOf(save)).toEqual({
    openaiKey: idOf(5),
    prompt: 'Be brief. And kind.',
    extractData: true,
    userData: [
      { name: 'city', description: 'Where they live' },
      { name: 'size', description: 'Of the shoe' },
    ],
    version: 1,
  });
});

test('PROMPT-018 nothing is sent of the variables while none are collected', async () => {
  open();
  await promptField();
  await userEvent.click(screen.getByRole('switch', { name: 'Do you want to collect data after conversation?' }));
  await update();
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ extractData: false, userData: [] }));
});

test('PROMPT-010 a variable is deleted after it was confirmed', async () => {
  open();
  await promptField();
  const remove = async (answer: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete variable 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
  };
  await remove('No');
  expect(nameOf(1).value).toBe('city');
  await remove('Yes');
  expect((await screen.findByText('No Record')).textContent).toBe('No Record');
});

test('PROMPT-011 PROMPT-013 PROMPT-014 PROMPT-017 a missing value is reported beside its field, and nothing is sent', async () => {
  open();
  const prompt = await promptField();
  await userEvent.clear(prompt);
  await userEvent.type(prompt, '   ');
  await userEvent.clear(descriptionOf(1));
  await userEvent.type(descriptionOf(1), ' ');
  await update();
  expect(screen.getByText('Prompt is Mandatory').textContent).toBe('Prompt is Mandatory');
  expect(screen.getByRole('alert').textContent).toBe('Add variables name , description and fill mandatory fields');
  expect([document.activeElement === prompt, descriptionOf(1).getAttribute('aria-invalid')]).toEqual([true, 'true']);
  await userEvent.type(descriptionOf(1), 'x');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.clear(nameOf(1));
  await userEvent.type(nameOf(1), ' ');
  expect([screen.getByRole('alert').textContent, nameOf(1).getAttribute('aria-invalid')]).toEqual([
    'Add variables name , description and fill mandatory fields',
    'true',
  ]);
  await userEvent.type(nameOf(1), 'x');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete variable 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Add variables name , description and fill mandatory fields');
  expect(server.countOf(save)).toBe(0);
});

test('PROMPT-012 PROMPT-015 the bar asks for a configuration where none is chosen', async () => {
  promptConfig = { ...stored, openaiKey: '' };
  open();
  await promptField();
  await update();
  expect(screen.getByText('Please select any configuration').textContent).toBe('Please select any configuration');
  expect([document.activeElement?.getAttribute('role'), server.countOf(save)]).toEqual(['combobox', 0]);
});

test('a refused save shows the server’s words and keeps what was typed', async () => {
  server.replies[save] = () => refused('bot.not_found', 'No such agent.');
  open();
  await userEvent.type(await promptField(), '!');
  await update();
  await waitFor(() => expect(toastTexts()).toEqual(['No such agent.']));
  expect((await promptField()).value).toBe('Be brief.!');
});

test('unsaved changes are asked about before the screen is left', async () => {
  setToken('token');
  const router = open();
  await userEvent.type(await promptField(), '!');
  void router.navigate({ to: `/bots/${botId}/gen-ai` as never });
  expect((await screen.findByRole('dialog', { name: 'Leave without saving?' })).tagName).toBe('SECTION');
  expect(screen.queryByText('The knowledge')).toBeNull();
});

describe('somebody has saved the prompt meanwhile', () => {
  /** Saves Ada's changes after the form was opened, at version 2. */
  function changeMeanwhile(theirs: Partial<BotDetails['promptConfig']>) {
    let version = 2;
    server.replies[`GET ${botBase}`] = () => good({ ...sampleBot, type: 'prompt', promptConfig: { ...stored, ...theirs }, version });
    server.replies[save] = ({ body }) => {
      if ((body as { version: number }).version !== version)
        return refused('record.changed', 'Changed by Ada', {
          changedBy: 'Ada',
          changedAt: '2024-01-05T10:00:00.000Z',
          version,
          current: {},
        });
      version += 1;
      return good({ ...(body as object), version }, 'Prompt Updated Successfully');
    };
  }
  const dialog = async () => within(await screen.findByRole('dialog', { name: /^Changed by Ada at / }));
  const press = (of: ReturnType<typeof within>, name: string) => userEvent.click(of.getByRole('button', { name }));

  test('screens 0.1 changes in different fields are both kept, and nothing is overwritten unasked', async () => {
    open();
    await userEvent.type(await promptField(), ' And kind.');
    changeMeanwhile({ userData: [{ name: 'city', description: 'Where they work' }] });
    await update();
    const asked = await dialog();
    await asked.findByText('Your changes and theirs are in different fields.');
    await press(asked, 'Keep both');
    await waitFor(() => expect(toastTexts()).toEqual(['Prompt Updated Successfully']));
    expect(server.bodyOf(save)).toMatchObject({
      prompt: 'Be brief. And kind.',
      userData: [{ name: 'city', description: 'Where they work' }],
      version: 2,
    });
    expect(descriptionOf(1).value).toBe('Where they work');
    // The form goes on from what it has saved.
    await userEvent.type(await promptField(), ' Always.');
    await update();
    await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ prompt: 'Be brief. And kind. Always.', version: 3 }));
  });

  test('a field that both have changed is compared, and one of its values is chosen', async () => {
    open();
    await userEvent.type(await promptField(), ' And kind.');
    changeMeanwhile({ prompt: 'Be long.' });
    await update();
    const asked = await dialog();
    await asked.findByText(/You have both changed: Prompt/);
    expect(asked.queryByRole('button', { name: 'Keep both' })).toBeNull();
    await press(asked, 'Compare');
    const row = within(asked.getByRole('row', { name: /^Prompt/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Be brief.', 'Be long.', 'Be brief. And kind.']);
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Save what I chose' }).disabled).toBe(true);
    await userEvent.click(row.getByRole('radio', { name: 'Prompt: Yours' }));
    await press(asked, 'Save what I chose');
    await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ prompt: 'Be brief. And kind.', version: 2 }));
  });

  test('Reload shows what stands in place of what was typed; going back leaves the form as it is', async () => {
    open();
    await userEvent.type(await promptField(), ' And kind.');
    changeMeanwhile({ prompt: 'Be long.' });
    await update();
    await press(await dialog(), 'Back to the form');
    expect((await promptField()).value).toBe('Be brief. And kind.');
    await update();
    await press(await dialog(), 'Reload');
    await waitFor(async () => expect((await promptField()).value).toBe('Be long.'));
    expect(server.countOf(save)).toBe(2);
    expect(toastTexts()).toEqual([]);
  });
});
