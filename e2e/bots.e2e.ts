import { expect, type Locator, type Page } from '@playwright/test';
import { makePdf } from '../apps/server/test/pdf.ts';
import { addDocument, importPhrases, makeBot, openBuilder, openTryIt, trainByCall, trainOnScreen } from './bots.ts';
import { messageIn, openWidget, pickUp, say } from './chats.ts';
import { hostPage } from './host-page.ts';
import { downloadTable, expectAccessible, expectFits, openPage, test, visit } from './pages.ts';

/** Selects one word as a hand does, by a double click upon it. */
async function selectWord(page: Page, text: Locator, word: string): Promise<void> {
  const { x, y } = await text.evaluate((element, wanted) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(wanted));
    range.setEnd(node, node.data.indexOf(wanted) + wanted.length);
    const box = range.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, word);
  await page.mouse.dblclick(x, y);
}

const orders = [
  'I want to order a chocolate cake',
  'can you bake a cake for us tomorrow',
  'we need a birthday cake',
  'please make a lemon cake',
  'order a cake for a party',
  'a big cake with cream please',
  'bake something sweet for my wedding',
  'I would like to book a cake',
];
const others = [
  ['when are you open', 'Opening hours'],
  ['what are your opening hours', 'Opening hours'],
  ['until what time is the bakery open', 'Opening hours'],
  ['are you open on sundays', 'Opening hours'],
  ['when do you close today', 'Opening hours'],
  ['at which hour does the shop close', 'Opening hours'],
  ['where is your shop', 'Address'],
  ['what is the address of the bakery', 'Address'],
  ['how do I find you', 'Address'],
  ['in which street are you', 'Address'],
  ['is there a parking place near the shop', 'Address'],
  ['give me directions to the bakery', 'Address'],
] as const;
const answers = { 'Opening hours': 'We are open from *7 to 18*.', Address: 'You find us in Mill Lane 4.' };
const handbook = makePdf([
  ['Our bread', 'Every loaf is baked in a stone oven over beech wood.'],
  ['Gift vouchers', 'Gift vouchers are valid for three years from the day of purchase.'],
]);

