import { type BotConfig, botTexts, llmTypes, type Me, nlp } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getOpenedDialog } from '../../../lib/dialogs.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId, sampleBot } from '../shared/bot.fixtures.ts';
import { BotConfigPage } from './bot-config-page.tsx';

const save = `POST ${botBase}/config`;
const configs = `GET ${nlp}/genai/config`;
const create = 'POST /e/enterprise/appiyo_authconfig';
const connect = `PUT ${botBase}/channels`;
let config: BotConfig;
const server = stubServer(() => {
  config = sampleBot.config;
  return {
    [`GET ${botBase}`]: () => good({ ...sampleBot, config }),
    [`GET ${botBase}/channels`]: () =>
      good({
        channels: [
          { id: idOf(1), name: 'Website', isAnswered: true, botName: 'Shop helper' },
          { id: idOf(2), name: 'WhatsApp', isAnswered: false, botName: 'Old bot' },
        ],
      }),
    [configs]: () => good([{ id: idOf(5), name: 'Our OpenAI' }]),
    [save]: () => good({ ...config, version: 2 }, 'Configuration Updated Successfully'),
  };
});
const open = (me: Me = sampleMe) =>
  openScreens(
    `/bots/${botId}/configuration`,
    (root) => [screenAt(root, '/bots/$botId/configuration', BotConfigPage), screenAt(root, '/bots/$botId/intents', () => 'The intents')],
    me,
  );
const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const chooseModel = async (name: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Select Model Type' }));
  await userEvent.click(await screen.findByRole('option', { name }));
};
const retype = async (name: string, value: string) => {
  await userEvent.clear(field(name));
  if (value !== '') await userEvent.type(field(name), value);
};

test('CFG-001 CFG-002 CFG-005 CFG-006 CFG-008 CFG-009 CFG-020 CFG-022 CFG-027 the form shows what is saved', async () => {
  open();
  expect((await screen.findByRole('heading', { name: 'Entities Configuration' })).tagName).toBe('H2');
  expect((screen.getByRole('combobox', { name: 'Select Model Type' }) as HTMLInputElement).value).toBe('Semantic');
  expect((screen.getByRole('combobox', { name: 'Select Language' }) as HTMLInputElement).value).toBe('English');
  expect(['Entity extract retries', 'Out of scope message', 'Threshold value'].map((name) => field(name).value)).toEqual([
    '2',
    'Sorry',
    '0.5',
  ]);
  expect(screen.getByText(/Threshold value must be between zero and 1/).textContent).toBe(
    'Threshold value must be between zero and 1. in effect: 0.5',
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Select Model Type' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['OpenAi', 'Semantic', 'GPT2', 'SVM']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('combobox', { name: 'Select Language' }));
  expect((await screen.findAllByRole('option', { name: /English|Hindi/ })).map((option) => option.textContent)).toEqual([
    'English',
    'Hindi',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Hindi' }));
  await userEvent.click(button('Update'));
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ language: 'hi' }));
});

test('CFG-007 CFG-008 websiteCrawler is understood when stored', async () => {
  config = { ...config, modelType: 'websiteCrawler' };
  open();
  await waitFor(() =>
    expect((screen.getByRole('combobox', { name: 'Select Model Type' }) as HTMLInputElement).value).toBe('websiteCrawler'),
  );
});

test('CFG-004 CFG-018 CFG-021 CFG-024 CFG-025 CFG-026 Update saves; the threshold takes 0 to 200 and shows what is in effect', async () => {
  open();
  await screen.findByRole('heading', { name: 'Entities Configuration' });
  await retype('Threshold value', '75');
  expect(screen.getByText('in effect: 0.75')).toBeTruthy();
  await userEvent.click(button('Update'));
  await waitFor(() => expect(toastTexts()).toEqual(['Configuration Updated Successfully']));
  expect(server.bodyOf(save)).toEqual({
    entityExtractRetries: '2',
    outOfScopeMessage: 'Sorry',
    modelType: 'Semantic',
    confidenceThreshold: '75',
    language: 'en',
    openaiKey: '',
    version: '1',
  });
});

test('CFG-010 CFG-015 CFG-016 CFG-017 CFG-018 CFG-023 Update is disabled while the form is not valid', async () => {
  open();
  await screen.findByRole('heading', { name: 'Entities Configuration' });
  const faults: [string, string, string][] = [
    ['Entity extract retries', '0', botTexts.retriesLow],
    ['Entity extract retries', '', 'This field is mandatory.'],
    ['Threshold value', '', 'This field is mandatory.'],
  ];
  for (const [name, value, message] of faults) {
    const before = field(name).value;
    await retype(name, value);
    expect([button('Update').disabled, screen.getAllByText(message).length > 0], `${name} ${value}`).toEqual([true, true]);
    await retype(name, before || '2');
  }
  await retype('Entity extract retries', '2');
  await retype('Threshold value', '200');
  await retype('Out of scope message', '');
  expect(button('Update').disabled).toBe(false);
  for (const [threshold, isRefused] of [
    ['200.5', true],
    ['0', false],
    ['-1', true],
  ] as const) {
    await retype('Threshold value', threshold);
    expect([threshold, button('Update').disabled]).toEqual([threshold, isRefused]);
  }
  await retype('Threshold value', '1');
  await chooseModel('OpenAi');
  await screen.findByRole('combobox', { name: 'Select Open AI API Configuration' });
  expect(button('Update').disabled).toBe(false);
});

