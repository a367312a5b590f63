import { authTypes, fieldError, type IntegrationOutcome } from '@parley/contract';
import { complete, embed, type GenAiAccess, GenAiError } from '../client/gen-ai.client.ts';
import { checkSandbox, invalid, type Kind } from './kind.ts';

const testTimeoutMs = 15_000;

/** An address that outgoing calls could use at all; where it leads is checked at each call. */
function checkAddress(baseUrl: string): string {
  const trimmed = baseUrl.trim().replace(/\/+$/, '');
  if (trimmed === '') return '';
  const url = URL.parse(trimmed);
  const isPlain = url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  if (isPlain) return trimmed;
  throw invalid(fieldError('baseUrl', 'integration.address'));
}

/** A language model: one short question, and one vector where a model for that is named. */
export const genAiKind: Kind<typeof authTypes.genAi> = {
  authType: authTypes.genAi,
  check: async (config, { llm, baseUrl, sandboxUrl, model, embeddingModel }) => ({
    llm,
    baseUrl: checkAddress(baseUrl),
    sandboxUrl: await checkSandbox(config, sandboxUrl),
    model: model.trim(),
    embeddingModel: embeddingModel.trim(),
  }),
  addressOf: ({ baseUrl }) => baseUrl,
  showsEnding: true,
  async try({ config }, settings, apiKey) {
    const access: GenAiAccess = { ...settings, apiKey, allowedHosts: config.privateHosts };
    return { ...(await ask(access)), embedding: settings.embeddingModel === '' ? null : await tryEmbedding(access) };
  },
};

async function ask(access: GenAiAccess): Promise<{ reply: string; reason: string }> {
  const messages = [{ role: 'user', content: 'Answer with the single word: ready' }] as const;
  try {
    return { reply: (await complete(access, { messages, maxTokens: 16, timeoutMs: testTimeoutMs })).slice(0, 200), reason: '' };
  } catch (error) {
    if (!(error instanceof GenAiError)) throw error;
    return { reply: '', reason: error.message };
  }
}

async function tryEmbedding(access: GenAiAccess): Promise<IntegrationOutcome['embedding']> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const [vector] = await embed(access, ['When are you open?'], testTimeoutMs);
    return { isWorking: true, reason: '', tookMs: took(), dimension: vector?.length ?? 0 };
  } catch (error) {
    if (!(error instanceof GenAiError)) throw error;
    return { isWorking: false, reason: error.message, tookMs: took(), dimension: 0 };
  }
}
