import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type LlmRequest = { model: string; messages: { role: string; content: string }[]; max_tokens: number; stream: boolean };
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