test('CFG-011 CFG-012 CFG-013 SVM hides the threshold and sends it all the same', async () => {
  open();
  for (const model of ['OpenAi', 'Semantic', 'GPT2']) {
    await chooseModel(model);
    expect([model, field('Threshold value').value]).toEqual([model, '0.5']);
  }
  await chooseModel('SVM');
  expect(screen.queryByRole('textbox', { name: 'Threshold value' })).toBeNull();
  await userEvent.click(button('Update'));
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ modelType: 'SVM', confidenceThreshold: '0.5' }));
});

test('CFG-002 CFG-014 GENAI-003 GENAI-016 the OpenAI configuration is chosen for OpenAi alone', async () => {
  open();
  await screen.findByRole('heading', { name: 'Entities Configuration' });
  for (const model of ['GPT2', 'SVM', 'Semantic']) {
    await chooseModel(model);
    expect(screen.queryByRole('combobox', { name: 'Select Open AI API Configuration' })).toBeNull();
  }
  expect([server.countOf(configs), screen.queryByRole('button', { name: 'Create Configuration' })]).toEqual([0, null]);
  await chooseModel('OpenAi');
  expect(button('Create Configuration').disabled).toBe(false);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Select Open AI API Configuration' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Our OpenAI' }));
  await userEvent.click(button('Update'));
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ openaiKey: idOf(5) }));
});

test('GENAI-017 configurations that cannot be listed show the server’s message', async () => {
  server.replies[configs] = () => refused('server.unavailable', 'Not now.', { retryAfterSeconds: 1 });
  open();
  await chooseModel('OpenAi');
  expect((await screen.findByText('Not now.')).textContent).toBe('Not now.');
});

