import { ReadableStream } from 'node:stream/web';
import { cleanText, llmTypes } from '@parley/contract';
import { BlockedAddress, openSafely, TooLarge } from '#platform/safe-fetch/safe-fetch.ts';

type Library = typeof import('openai');

/** Access to an OpenAI-compatible endpoint; decrypted for the call and kept nowhere. */
export type GenAiAccess = {
  apiKey: string;
  baseUrl: string;
  model: string;
  embeddingModel: string;
  llm: number;
  allowedHosts: readonly string[];
};

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };
/** A call that a model asks for. @property arguments as the model wrote them: JSON, or anything else */
export type AskedCall = { id: string; name: string; arguments: string };
/** A message of a conversation with tools: calls that the model has asked for, and the answer of one. */
export type ToolMessage =
  | ChatMessage
  | { role: 'assistant'; content: string; calls: readonly AskedCall[] }
  | { role: 'tool'; callId: string; content: string };
/** A function that a model may ask for. @property parameters JSON Schema of an object */
export type OfferedTool = { name: string; description: string; parameters: object };
export type Completion = {
  messages: readonly ToolMessage[];
  tools?: readonly OfferedTool[];
  maxTokens: number;
  timeoutMs: number;
  /** 0 for answers that are to be the same each time. */
  temperature?: number;
  onText?: (text: string) => void;
};

/** Reason why an endpoint gave no answer, in words for the screen. */
export class GenAiError extends Error {
  readonly kind: 'limit' | 'refused' | 'unreachable' | 'timeout' | 'unreadable';
  constructor(kind: GenAiError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GenAiError';
    this.kind = kind;
  }
}

export const vendorAddress = 'https://api.openai.com/v1';
const vendorModels: Record<number, string> = { [llmTypes.OpenAI]: 'gpt-4o-mini', [llmTypes.GPT]: 'gpt-4o' };
const mostBytes = { text: 2 * 1024 * 1024, vectors: 16 * 1024 * 1024 };
/** Numbers of a vector: the largest models of today have 4,096. */
const mostDimensions = 4096;

export const modelOf = ({ model, llm }: Pick<GenAiAccess, 'model' | 'llm'>): string => model || (vendorModels[llm] ?? 'gpt-4o-mini');

/** The library's fetch, bound to public addresses and to bounds on time and size. A redirect would carry the key along: none is followed. */
const guardedFetch =
  ({ allowedHosts }: GenAiAccess, { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number }): typeof fetch =>
  async (input, init = {}) => {
    const { signal } = init;
    const response = await openSafely(String(input instanceof Request ? input.url : input), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...(signal ? { signal } : {}),
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
      allowedHosts,
    });
    const body = ReadableStream.from(response.chunks) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;
    return new Response(response.status === 204 ? null : body, {
      status: response.status,
      headers: response.headers,
    });
  };

function toGenAiError(error: unknown, timeoutMs: number, { APIConnectionTimeoutError, APIError }: Library): GenAiError {
  if (error instanceof GenAiError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof BlockedAddress) return new GenAiError('refused', `${cause.message} It is not a public one.`, { cause });
  if (cause instanceof TooLarge) return new GenAiError('unreadable', 'The endpoint sent more than an answer can hold.', { cause });
  const isLate = error instanceof APIConnectionTimeoutError || (cause instanceof Error && /Timeout|Abort/.test(cause.name));
  if (isLate) return new GenAiError('timeout', `The endpoint did not answer within ${timeoutMs / 1000} s.`, { cause });
  if (error instanceof APIError && error.status !== undefined) {
    if (error.status === 429) return new GenAiError('limit', 'The endpoint takes no more requests at the moment (429).', { cause });
    if (error.status === 401 || error.status === 403)
      return new GenAiError('refused', `The endpoint refused the key (${error.status}).`, { cause });
    return new GenAiError('refused', `The endpoint answered ${error.status}.`, { cause });
  }
  if (error instanceof SyntaxError) return new GenAiError('unreadable', 'The endpoint did not answer in the OpenAI format.', { cause });
  return new GenAiError('unreachable', 'The endpoint could not be reached.', { cause });
}

const connect = ({ OpenAI }: Library, access: GenAiAccess, limits: { timeoutMs: number; maxBytes: number }) =>
  new OpenAI({
    apiKey: access.apiKey,
    baseURL: access.baseUrl || vendorAddress,
    maxRetries: 0,
    // The error says what went wrong; the library would log the endpoint's answer.
    logLevel: 'off',
    timeout: limits.timeoutMs,
    fetch: guardedFetch(access, limits),
  });

const notInFormat = () => new GenAiError('unreadable', 'The endpoint did not answer in the OpenAI format.');

