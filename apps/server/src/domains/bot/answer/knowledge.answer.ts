import { extractOnly, type ToolTrace } from '@parley/contract';
import { chooseQuotes, pointsBack } from '@parley/nlu';
import type { EnterpriseContext } from '../../../context.ts';
import { type ChatMessage, GenAiError } from '../../integration/door.ts';
import type { Decision } from '../dialogue/decide.ts';
import { ask, type GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import type { Understanding } from '../runtime/understand.ts';
import type { ToolTurn } from '../tool-call/call.round.ts';
import { fenced } from '../tool-call/fence.ts';
import { quotePassage } from './extract.ts';
import { dataRule, passageBlock } from './fence.ts';
import type { FindPassages, FoundPassage } from './knowledge.find.ts';
import { noAnswer, showable } from './partial.answer.ts';

const timeoutMs = 20_000;
const maxTokens = 600;
export const longestSaid = 4000;

/** A quote whose first words mean something above it says what that is: the nearest heading. */
export function quoteWhole({ answer, passage: { headings = [] } }: FoundPassage): string {
  const text = quotePassage(answer.text);
  const heading = headings.at(-1);
  return heading !== undefined && pointsBack(answer.text) ? `**${quotePassage(heading)}**\n\n${text}` : text;
}

/**
 * Quotes passages without a model: the best answer, or two quotes where either may be the answer. The source says that it is an extract.
 */
export function quote(found: readonly FoundPassage[]): From & { replies: string[] } {
  const quoted = chooseQuotes(found);
  return { replies: quoted.map(quoteWhole), found: quoted, isExtract: true };
}

export const manners = 'You answer customers of an enterprise in a chat, briefly, in plain words, and in the customer’s language.';
const factsRule = `Facts come only from the passages below. When they do not answer the question, answer with the single word ${noAnswer}.`;
export const rules = [manners, factsRule, dataRule].join('\n');

/**
 * @property isSeen the customer has seen the question that waits before writing this
 * @property goesOn nobody has written: the stream of a call has ended, and its turn goes on
 */
export type ToolPlace = ToolTurn & { isSeen: boolean; goesOn?: boolean };

export type Extras = {
  notes: string[];
  find: FindPassages;
  /** Told what a model has written of the answer so far, as it writes it; '' when that is no answer after all. */
  onPartial?: ((text: string) => void) | undefined;
  /** The place of calls of a prompt bot's tools; left out: it has none. */
  tools?: ToolPlace | undefined;
};

export const asData = 'The endpoint answered with data in JSON instead of words.';

/** Tells whether an answer is JSON as a whole, as of a model that was set up for programs: nobody is to read that in a chat. */
export function isData(text: string): boolean {
  const inner = text.replace(/^```(?:json)?\s*|\s*```$/gu, '');
  if (!/^[{[]/u.test(inner)) return false;
  try {
    JSON.parse(inner);
    return true;
  } catch {
    return false;
  }
}

/** @returns undefined when the model says that it has no answer, or gives none at all: what happened then stands in the notes */
export async function write(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  configId: string,
  messages: ChatMessage[],
  { notes, onPartial }: Extras,
) {
  let written = '';
  const onText = (piece: string) => {
    written += piece;
    onPartial?.(showable(written));
  };
  try {
    const text = await ask(ctx, deps, configId, { messages, maxTokens, timeoutMs, onText });
    if (isData(text)) {
      onPartial?.('');
      notes.push(asData);
      return undefined;
    }
    return { text: text.includes(noAnswer) ? '' : text };
  } catch (error) {
    onPartial?.('');
    if (!(error instanceof GenAiError)) throw error;
    notes.push(error.message);
    return undefined;
  }
}

/** An answer with the passages that it is from; `isExtract`: it quotes them, word by word. */
export type From = { found: FoundPassage[]; isExtract: boolean };
/** @property begins the call whose stream is to begin */
export type Answered = From & { decision: Decision; calls?: ToolTrace[]; begins?: string };

/** The configuration whose model writes answers from the knowledge; '' when passages are quoted. */
export const writerOf = ({ definition: { knowledge } }: BotRuntime): string =>
  knowledge.genAiConfigId === extractOnly ? '' : knowledge.genAiConfigId;

/** Answers from the knowledge base of a bot of intents: a chosen and working model writes the answer, otherwise passages are quoted. */
export async function answerFromKnowledge(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  runtime: BotRuntime,
  said: Pick<Understanding, 'text'>,
  extras: Extras,
): Promise<(From & { replies: string[] }) | undefined> {
  const found = await extras.find();
  if (found.length === 0) return undefined;
  const genAiConfigId = writerOf(runtime);
  if (genAiConfigId !== '') {
    const written = await write(
      ctx,
      deps,
      genAiConfigId,
      [
        { role: 'system', content: `${rules}\n\n${passageBlock(found)}` },
        { role: 'user', content: fenced('message', said.text.slice(0, longestSaid)) },
      ],
      extras,
    );
    if (written) return written.text === '' ? undefined : { replies: [written.text], found, isExtract: false };
  }
  return quote(found);
}
