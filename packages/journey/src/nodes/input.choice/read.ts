import { matchChoice, moreId, showChoices } from '../../content/choices.ts';
import { fold } from '../../content/fold.ts';
import type { NodeOf } from '../../document/node.ts';
import type { Said } from '../../engine/said.ts';
import type { Turn } from '../../engine/turn.ts';
import { moreWord } from '../../engine/words.ts';
import type { Answer } from '../shared/asking.ts';
import { optionsOf } from './options.ts';

/** Reads which options are meant: pressed, or said by their words or numbers. */
export function readChoice(turn: Turn, node: NodeOf<'input.choice'>, { text, pressed }: Said): Answer {
  const { config } = node;
  const options = optionsOf(turn, node);
  const wait = turn.instance.wait;
  const page = wait?.kind === 'answer' ? wait.page : 0;
  const more = moreWord(turn.language);
  const question = { text: '', items: options, style: config.style, button: '', more };
  const { offered, hasMore } = showChoices(question, turn.facts.shape, page);
  const match = (words: string) =>
    matchChoice(words, { items: options, offered, hasMore, more }, (said) => turn.facts.readers.number(said, turn.language));
  const meant = pressed === null ? wanted(text, match, config.isSeveral) : [pressed];
  if (!meant) return undefined;
  if (meant.includes(moreId)) return { more: true };
  const chosen = meant.map((id) => options.find((option) => option.id === id));
  if (chosen.some((option) => option === undefined)) return undefined;
  const values = chosen.flatMap((option) => (option ? [option.value] : []));
  if (config.isSeveral) return { value: values };
  const [value = null] = values;
  return config.isSplit && config.options.kind === 'fixed' ? { value, exit: meant[0] ?? 'ok' } : { value };
}

/** Several are named with commas, semicolons or lines between them. */
function wanted(text: string, match: (words: string) => string | undefined, isSeveral: boolean): string[] | undefined {
  const whole = match(text);
  if (whole !== undefined) return [whole];
  if (!isSeveral) return undefined;
  const parts = text.split(/[,;\n]/).filter((part) => fold(part) !== '');
  const found = parts.map(match);
  return found.length > 0 && found.every((one) => one !== undefined) ? [...new Set(found as string[])] : undefined;
}
