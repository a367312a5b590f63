import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { openPage, signIn, type Watched } from './pages.ts';

const base = '/chatbird/api/nlp';
type Call = { method: 'GET' | 'POST'; path: string; body?: object; file?: { field: string; name: string; type: string; content: Buffer } };

/** One call of the builder, which must succeed. @param path behind the builder's base path @returns its `data` */
async function call<T>(request: APIRequestContext, token: string, { method, path, body, file }: Call): Promise<T> {
  const answer = await request.fetch(`${base}${path}`, {
    method,
    headers: { 'authentication-token': token },
    ...(file
      ? { multipart: { ...body, [file.field]: { name: file.name, mimeType: file.type, buffer: file.content } } }
      : body
        ? { data: body }
        : {}),
  });
  const envelope = (await answer.json()) as { code: string; message: string; data: T };
  expect(envelope, `${method} ${path}`).toMatchObject({ status: true, code: '100' });
  return envelope.data;
}

export async function listBots(request: APIRequestContext, token: string): Promise<{ id: string; training: { state: string } }[]> {
  const { agents } = await call<{ agents: { id: string; training: { state: string } }[] }>(request, token, {
    method: 'GET',
    path: '/v2/agent/?perPage=-1',
  });
  return agents;
}

export const makeBot = async (request: APIRequestContext, token: string, name: string): Promise<string> =>
  (
    await call<{ id: string }>(request, token, {
      method: 'POST',
      path: '/agent',
      body: { name, description: `${name}, made for a journey`, type: 'nlp' },
    })
  ).id;

/** @param lines phrases, each with its intent's name, story and answer */
export async function importPhrases(
  request: APIRequestContext,
  token: string,
  botId: string,
  lines: readonly (readonly [intent: string, phrase: string, story: string, response: string])[],
): Promise<{ intentsAdded: number; phrasesAdded: number }> {
  const content = [['intent', 'phrase', 'story', 'response'], ...lines].map((cells) => cells.join('\t')).join('\n');
  return call(request, token, {
    method: 'POST',
    path: `/agent/${botId}/import`,
    file: { field: 'file', name: 'phrases.tsv', type: 'text/tab-separated-values', content: Buffer.from(content) },
  });
}

/** Uploads a PDF into the knowledge of a bot, and waits until it is read. */
export async function addDocument(request: APIRequestContext, token: string, botId: string, name: string, content: Buffer): Promise<void> {
  await call(request, token, {
    method: 'POST',
    path: '/agent/upload_documents',
    body: { agentId: botId },
    file: { field: 'files', name, type: 'application/pdf', content },
  });
  await call(request, token, {
    method: 'POST',
    path: `/agent/${botId}/genai/config`,
    body: { kbFromWebsite: false, websitesUrls: [], kbFromDoc: true, documents: [], genAiConfigId: '' },
  });
  await expect
    .poll(async () => {
      const { sources } = await call<{ sources: { status: string }[] }>(request, token, {
        method: 'GET',
        path: `/agent/${botId}/knowledge`,
      });
      return sources.map(({ status }) => status);
    })
    .toEqual(['READY']);
}

export async function trainByCall(request: APIRequestContext, token: string, botId: string): Promise<void> {
  expect(await call(request, token, { method: 'GET', path: `/agent/${botId}/train` })).toMatchObject({ phase: 'DONE' });
}

/** A page of the builder in an enterprise of the journey's own. */
export async function openBuilder(browser: Browser, name: string): Promise<Watched & { token: string }> {
  const watched = await openPage(browser);
  const { email } = await makeEnterprise(watched.page.request, name);
  return { ...watched, token: await signIn(watched.page, email) };
}

/** Trains on the screen, as everybody does after a change, until the bot is told to be trained. */
export async function trainOnScreen(page: Page): Promise<void> {
  // These words stand as long as the training takes, which may be short.
  const building = page.getByText('Please wait while we are building the knowledge base!!').waitFor();
  await page.getByRole('button', { name: 'Train Agent' }).click();
  await building;
  await expect(page.getByText('Agent trained successfully')).toBeVisible();
  await expect(page.getByText('Trained', { exact: true })).toBeVisible();
}

/** The panel in which a builder talks to the bot. */
export async function openTryIt(page: Page): Promise<{ panel: Locator; log: Locator; ask: (text: string) => Promise<void> }> {
  await page.getByRole('button', { name: 'Try it' }).click();
  const panel = page.getByRole('dialog', { name: /^Try it: / });
  await expect(panel.getByRole('textbox', { name: 'Message' })).toBeFocused();
  return {
    panel,
    log: panel.getByRole('log'),
    ask: async (text: string) => {
      await panel.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.keyboard.press('Enter');
    },
  };
}
