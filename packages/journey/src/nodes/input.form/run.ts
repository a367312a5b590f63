import { matchChoice, moreId, showChoices } from '../../content/choices.ts';
import { fold } from '../../content/fold.ts';
import type { NodeOf } from '../../document/node.ts';
import type { OpenedFlow } from '../../engine/effects.ts';
import { fillingIdOf } from '../../engine/filling-id.ts';
import type { Said } from '../../engine/said.ts';
import type { AskedForm } from '../../engine/state.ts';
import { leave, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { openAnswer } from '../../engine/waiting.ts';
import { fillInWord, moreWord } from '../../engine/words.ts';
import { laterBy } from '../../expression/dates.ts';
import type { ValueMap } from '../../expression/value.ts';
import type { CompiledForm } from '../../form/compile.ts';
import { fieldsOf } from '../../form/document.ts';
import type { FormFacts } from '../../form/facts.ts';
import { isAsked } from '../../form/field.ts';
import { openForm } from '../../form/fill.ts';
import { faultWords, formTexts } from '../../form/form-texts.ts';
import { askFirst, type FormQuestion, goOnFrom, hearAnswer, questionOf } from '../../form/question.ts';
import type { FormState } from '../../form/state.ts';
import { askChoices, type Option } from '../shared/options.ts';
import type { AnswerWait, Run } from '../shared/run.ts';
import { formOf, hadBefore, keepAnswers, sendPage } from './answers.ts';

type FormNode = NodeOf<'input.form'>;

/** Most fields that somebody is asked for one by one where the node leaves the face open. */
const mostAsked = 12;
/** Type of web chats, where a page is one press away. */
const webType = 12;

const factsOf = (turn: Turn): FormFacts => ({
  zone: turn.facts.zone,
  language: turn.language,
  country: turn.facts.country,
  customer: turn.customer,
  entry: turn.instance.entry,
  call: turn.instance.calls,
  readers: turn.facts.readers,
  isProved: true,
});

function faceOf(turn: Turn, { config }: FormNode, { document }: CompiledForm): 'page' | 'questions' {
  if (!turn.facts.pageOf) return 'questions';
  if (config.face === 'flow') return 'page';
  if (config.face !== 'auto') return config.face;
  const asked = fieldsOf(document).filter(isAsked);
  const isShort = asked.length <= mostAsked && !asked.some(({ kind }) => kind === 'signature');
  return isShort && document.settings.faces.includes('questions') && turn.facts.channel.type !== webType ? 'questions' : 'page';
}

/** The flow goes before every other face, where the form has one on this channel; a page on which it goes on is there, or nothing could follow. */
function flowOf(
  turn: Turn,
  { config }: FormNode,
  { document }: CompiledForm,
  asked: { filling: string; state: FormState; facts: FormFacts },
): OpenedFlow | undefined {
  const isWanted = config.face === 'flow' || (config.face === 'auto' && document.settings.faces.includes('flow'));
  const isOnChannel = config.sending.via === null || config.sending.via === undefined;
  if (!isWanted || !isOnChannel || !turn.facts.isWindowOpen || !turn.facts.pageOf) return undefined;
  return turn.facts.flowOf?.({ form: config.form.id, now: turn.now, ...asked });
}

export const run: Run<'input.form'> = {
  run(turn, node) {
    if (!turn.mayAsk()) return leave('refused');
    const form = formOf(turn, node);
    const given: ValueMap = Object.fromEntries(Object.entries(node.config.prefill).map(([name, source]) => [name, turn.value(source)]));
    const facts = factsOf(turn);
    const opened = openForm(form, given, facts, turn.now);
    const filling = fillingIdOf(turn.instance.id, turn.instance.turn, node.id);
    const flow = flowOf(turn, node, form, { filling, state: opened, facts });
    const face: Opening['face'] = flow ? 'flow' : faceOf(turn, node, form);
    const state = face === 'questions' ? askFirst(form, opened, facts, turn.now) : opened;
    const { timeoutSeconds } = node.config;
    const dueAt = timeoutSeconds === null ? null : laterBy(turn.now, timeoutSeconds, turn.facts.zone);
    const opening = {
      kind: 'openForm' as const,
      node: node.id,
      filling,
      form: node.config.form.id,
      face,
      state,
      dueAt,
      language: turn.language,
    };
    const asked: AskedForm = { node: node.id, filling, asked: state.asked, state, had: hadBefore(turn, form) };
    if (face === 'questions') return askOpening(turn, node, asked, opening);
    const sent = flow ? sendFlow(turn, node, form, flow) : sendPage(turn, node, filling, node.config.text);
    return sent === '' ? awaitForm(turn, node, asked, opening) : leave('refused');
  },
  said: hear,
  repeat(turn, node, page) {
    const form = current(turn, node);
    if (form) ask(turn, node, form, page, '');
    return undefined;
  },
  options(turn, node) {
    const form = current(turn, node);
    return form ? optionsOf(questionOf(formOf(turn, node), form.state, factsOf(turn), turn.now)) : [];
  },
};

/** The form that is asked, with what somebody has filled in on its page since: whoever comes back to the chat is asked for the rest. */
function current(turn: Turn, node: FormNode): AskedForm | undefined {
  const { form: asked } = turn.instance;
  const kept = asked && turn.facts.filledIn?.(asked.filling);
  if (!asked || !kept || kept.revision <= (asked.seen ?? 0)) return asked;
  const state = goOnFrom(formOf(turn, node), asked.state, kept.state, factsOf(turn), turn.now);
  const form = { ...asked, asked: state.asked, state, seen: kept.revision };
  turn.instance.form = form;
  return form;
}

type Opening = Extract<Turn['effects'][number], { kind: 'openForm' }>;

const longestText = 1024;

/** @returns why the gate refused the message; '' where it passed */
function sendFlow(turn: Turn, { config }: FormNode, { document }: CompiledForm, flow: OpenedFlow): string {
  // The message has words in any case.
  const text = (turn.write(config.text) || document.name).slice(0, longestText);
  return turn.send({ kind: 'flow', text, button: fillInWord(turn.language), ...flow }, config.sending).refused;
}

function awaitForm(turn: Turn, node: FormNode, { filling, had }: AskedForm, opening: Opening): Outcome {
  const { remindSeconds } = node.config;
  turn.effects.push(opening);
  const remindAt = remindSeconds === null ? null : laterBy(turn.now, remindSeconds, turn.facts.zone);
  return waitFor({ kind: 'form', turn: turn.instance.turn, filling, remindAt, dueAt: opening.dueAt, had });
}

function askOpening(turn: Turn, node: FormNode, asked: AskedForm, opening: Opening): Outcome {
  const intro = turn.write(node.config.text);
  if (!ask(turn, node, asked, 0, intro)) return leave('refused');
  turn.effects.push(opening);
  turn.instance.form = asked;
  return waitFor(openAnswer(turn, { timeoutSeconds: node.config.timeoutSeconds }));
}

const optionsOf = ({ choices }: FormQuestion): Option[] => (choices?.items ?? []).map((item) => ({ ...item, value: item.title }));

/** Asks the question that is open. @param before words above it @returns whether the gate let it pass */
function ask(turn: Turn, node: FormNode, { state }: Pick<AskedForm, 'state'>, page: number, before: string): boolean {
  const question = questionOf(formOf(turn, node), state, factsOf(turn), turn.now);
  const text = [before, question.text].filter((line) => line !== '').join('\n');
  // The summary masks what is sensitive by itself.
  const contents = question.choices
    ? askChoices(turn, { text, style: question.choices.style }, optionsOf(question), page).contents
    : [{ kind: 'text' as const, text, showsLink: false }];
  return contents.every((content) => turn.send(content, node.config.sending).refused === '');
}

function hear(turn: Turn, node: FormNode, wait: AnswerWait, said: Said): Outcome {
  const before = turn.instance.form?.asked;
  const asked = current(turn, node);
  const form = formOf(turn, node);
  if (!asked) return leave('error');
  const facts = factsOf(turn);
  if (said.pressed === null && asksPage(turn, said.text)) {
    // The same filling on its page: the open question stays open here.
    return sendPage(turn, node, asked.filling, {}) === '' ? waitFor({ ...wait }) : leave('refused');
  }
  // The question that these words answer was answered elsewhere: the one that is open now is asked.
  if (asked.asked !== before) return ask(turn, node, asked, 0, '') ? waitFor({ ...wait, page: 0, tries: 0 }) : leave('refused');
  const options = optionsOf(questionOf(form, asked.state, facts, turn.now));
  const more = moreWord(turn.language);
  const { offered, hasMore } =
    options.length > 0
      ? showChoices(
          { text: '', items: options, style: options.length <= 3 ? 'buttons' : 'list', button: '', more },
          turn.facts.shape,
          wait.page,
        )
      : { offered: [], hasMore: false };
  const isMore =
    said.pressed === moreId ||
    (hasMore &&
      matchChoice(said.text, { items: options, offered, hasMore, more }, (text) => facts.readers.number(text, turn.language)) === moreId);
  if (isMore) return ask(turn, node, asked, wait.page + 1, '') ? waitFor({ ...wait, page: wait.page + 1 }) : leave('refused');
  const heard = hearAnswer(form, asked.state, said, facts, turn.now, offered);
  const filled: AskedForm = { ...asked, asked: heard.state.asked, state: heard.state };
  turn.instance.form = filled;
  turn.effects.push({ kind: 'fillForm', filling: asked.filling, state: heard.state, done: heard.done });
  if (heard.done) return finish(turn, node, filled, heard.done.values);
  const tries = heard.fault ? wait.tries + 1 : 0;
  // A field that is refused again and again is not asked for ever: the page of the form has the rest.
  if (heard.fault && wait.tries >= turn.settings.retries) return giveUp(turn, asked.filling);
  const fault = heard.fault ? faultWords(heard.fault, turn.language) : '';
  if (!ask(turn, node, filled, 0, fault)) return leave('refused');
  return waitFor({ ...openAnswer(turn, { timeoutSeconds: node.config.timeoutSeconds }), tries });
}

const asksPage = (turn: Turn, text: string): boolean =>
  turn.facts.pageOf !== undefined && formTexts(turn.language).pageWords.some((one) => fold(one) === fold(text));

function finish(turn: Turn, node: FormNode, { filling, had }: AskedForm, values: ValueMap): Outcome {
  const { document } = formOf(turn, node);
  delete turn.instance.form;
  const done = turn.pick(document.settings.doneText);
  if (done !== '') turn.send({ kind: 'text', text: done, showsLink: false }, node.config.sending);
  return keepAnswers(turn, node, { filling, had, values });
}

function giveUp(turn: Turn, filling: string): Outcome {
  delete turn.instance.form;
  turn.effects.push({ kind: 'closeForm', filling, outcome: 'CLOSED' });
  return leave('closed');
}
