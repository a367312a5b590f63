import { type ImportEntry, tidyName, z } from '@parley/contract';
import { addParameters, changed, left, newIntent, type ReadIntent, type ReadPhrase } from '../format/data.types.ts';
import { entityOf } from './dialogflow.entities.ts';

const text = z.string().catch('');
const flag = z.boolean().catch(false);
const list = z.array(z.unknown()).catch([]);
const Named = z.object({ name: text }).catch({ name: '' });
/** Version after version of the format has other fields: what cannot be read of one is empty, and what is not known at all is named. */
const Message = z
  .object({
    type: z.union([z.string(), z.number()]).catch('0'),
    speech: z.union([z.string(), z.array(text)]).catch([]),
    platform: text,
    lang: text,
    // fields of a message for Google Assistant
    textToSpeech: text,
    displayText: text,
    items: z.array(z.object({ textToSpeech: text, displayText: text }).catch({ textToSpeech: '', displayText: '' })).catch([]),
  })
  .catch({ type: 'unknown', speech: [], platform: '', lang: '', textToSpeech: '', displayText: '', items: [] });
type Message = z.infer<typeof Message>;
const Parameter = z
  .object({
    name: text,
    dataType: text,
    required: flag,
    isList: flag,
    value: z.unknown().optional(),
    defaultValue: z.unknown().optional(),
    prompts: z.array(z.object({ value: text, lang: text }).catch({ value: '', lang: '' })).catch([]),
  })
  .catch({ name: '', dataType: '', required: false, isList: false, value: '', defaultValue: '', prompts: [] });
const Answer = z
  .object({
    action: text,
    parameters: z.array(Parameter).catch([]),
    affectedContexts: z.array(Named).catch([]),
    messages: z.array(Message).catch([]),
  })
  .catch({ action: '', parameters: [], affectedContexts: [], messages: [] });
export const IntentFile = z.object({
  id: text,
  name: z.string(),
  parentId: text,
  priority: z.number().catch(500_000),
  fallbackIntent: flag,
  webhookUsed: flag,
  webhookForSlotFilling: flag,
  endInteraction: flag,
  contexts: z.array(text).catch([]),
  events: z.array(Named).catch([]),
  conditionalResponses: list,
  conditionalFollowupEvents: list,
  userSays: list,
  responses: z.array(Answer).catch([]),
});
export type IntentFile = z.infer<typeof IntentFile>;
type Answer = IntentFile['responses'][number];
const knownKeys = new Set([
  ...Object.keys(IntentFile.shape),
  'auto',
  'condition',
  'rootParentId',
  'followUpIntents',
  'templates',
  'lastUpdate',
]);
const isTextMessage = ({ type, platform }: Message): boolean => String(type) === '0' && platform === '';
/** Returns the words of a message: a text, or the speech for Google Assistant. */
const speechOf = ({ type, speech, textToSpeech, displayText, items }: Message): string[] =>
  String(type) === '0'
    ? [speech].flat()
    : [textToSpeech || displayText, ...items.map((item) => item.textToSpeech || item.displayText)].slice(0, 1 + items.length);
const isIn = (language: string, { lang }: Message): boolean => lang === '' || language === '' || lang === language;

const Says = z.object({ data: z.array(z.object({ text, alias: text, meta: text })), isTemplate: flag });

type Source = { path: string; content: unknown; file: IntentFile; language: string; parentName: string | undefined; report: ImportEntry[] };

/** Returns the agent's words for when no intent fits; '' when the intent has none. */
export const fallbackWords = ({ responses }: IntentFile, language: string): string => wordsOf(responses, language)[0]?.words ?? '';

type Words = { words: string; place: string };

/** Returns the words for every platform; for an agent of one platform alone, that platform's words. */
function wordsOf(responses: readonly Answer[], language: string): Words[] {
  const messages = responses.flatMap((answer, nth) =>
    answer.messages.map((message, at) => ({ message, place: `#/responses/${nth}/messages/${at}` })),
  );
  const said = messages.flatMap(({ message, place }) =>
    isIn(language, message)
      ? speechOf(message).flatMap((words) => (words.trim() === '' ? [] : [{ words, place, isForAll: isTextMessage(message) }]))
      : [],
  );
  const forAll = said.filter(({ isForAll }) => isForAll);
  return forAll.length > 0 ? forAll : said;
}