test('CFG-003 Cancel goes to the intents', async () => {
  const router = open();
  await screen.findByRole('heading', { name: 'Entities Configuration' });
  await retype('Out of scope message', 'x');
  await userEvent.click(button('Cancel'));
  expect(await screen.findByText('The intents')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/bots/${botId}/intents`);
});

test('a refused save shows the server’s message and keeps what was typed', async () => {
  server.replies[save] = () => refused('bot.not_found', 'No such agent.');
  open();
  await screen.findByRole('heading', { name: 'Entities Configuration' });
  await retype('Out of scope message', 'Pardon');
  await userEvent.click(button('Update'));
  await waitFor(() => expect(toastTexts()).toEqual(['No such agent.']));
  expect(field('Out of scope message').value).toBe('Pardon');
});

async function openIntegration() {
  open();
  await chooseModel('OpenAi');
  await userEvent.click(await screen.findByRole('button', { name: 'Create Configuration' }));
  return within(await screen.findByRole('dialog', { name: 'Create Integration' }));
}

test('WIDGET-028 the Create Integration form is the type CREATEiNTEGRATION of the shared dialog', async () => {
  const dialog = await openIntegration();
  expect(getOpenedDialog()?.dialog).toMatchObject({ type: 'CREATEiNTEGRATION', title: 'Create Integration' });
  expect(dialog.getByRole('textbox', { name: 'Configuration name' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(getOpenedDialog()).toBeUndefined();
});

test('GENAI-001 GENAI-007 GENAI-010 GENAI-011 GENAI-012 GENAI-013 errors show only after a submit, and go as they are mended', async () => {
  const dialog = await openIntegration();
  const texts = ['Configuration name should not be empty', 'LLM Type should not be empty', 'API Key should not be empty'];
  expect(texts.map((text) => dialog.queryByText(text))).toEqual([null, null, null]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(texts.map((text) => dialog.getByText(text).textContent)).toEqual(texts);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Configuration name' }), 'x');
  expect(dialog.queryByText(texts[0] as string)).toBeNull();
  expect(server.countOf(create)).toBe(0);
  const key = dialog.getByLabelText(/^API key/) as HTMLInputElement;
  expect(key.type).toBe('password');
  await userEvent.click(dialog.getByRole('button', { name: 'Show or hide the key' }));
  expect(key.type).toBe('text');
});

test('GENAI-002 GENAI-004 GENAI-005 GENAI-006 GENAI-008 GENAI-009 GENAI-014 a new configuration is saved, listed and chosen', async () => {
  server.replies[create] = () => {
    server.replies[configs] = () =>
      good([
        { id: idOf(5), name: 'Our OpenAI' },
        { id: idOf(6), name: 'Ours' },
      ]);
    return { ...good(null), response: { _id: idOf(6), name: 'Ours' }, message: { message: 'Configuration Saved Successfully' } } as never;
  };
  const dialog = await openIntegration();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Configuration name' }), ' Ours ');
  await userEvent.click(dialog.getByRole('combobox', { name: 'LLM type' }));
  expect((await screen.findAllByRole('option', { name: /OpenAI|GPT$/ })).map((option) => option.textContent)).toEqual(['OpenAI', 'GPT']);
  await userEvent.click(screen.getByRole('option', { name: 'GPT' }));
  await userEvent.type(dialog.getByLabelText(/^API key/), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'More' }));
  // A user who names such a model is told which data leaves the installation.
  const model = await dialog.findByRole('textbox', { name: 'Embedding model' });
  expect(document.getElementById(model.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'every question that customers ask it are then sent to this address',
  );
  await userEvent.type(model, ' small ');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = { name: 'Ours', authType: '5', llm: '2', apikey: 'secret', baseUrl: '', sandboxUrl: '', model: '', embeddingModel: 'small' };
  expect(server.bodyOf(create)).toEqual(sent);
  expect(llmTypes).toEqual({ OpenAI: 1, GPT: 2 });
  expect(toastTexts()).toEqual(['Configuration Saved SuccessfullyTest']);
  await waitFor(() =>
    expect((screen.getByRole('combobox', { name: 'Select Open AI API Configuration' }) as HTMLInputElement).value).toBe('Ours'),
  );
});

test('a refused configuration stays open with the server’s words beside the field', async () => {
  server.replies[create] = () =>
    refused('integration.invalid', 'The address is not allowed.', {
      errors: [{ field: 'baseUrl', code: 'test.fault', values: {}, message: 'A private address.' }],
    });
  const dialog = await openIntegration();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Configuration name' }), 'Ours');
  await userEvent.click(dialog.getByRole('combobox', { name: 'LLM type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'OpenAI' }));
  await userEvent.type(dialog.getByLabelText(/^API key/), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The address is not allowed.']));
  await waitFor(() => expect(dialog.getByText('A private address.').textContent).toBe('A private address.'));
});

test('a configuration that exists is changed without its key, and keeps it', async () => {
  const ours = {
    ...{
      _id: idOf(5),
      name: 'Our OpenAI',
      state: 'untried',
      hasSecret: true,
      authType: 5,
      llm: 1,
      baseUrl: 'https://llm.example.com/v1',
      // This form does not show it, and keeps it.
      sandboxUrl: 'https://sandbox.example.com/v1',
      model: 'large',
      version: 3,
    },
    ...{ usedBy: [], lastSuccessAt: null, lastError: '', updatedAt: '2026-11-01T10:00:00.000Z' },
  };
  server.replies[`GET /e/enterprise/appiyo_authconfig/${idOf(5)}`] = () =>
    ({ ...good(null), response: { ...ours, embeddingModel: '', apikeyEnding: 'wxyz' } }) as never;
  const update = `PUT /e/enterprise/appiyo_authconfig/${idOf(5)}`;
  server.replies[update] = () =>
    ({ ...good(null), response: { _id: idOf(5), name: 'Our OpenAI' }, message: { message: 'Saved' } }) as never;
  open();
  await chooseModel('OpenAi');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Select Open AI API Configuration' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Our OpenAI' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Our OpenAI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Our OpenAI' }));
  expect((dialog.getByLabelText(/^API key/) as HTMLInputElement).value).toBe('');
  expect(dialog.getByText('Leave it empty to keep the key that ends in wxyz.').tagName).toBe('P');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Embedding model' }), 'small');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(update)).toEqual({
    ...{ name: 'Our OpenAI', authType: '5', llm: '1', apikey: '', baseUrl: 'https://llm.example.com/v1', model: 'large' },
    sandboxUrl: 'https://sandbox.example.com/v1',
    ...{ embeddingModel: 'small', version: '3' },
  });
});

test('the channels where the bot answers are chosen and saved', async () => {
  server.replies[connect] = () => good(null, 'Success');
  open();
  const card = within(await screen.findByRole('region', { name: 'Where this bot answers' }));
  const boxes = (await card.findAllByRole('checkbox')) as HTMLInputElement[];
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
  expect(card.getByText('Old bot answers here now. If you select this channel, this bot answers instead.')).toBeTruthy();
  await userEvent.click(boxes[1] as HTMLElement);
  await userEvent.click(boxes[0] as HTMLElement);
  await userEvent.click(card.getByRole('button', { name: 'Save channels' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The channels are saved.']));
  expect(server.bodyOf(connect)).toEqual({ channelIds: [idOf(2)] });
});

test('channels are read-only without the right to edit them, and the reason is shown', async () => {
  open({ ...sampleMe, permissions: ['NLP.VIEW'] } as Me);
  const card = within(await screen.findByRole('region', { name: 'Where this bot answers' }));
  expect(((await card.findAllByRole('checkbox')) as HTMLInputElement[]).map(({ disabled }) => disabled)).toEqual([true, true]);
  expect([card.queryByRole('button'), card.getByText('Only a role that can edit channels can change this.').tagName]).toEqual([null, 'P']);
  const form = screen.getByRole('heading', { name: 'Entities Configuration' }).closest('form') as HTMLElement;
  expect(within(form).queryAllByRole('button')).toEqual([]);
});
