import { fold } from '../../content/fold.ts';
import type { NodeOf } from '../../document/node.ts';
import { asksSecret } from '../../document/sources.ts';
import type { Said } from '../../engine/said.ts';
import { leave, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { openAnswer } from '../../engine/waiting.ts';
import { isMap, type Value, valueAt } from '../../expression/value.ts';
import type { CallAnswer, Run } from '../shared/run.ts';

type SkillNode = NodeOf<'talk.skill'>;

export const run: Run<'talk.skill'> = {
  /** The bot answers from here on: what was said already, unless it was the word that began the stream, and otherwise what is said next. */
  run(turn, node) {
    if (!turn.mayAsk()) return leave('refused');
    turn.instance.skill = { turns: 0, state: {} };
    const { said } = turn;
    if (said === null || wordsOf(said) === '' || isEntryWord(turn, said)) return listen(turn, node);
    turn.said = null;
    return askBot(turn, node, said);
  },
  said: (turn, node, _wait, said) => askBot(turn, node, said),
  answered: (turn, node, answer) => (answer.isDone ? botAnswered(turn, node, answer) : leave('error')),
};

function isEntryWord({ instance: { entry, turn } }: Turn, { text }: Said): boolean {
  const word = entry !== null && isMap(entry) ? words(valueAt(entry, 'word')) : '';
  return turn === 1 && word !== '' && fold(text) === fold(word);
}

const wordsOf = ({ text, media }: Said): string => text || (media[0]?.name ?? '');
const listen = (turn: Turn, { config }: SkillNode): Outcome => waitFor(openAnswer(turn, { timeoutSeconds: config.timeoutSeconds }));

function askBot(turn: Turn, node: SkillNode, said: Said): Outcome {
  const { instance, stream } = turn;
  // The bot's state holds the earlier texts.
  const isSecret = asksSecret(stream, node) || instance.last.isSensitive || (instance.secretCalls?.includes(node.id) ?? false);
  return turn.call({ kind: 'skill', bot: node.config.bot.id, text: wordsOf(said), state: instance.skill?.state ?? {} }, isSecret);
}

const words = (value: Value): string => (typeof value === 'string' ? value : '');

/**
 * Handles a bot's answer: `replies`, the `state` of its talk, the `values` of its parameters so far, and its `outcome`. The outcome is
 * `goesOn`, `intent` with the id of one that is answered, `notUnderstood` or `handOver`. The bot talks on until one of these has an exit
 * that the node names.
 */
function botAnswered(turn: Turn, node: SkillNode, { value: answer, isSecret }: CallAnswer): Outcome {
  const of = (key: string): Value => (answer !== null && isMap(answer) ? valueAt(answer, key) : null);
  const { config } = node;
  const outcome = words(of('outcome'));
  const turns = (turn.instance.skill?.turns ?? 0) + 1;
  turn.instance.skill = { turns, state: of('state') ?? {} };
  if (outcome === 'notUnderstood' && turn.stream.target(node.id, 'notUnderstood') !== undefined) return leave('notUnderstood');
  const replies = of('replies');
  // A bot repeats what it was told.
  if (isSecret) turn.noteSecret(replies);
  for (const reply of Array.isArray(replies) ? replies : [])
    if (words(reply) !== '' && turn.send({ kind: 'text', text: words(reply), showsLink: true }).refused !== '') return leave('error');
  const values = of('values');
  if (values !== null && isMap(values))
    for (const [parameter, variable] of Object.entries(config.taken))
      if (Object.hasOwn(values, parameter)) turn.set(variable, valueAt(values, parameter), isSecret);
  if (outcome === 'handOver') return leave('handOver');
  const ended = outcome === 'intent' ? config.intents.find(({ intent }) => intent.id === of('intent')) : undefined;
  if (ended) return leave(ended.id);
  return turns >= config.mostTurns ? leave('done') : listen(turn, node);
}
