import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type LlmRequest = {
  model: string;
  messages: {
    role: string;
    content: string;
    tool_call_id?: string;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  }[];
  tools?: { type: string; function: { name: string; description: string; parameters: Record<string, unknown> } }[];
  max_tokens: number;
  stream: boolean;
};
type Behaviour = (request: LlmRequest, response: ServerResponse) => void;

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Writes words as OpenAI's chat completions stream them (platform.openai.com/docs/api-reference/chat-streaming). */
export function stream(response: ServerResponse, words: readonly string[]): void {
  const answer = startStream(response);
  for (const word of words) answer.write(word);
  answer.finish();
}

/** The same at the pace of a test. */
export function startStream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return {
    write: (words: string) => response.write(chunk({ content: words })),
    finish: () => response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`),
    breakOff: () => response.destroy(),
  };
}
export const saying =
  (text: string): Behaviour =>
  (_request, response) =>
    stream(response, text.split(/(?<= )/));

type EmbeddingRequest = { model: string; input: string[]; encoding_format: string };

/** Words that this model takes for one thing; all others stand for themselves. */
const meanings = [
  ['warranty', 'guarantee', 'mend', 'mended', 'free', 'repair', 'charge'],
  ['years', 'until', 'long'],
  ['descale', 'limescale', 'chalk'],
];
const plain = new Set(
  'the a an of is are my i you your for and in to will what when how does do it this after with who which be without'.split(' '),
);

/** A vector by the meanings of a text's words: the same each time, and near for texts that share them. */
function vectorOf(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0.01);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (plain.has(word)) continue;
    const known = meanings.findIndex((words) => words.includes(word));
    let hash = 7;
    for (const letter of known === -1 ? word : `#${known}`) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    vector[hash % dimension] = (vector[hash % dimension] ?? 0) + 1;
  }
  return vector;
}

/** An endpoint that embeds (platform.openai.com/docs/api-reference/embeddings), on loopback; it notes what it gave vectors of. */
export async function startEmbedder() {
  const state = {
    dimension: 256,
    status: 200,
    /** The number of requests that are answered; the others wait for ever. */ most: Number.POSITIVE_INFINITY,
  };
  const asked: EmbeddingRequest[] = [];
  const answered: string[] = [];
  const answer = (request: EmbeddingRequest, response: ServerResponse) => {
    asked.push(request);
    if (asked.length > state.most) return;
    if (state.status !== 200) return void response.writeHead(state.status).end('{}');
    answered.push(...request.input);
    const data = request.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, state.dimension) }));
    // The order of the answer is that of `index`, not that of the list.
    const body = { object: 'list', data: data.toReversed(), model: request.model, usage: { prompt_tokens: 1, total_tokens: 1 } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (part: Buffer) => chunks.push(part));
    incoming.on('end', () => {
      if (incoming.url === '/v1/embeddings') answer(JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingRequest, response);
      else response.writeHead(404).end('{}');
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/v1`, asked, answered, state };
}

/** An OpenAI-compatible endpoint on loopback that notes what it is asked and behaves as the test says. */
export async function startLlm(behaviour: Behaviour) {
  const asked: { request: LlmRequest; key: string }[] = [];
  const state = { behaviour };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (part: Buffer) => chunks.push(part));
    incoming.on('end', () => {
      const request = JSON.parse(Buffer.concat(chunks).toString()) as LlmRequest;
      asked.push({ request, key: incoming.headers.authorization ?? '' });
      state.behaviour(request, response);
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave: (next: Behaviour) => Object.assign(state, { behaviour: next }),
  };
}

export type ReplayedCall = { name: string; arguments: unknown; id?: string };
/** A recorded answer of a model: words, calls of functions, or anything that a test writes itself. */
export type Replayed = string | ReplayedCall[] | Behaviour;

/** Writes calls of functions as they are streamed: the name first, the arguments in pieces. */
function streamCalls(response: ServerResponse, calls: readonly ReplayedCall[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  calls.forEach((call, index) => {
    const written = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    const half = Math.floor(written.length / 2);
    const id = call.id ?? `call_${index}`;
    response.write(chunk({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }));
    for (const piece of [written.slice(0, half), written.slice(half)])
      response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
}

/** Replays recorded answers in their order, and the last one from then on. */
export function replaying(answers: readonly Replayed[]): Behaviour {
  let at = 0;
  return (request, response) => {
    const answer = answers[Math.min(at, answers.length - 1)] as Replayed;
    at += 1;
    if (typeof answer === 'function') answer(request, response);
    else if (typeof answer === 'string') stream(response, answer.split(/(?<= )/));
    else streamCalls(response, answer);
  };
}