/** One intent without its phrases; what it has that an intent here has not is named in the report. */
export function readIntent(source: Source): ReadIntent {
  const { path, content, file, parentName, report } = source;
  const name = tidyName(file.name);
  const intent = newIntent(name, { story: parentName ?? '', place: `${path}#` });
  const at = (pointer: string) => `${path}#${pointer}`;
  if (parentName !== undefined)
    report.push(
      changed(
        'intent',
        name,
        at('/parentId'),
        `It follows up ${parentName} there. Here it is an intent of its own in that story, and answers at any time.`,
      ),
    );
  if (file.contexts.length > 0)
    report.push(changed('context', name, at('/contexts'), `It answers whatever was said before, not only in ${file.contexts.join(', ')}.`));
  for (const [index, { name: event }] of file.events.entries())
    report.push(left('intent', name, at(`/events/${index}`), `The event ${event} does not start it.`));
  if (file.webhookUsed || file.webhookForSlotFilling) report.push(left('answer', name, at('/webhookUsed'), 'Its webhook is not called.'));
  if (file.endInteraction) report.push(left('answer', name, at('/endInteraction'), 'The conversation does not end with it.'));
  for (const key of ['conditionalResponses', 'conditionalFollowupEvents'] as const)
    if (file[key].length > 0) report.push(left('answer', name, at(`/${key}`), 'Answers on a condition were left out.'));
  for (const key of Object.keys(content as object))
    if (!knownKeys.has(key)) report.push(left('intent', name, at(`/${pointerOf(key)}`), 'It is not known here.'));
  const [first, ...others] = wordsOf(file.responses, source.language);
  for (const [index, answer] of file.responses.entries()) readAnswer(source, intent, answer, index, first?.place);
  intent.response = first?.words ?? null;
  for (const { words, place } of others)
    report.push(left('answer', name, `${path}${place}`, `One answer is given; this one was left out: ${words.slice(0, 200)}`));
  return intent;
}

const pointerOf = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

function readAnswer(
  { path, language, report }: Source,
  intent: ReadIntent,
  answer: Answer,
  index: number,
  taken: string | undefined,
): void {
  const at = (pointer: string) => `${path}#/responses/${index}${pointer}`;
  if (answer.action !== '') report.push(left('answer', intent.name, at('/action'), `The action ${answer.action} calls nothing here.`));
  for (const [place, { name }] of answer.affectedContexts.entries())
    report.push(
      left(
        'context',
        intent.name,
        at(`/affectedContexts/${place}`),
        `The context ${name} is not set; parameters are asked for in the intent itself.`,
      ),
    );
  for (const [place, message] of answer.messages.entries())
    if (!isIn(language, message))
      report.push(left('answer', intent.name, at(`/messages/${place}`), 'A bot speaks one language; this one was left out.'));
    else if (!isTextMessage(message) && taken !== `#/responses/${index}/messages/${place}`)
      report.push(
        left(
          'answer',
          intent.name,
          at(`/messages/${place}`),
          `A message of type ${message.type}${message.platform && ` for ${message.platform}`} was left out.`,
        ),
      );
  for (const [place, parameter] of answer.parameters.entries()) {
    const { name, dataType, required, isList, value, defaultValue } = parameter;
    const where = at(`/parameters/${place}`);
    const entity = entityOf(dataType);
    if (!entity || name === '') {
      report.push(
        left('parameter', name || intent.name, where, dataType === '' ? 'It has no entity.' : `The entity ${dataType} has no counterpart.`),
      );
      continue;
    }
    if (dataType.startsWith('@sys.') && dataType !== `@${entity}`)
      report.push(changed('parameter', name, where, `${dataType} is read as ${entity}.`));
    if (isList) report.push(changed('parameter', name, `${where}/isList`, 'It takes one value, not a list.'));
    if (isSaid(value) && value !== `$${name}`)
      report.push(left('parameter', name, `${where}/value`, `The value ${inWords(value)} was left out; it is what the message says.`));
    if (isSaid(defaultValue))
      report.push(
        left('parameter', name, `${where}/defaultValue`, `The value ${inWords(defaultValue)} is not taken when nothing is said.`),
      );
    const said = parameter.prompts.filter(({ value: words }) => words.trim() !== '');
    const asked = said
      .filter(({ lang }) => lang === '' || lang === (language === '' ? said[0]?.lang : language))
      .map(({ value: words }) => words);
    if (asked.length < said.length)
      report.push(left('parameter', name, `${where}/prompts`, `${said.length - asked.length} prompts in other languages were left out.`));
    intent.parameters.push({ entity, name, required, prompts: asked.length > 0 ? asked : [`Which ${name}?`] });
  }
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);

/** The phrases of an intent from their file. */
export function readPhrases(intent: ReadIntent, path: string, content: unknown, report: ImportEntry[]): void {
  for (const [index, row] of list.parse(content).entries()) {
    const place = `${path}${path.includes('#') ? '' : '#'}/${index}`;
    const says = Says.safeParse(row);
    if (!says.success || says.data.isTemplate) {
      report.push(left('phrase', intent.name, place, says.success ? 'A template is no phrase.' : 'The phrase cannot be read.'));
      continue;
    }
    const phrase: ReadPhrase = { text: '', refs: [] };
    for (const [part, { text: words, alias, meta }] of says.data.data.entries()) {
      const entity = meta === '' ? undefined : entityOf(meta);
      // marks of words that say nothing
      if (meta !== '' && !entity && meta !== '@sys.ignore')
        report.push(left('entity', meta, `${place}/data/${part}`, 'The entity has no counterpart; the words stay without a mark.'));
      if (entity && words !== '')
        phrase.refs.push({ entity, parameter: alias || entity, start: phrase.text.length, end: phrase.text.length + words.length - 1 });
      phrase.text += words;
    }
    const isAnything = says.data.data.every(({ text: words, meta }) => meta === '@sys.any' || words.trim() === '');
    if (phrase.text.trim() !== '' && isAnything) report.push(left('phrase', intent.name, place, 'It stands for anything that is said.'));
    else if (phrase.text.trim() !== '') intent.phrases.push(phrase);
    else report.push(left('phrase', intent.name, place, 'The phrase is empty.'));
  }
  addParameters(intent);
}