/**
 * The vectors of some texts, in their order and all of one dimension.
 * @throws GenAiError when there is not one usable vector for each text
 */
export async function embed(access: GenAiAccess, texts: readonly string[], timeoutMs: number): Promise<number[][]> {
  const library = await import('openai');
  const client = connect(library, access, { timeoutMs, maxBytes: mostBytes.vectors });
  try {
    const { data } = await client.embeddings.create({
      model: access.embeddingModel,
      input: [...texts],
      // Named, since the library would ask for base64, which not every endpoint gives.
      encoding_format: 'float',
    });
    return readVectors(data, texts.length);
  } catch (error) {
    throw toGenAiError(error, timeoutMs, library);
  }
}

function readVectors(data: unknown, count: number): number[][] {
  if (!Array.isArray(data) || data.length !== count) throw notInFormat();
  const vectors = new Array<number[]>(count);
  for (const [at, item] of data.entries()) {
    const { index = at, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const isVector =
      Array.isArray(embedding) && embedding.length > 0 && embedding.length <= mostDimensions && embedding.every(Number.isFinite);
    if (typeof index !== 'number' || !(index in data) || vectors[index] || !isVector || !embedding.some((number) => number !== 0))
      throw notInFormat();
    vectors[index] = embedding;
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw notInFormat();
  return vectors;
}

function toWire(message: ToolMessage) {
  if (message.role === 'tool') return { role: 'tool' as const, tool_call_id: message.callId, content: message.content };
  if (!('calls' in message)) return { role: message.role, content: message.content };
  const calls = message.calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: given },
  }));
  return { role: 'assistant' as const, content: message.content === '' ? null : message.content, tool_calls: calls };
}

const mostCalls = 32;
const longestName = 200;
const longestArguments = 65_536;

type CallPiece = { index?: unknown; id?: unknown; function?: { name?: unknown; arguments?: unknown } };

/** Puts the pieces of calls together: an endpoint numbers them, or sends each whole and names it anew. */
function addPiece(calls: AskedCall[], { index, id, function: given }: CallPiece): void {
  const isNew = typeof id === 'string' && id !== '' && calls.every((call) => call.id !== id);
  const at = typeof index === 'number' ? index : isNew ? calls.length : calls.length - 1;
  if (!Number.isInteger(at) || at < 0 || at > calls.length || at >= mostCalls) throw notInFormat();
  const call = calls[at] ?? { id: '', name: '', arguments: '' };
  calls[at] = call;
  if (typeof id === 'string' && call.id === '') call.id = id.slice(0, longestName);
  if (typeof given?.name === 'string' && call.name === '') call.name = given.name.slice(0, longestName);
  if (typeof given?.arguments === 'string') call.arguments += given.arguments;
  if (call.arguments.length > longestArguments) throw notInFormat();
}

/**
 * One answer of the model, read as it is written.
 * @returns what it wrote, trimmed; never empty
 * @throws GenAiError in every other case: nothing of a broken answer is used
 */
export async function complete(access: GenAiAccess, completion: Completion): Promise<string> {
  const { text } = await converse(access, completion);
  if (text === '') throw notInFormat();
  return text;
}

/**
 * The same with tools: what the model wrote, and the calls that it asks for; one of both is there.
 * @throws GenAiError in every other case
 */
export async function converse(
  access: GenAiAccess,
  { messages, tools = [], maxTokens, timeoutMs, temperature = 0, onText }: Completion,
): Promise<{ text: string; calls: AskedCall[] }> {
  // Loaded with the first question: no start of the program has to wait for its 236 modules.
  const library = await import('openai');
  const client = connect(library, access, { timeoutMs, maxBytes: mostBytes.text });
  let text = '';
  const calls: AskedCall[] = [];
  let isFinished = false;
  try {
    const stream = await client.chat.completions.create({
      model: modelOf(access),
      messages: messages.map(toWire),
      ...(tools.length > 0
        ? { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool, parameters: { ...tool.parameters } } })) }
        : {}),
      max_tokens: maxTokens,
      temperature,
      stream: true,
    });
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? [];
      const content = choice?.delta?.content;
      // A piece ends with a whole character, or its other half comes with the next: only U+0000 is cleaned before the end.
      const piece = typeof content === 'string' ? content.replaceAll('\u0000', '\ufffd') : '';
      if (piece !== '') {
        text += piece;
        onText?.(piece);
      }
      for (const call of (choice?.delta?.tool_calls ?? []) as CallPiece[]) addPiece(calls, call);
      isFinished ||= typeof choice?.finish_reason === 'string';
    }
  } catch (error) {
    throw toGenAiError(error, timeoutMs, library);
  }
  if (!isFinished || (text.trim() === '' && calls.length === 0)) throw notInFormat();
  return { text: cleanText(text.trim()), calls };
}