test('BOT-008 BOT-020 BOT-056 INTENT-010 INTENT-048 ENTITY-042 TRYIT-002 TRYIT-005 TRYIT-013 a bot is built, taught, trained and tried', async ({
  browser,
}) => {
  const { page, problems, token } = await openBuilder(browser, 'Bakery');
  await test.step('an agent is created', async () => {
    await page.goto('/bots');
    await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible();
    await expectAccessible(page, 'no agents');
    await page.getByRole('button', { name: 'Create New Agent' }).click();
    const form = page.getByRole('dialog', { name: 'Create New Agent' });
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await form.getByLabel('Name').fill('Bakery helper');
    await form.getByRole('radio', { name: 'NLP Based' }).check();
    await form.getByLabel('Description').fill('Takes orders of cakes');
    await expectAccessible(page, 'a new agent', '[role="dialog"]');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Agent Created  Successfully')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('article').getByText('Not Trained')).toBeVisible();
    await expectAccessible(page, 'the list of agents', 'main');
    await page.getByRole('link', { name: 'Bakery helper' }).click();
    await expect(page).toHaveURL(/\/bots\/[^/]+\/intents/);
  });
  const botId = /\/bots\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  const tab = (name: string) => page.getByRole('navigation', { name: 'Screens of Bakery helper' }).getByRole('link', { name, exact: true });

  await test.step('an entity with synonyms is made', async () => {
    await tab('Entities').click();
    await page.getByRole('link', { name: 'Create Entity' }).first().click();
    await page.getByLabel('Name').fill('cake');
    const values = page.getByRole('group', { name: 'Values' });
    await values.getByRole('textbox', { name: 'Value 1', exact: true }).fill('Chocolate');
    await values.getByRole('combobox', { name: 'Type of value 1' }).click();
    await page.getByRole('option', { name: 'Synonyms' }).click();
    await values.getByRole('textbox', { name: 'Synonyms of value 1' }).click();
    const popup = page.getByRole('dialog', { name: 'Synonyms of value 1' });
    await popup.getByLabel('New synonym').fill('choco, cocoa');
    await popup.getByRole('button', { name: 'Add' }).click();
    await expect(popup.getByLabel('Entry 2')).toHaveValue('cocoa');
    await expectAccessible(page, 'the synonyms of a value', '[role="dialog"]');
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(values.getByRole('textbox', { name: 'Synonyms of value 1' })).toHaveValue('choco, cocoa');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Entity Saved Successfully')).toBeVisible();
    await expect(page.getByRole('row', { name: /cake/ })).toContainText('Chocolate');
    await expectAccessible(page, 'the list of entities', 'main');
  });

  await test.step('a story and an intent are made', async () => {
    await tab('Intents').click();
    await page.getByRole('textbox', { name: 'Add Story' }).fill('Orders');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open Orders' }).click();
    await page.getByRole('region', { name: 'Stories' }).getByRole('button', { name: 'Create Intent' }).click();
    await page.getByLabel('Intent name').fill('Order a cake');
    await page.getByRole('textbox', { name: 'Training phrase' }).click();
    await page.keyboard.insertText(orders.join('\n'));
    await page.getByRole('button', { name: 'Add 8 lines as phrases' }).click();
    await expect(page.getByText('8 phrases are added.')).toBeVisible();

    const phrases = page.getByRole('list', { name: 'Training phrases' });
    await selectWord(page, phrases.getByText('I want to order a chocolate cake'), 'chocolate');
    await expect(page.getByText('Chosen: “chocolate”')).toBeVisible();
    await expectAccessible(page, 'the picker of entities', '[role="dialog"]');
    await page.getByRole('option', { name: /^cake/ }).click();
    await expect(page.getByText('chocolate → cake')).toBeVisible();
    await page.getByRole('button', { name: 'Mark entity in “can you bake a cake for us tomorrow”' }).click();
    await page.getByLabel('Words').press('End');
    await page.keyboard.press('Shift+Control+ArrowLeft');
    await expect(page.getByText('Chosen: “tomorrow”')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Filter entities' }).fill('sys.date');
    await page.getByRole('option', { name: /^sys\.date(?![-a-z])/ }).click();

    const parameters = page.getByRole('table', { name: 'Entities' });
    await page.getByRole('textbox', { name: 'Name of the parameter sys.date' }).fill('day');
    await parameters.getByRole('checkbox', { name: 'day is required' }).check();
    for (const [name, prompt] of [
      ['cake', 'Which cake shall it be?'],
      ['day', 'For which day shall we bake?'],
    ] as const) {
      await parameters.getByRole('button', { name: `Edit prompts of ${name}` }).click();
      await page.getByLabel(`Prompts for ${name}`).fill(prompt);
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await expect(parameters.getByText(prompt)).toBeVisible();
    }
    await page.getByRole('tab', { name: /^Response/ }).click();
    await page.getByRole('textbox', { name: 'Response' }).click();
    await page.keyboard.type('Your cake is ready on ');
    await page.getByRole('button', { name: 'Insert a parameter' }).click();
    await page.getByRole('menuitem', { name: '{{day}}' }).click();
    await expect(page.getByRole('textbox', { name: 'Response' })).toHaveText('Your cake is ready on {{day}}');
    await page.getByRole('textbox', { name: 'Response' }).press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Edit the response' })).toBeVisible();
    await expectAccessible(page, 'an intent');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Intent Saved Successfully')).toBeVisible();
    await expect(page.getByText('Not saved')).toHaveCount(0);
  });

  await importPhrases(
    page.request,
    token,
    botId,
    others.map(([phrase, intent]) => [intent, phrase, 'Shop', answers[intent]]),
  );
  await addDocument(page.request, token, botId, 'handbook.pdf', handbook);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Order a cake 8 phrases' })).toBeVisible();
  await trainOnScreen(page);

  const { panel, log, ask } = await openTryIt(page);
  await test.step('the bot is tried', async () => {
    await page.keyboard.press('Enter');
    await expect(log.getByText('Say something')).toBeVisible();
    await ask('I want to order a chocolate cake');
    await expect(log.getByText('For which day shall we bake?')).toBeVisible();
    await ask('on the 3rd of March 2031');
    await expect(log.getByText(/^Your cake is ready on Monday,? 3 March 2031$/)).toBeVisible();
    await ask('when do you open');
    await expect(log.getByText('We are open from 7 to 18.')).toBeVisible();
    await panel.getByRole('switch', { name: 'Details' }).check();
    const details = panel.getByRole('region', { name: 'Details' });
    await expect(details.last().getByText('Opening hours', { exact: true }).first()).toBeVisible();
    await expect(details.last().getByRole('img', { name: /^Confidence [01]\.\d\d, threshold 0\.\d\d$/ })).toBeVisible();
    await expectAccessible(page, 'Try it with details', '[role="dialog"]');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await expectFits(page, log);
    await page.setViewportSize({ width: 1280, height: 720 });
    await panel.getByRole('switch', { name: 'Details' }).uncheck();
    await ask('qwertz blurp zzgh');
    await expect(log.getByText('I am sorry, I did not understand that. Could you say it in other words?')).toBeVisible();
    await ask('How long are gift vouchers valid?');
    await expect(log.getByText(/three years from the day of purchase/)).toBeVisible();
    const source = log.getByRole('link', { name: 'View Source' });
    await expect(source).toHaveAttribute('href', /#page=2$/);
    const file = await page.request.get((await source.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
    expect((await file.body()).equals(handbook)).toBe(true);
  });

  await test.step('a phone shows it all', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await expectFits(page);
    await expectAccessible(page, 'intents of a phone', 'main');
    await page.getByRole('button', { name: 'Back to all agents' }).click();
    await expect(page.getByRole('article').getByText('Trained', { exact: true })).toBeVisible();
    await expectFits(page);
  });
  expect(problems).toEqual([]);
});

test('CFG-004 CFG-024 the bot is put on a channel, answers its visitor, hands over, and the agent reads what it said', async ({
  browser,
  baseURL,
}) => {
  const { page, problems, token } = await openBuilder(browser, 'Harbour');
  const botId = await makeBot(page.request, token, 'Ferry desk');
  await importPhrases(
    page.request,
    token,
    botId,
    others.map(([phrase, intent]) => [intent, phrase, 'Shop', answers[intent]]),
  );
  await trainByCall(page.request, token, botId);
  const made = await page.request.post('/e/enterprise/channels', {
    headers: { 'authentication-token': token },
    data: { name: 'Harbour page', type: 12, data: { allowedDomains: ['127.0.0.1'], title: 'Harbour', entry: 'queue' } },
  });
  const { widgetKey } = ((await made.json()) as { response: { widgetKey: string } }).response;

  await page.goto(`/bots/${botId}/configuration`);
  await page.getByLabel('Out of scope message').fill('Of that I know nothing.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Configuration Updated Successfully')).toBeVisible();
  await expect(page.getByText('Changed since training')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Harbour page' }).check();
  await expectAccessible(page, 'the configuration', 'main');
  await page.getByRole('button', { name: 'Save channels' }).click();
  await expect(page.getByText('The channels are saved.')).toBeVisible();
  await trainOnScreen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);

  const host = await hostPage(baseURL ?? '', widgetKey);
  const visitor = await openPage(browser);
  await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
  await openWidget(visitor.page);
  await say(visitor.page, 'until what time are you open');
  await expect(messageIn(visitor.page, /We are open from/)).toBeVisible();
  await say(visitor.page, 'zzgh blurp qwertz');
  await expect(messageIn(visitor.page, 'Of that I know nothing.')).toBeVisible();
  await say(visitor.page, 'I want to talk to a person');
  await expect(messageIn(visitor.page, 'I will get a colleague for you.')).toBeVisible();
  await say(visitor.page, 'It is about my ticket');

  await page.setViewportSize({ width: 1280, height: 720 });
  await visit(page, '/chat/conversation');
  await pickUp(page, 'It is about my ticket');
  for (const words of [/We are open from/, 'Of that I know nothing.', 'I will get a colleague for you.'])
    await expect(messageIn(page, words)).toBeVisible();
  await expect(page.getByRole('log').getByText('Ferry desk').first()).toBeVisible();
  await say(page, 'Good day, I am a person.');
  await expect(messageIn(visitor.page, 'Good day, I am a person.')).toBeVisible();
  expect([...problems, ...visitor.problems.filter((problem) => !problem.includes('favicon'))]).toEqual([]);
  host.close();
});

const things = [
  'invoice',
  'parcel',
  'ticket',
  'contract',
  'password',
  'loan',
  'meter',
  'insurance',
  'passport',
  'flight',
  'hotel',
  'garden',
  'camera',
  'medicine',
  'bicycle',
];
const deeds = ['cancel', 'find', 'pay for', 'renew', 'complain about', 'compare', 'insure', 'lend', 'repair', 'sell'];
const ways = [
  'I want to # @',
  'how can I # @',
  'please # @',
  'help me to # @',
  'is it possible to # @',
  'could you # @ for me',
  'where do people # @',
  'my wife would like to # @ today',
];
/** 150 intents of 8 phrases each. */
const table = deeds.flatMap((deed) =>
  things.flatMap((thing) =>
    ways.map(
      (way) => [`${deed} ${thing}`, way.replace('#', deed).replace('@', `the ${thing}`), 'Table', `About ${deed} ${thing}.`] as const,
    ),
  ),
);

test('BOT-055 BOT-056 INTENT-050 INTENT-052 a table of 150 intents is trained on the screen with its progress, and listed', async ({
  browser,
}) => {
  const { page, problems, token } = await openBuilder(browser, 'Tables');
  const botId = await makeBot(page.request, token, 'Large');
  expect(await importPhrases(page.request, token, botId, table)).toMatchObject({ intentsAdded: 150, phrasesAdded: 1200 });
  await page.goto(`/bots/${botId}/intents`);
  await test.step('the training tells how far it is', async () => {
    await page.getByRole('button', { name: 'Train Agent' }).click();
    await expect(page.getByRole('progressbar', { name: /^(Building|Measuring) the model$/ })).toBeVisible();
    // A training of more than half a minute is told in other words.
    await expect(page.getByText('Trained', { exact: true })).toBeVisible({ timeout: 150_000 });
  });
  await test.step('the intents are listed and searched', async () => {
    await page.getByRole('button', { name: 'Open Table' }).click();
    const intents = page.getByRole('list', { name: 'Intents of Table' }).getByRole('listitem');
    await expect(intents).toHaveCount(150);
    await page.getByRole('searchbox', { name: 'Search intents' }).fill('renew pass');
    await expect(intents).toHaveCount(2);
    await page.getByRole('button', { name: 'renew passport 8 phrases' }).click();
    await expect(page.getByLabel('Intent name')).toHaveValue('renew passport');
  });
  await test.step('its training data is taken out', async () => {
    await visit(page, `/bots/${botId}/training?tab=data`);
    expect(await downloadTable(page, page.getByRole('button', { name: 'Export CSV' }))).toContain('renew passport');
  });
  await test.step('its answers are its own', async () => {
    const { log, ask } = await openTryIt(page);
    await ask('can you renew the passport');
    await expect(log.getByText('About renew passport.')).toBeVisible();
  });
  expect(problems).toEqual([]);
});
