import { type ImportEntry, z } from '@parley/contract';
import { changed, left, type ReadIntent } from '../format/data.types.ts';
import { type Domain, entriesOf, parameterOf, readDomainSections } from './rasa.domain.ts';
import { type Flow, readFlows } from './rasa.flows.ts';
import { intentName, type RasaData } from './rasa.nlu.ts';
import { twinOf } from './rasa.twins.ts';
import { isOfBot, type RasaFile, readSections } from './rasa.yaml.ts';

const fallbackIntent = 'nlu_fallback';
/** Rasa's own names for words when it understands nothing. */
const fallbackWords = ['utter_default', 'utter_ask_rephrase'];
const ownActions = new Set([
  'action_listen',
  'action_restart',
  'action_session_start',
  'action_default_fallback',
  'action_deactivate_loop',
]);

/** Completes the intents of the `nlu` sections by what the other sections say of them. @returns what is said when nothing is understood */
export function readAnswers(files: readonly RasaFile[], data: RasaData, report: ImportEntry[]): string | undefined {
  const domain = readDomainSections(files, data, report);
  const { flows, submits } = readFlows(files, (name) => domain.forms.has(name));
  const groups = new Set(
    [...domain.responses.keys()].flatMap((key) => (key.includes('/') ? [key.slice('utter_'.length, key.indexOf('/'))] : [])),
  );
  const byName = new Map(data.intents.map((intent) => [intent.name.toLowerCase(), intent]));
  const answered = new Set<string>();
  let outOfScope: string | undefined;
  const later = Map.groupBy(
    flows.filter(({ isLater }) => isLater).flatMap(({ intents, actions }) => intents.map((name) => ({ name, said: actions.join() }))),
    ({ name }) => name,
  );
  const dependsOnBefore = (name: string) => new Set(later.get(name)?.map(({ said }) => said)).size > 1;
  // The beginning of a conversation shows the meaning of an intent best; later turns may refer to earlier ones.
  for (const flow of flows.toSorted((one, other) => Number(one.isLater) - Number(other.isLater))) {
    const leave = (message: string) => flow.isFirst && report.push(left('answer', flow.label, flow.place, message));
    if (flow.intents.includes(fallbackIntent)) {
      for (const action of flow.actions) outOfScope ??= responseOf(domain, action);
      continue;
    }
    const fault = faultOf(flow, domain);
    if (fault) {
      leave(fault);
      continue;
    }
    const reached = flow.intents.map((name) => ({ name, intent: byName.get(intentName(name).toLowerCase()) }));
    const unsaid = reached.filter(({ intent }) => !intent).map(({ name }) => name);
    // the intents of a group have answers of their own
    if (unsaid.length > 0 && !unsaid.every((name) => groups.has(name))) leave(`The intent ${unsaid.join(', ')} has no phrases.`);
    const open = reached.filter(({ intent }) => intent && !answered.has(intent.name.toLowerCase()));
    if (open.length + unsaid.length < reached.length) leave('Its intent has an answer from another rule or story.');
    const taken = open.filter(({ name }) => !flow.isLater || !dependsOnBefore(name));
    if (taken.length < open.length) leave('What is answered depends on what was said before.');
    for (const { intent } of taken) {
      if (!intent) continue;
      answered.add(intent.name.toLowerCase());
      act(domain, intent, flow.actions, submits, flow.place);
    }
    if (taken.length > 0 && flow.isLater)
      report.push(
        changed('answer', flow.label, flow.place, 'There it is an answer to what was said before; here it is given at any time.'),
      );
    if (taken.length > 0 && flow.goesOn)
      report.push(changed('answer', flow.label, flow.place, 'Only its first intent and the answer to it were taken.'));
  }
  // the names decide without rules: utter_greet answers greet
  const byIntent = new Map([...domain.responses.keys()].map((key) => [intentName(key.replace(/^utter_/, '')).toLowerCase(), key]));
  for (const intent of data.intents) {
    const name = byIntent.get(intent.name.toLowerCase());
    if (intent.response !== null || intent.parameters.some(({ required }) => required) || !name?.startsWith('utter_')) continue;
    act(domain, intent, [name], submits, intent.place ?? '');
  }
  for (const name of fallbackWords) outOfScope ??= responseOf(domain, name);
  reportUnused(files, domain);
  return outOfScope;
}

function faultOf({ intents, actions, loop, isLater }: Flow, { forms }: Domain): string | undefined {
  if (intents.length === 0 || actions.length === 0) return 'It does not begin with an intent and its first answer.';
  if (isLater && actions.some((action) => forms.has(action))) return 'It takes up a form that was begun before.';
  return loop !== undefined && forms.has(loop) ? `It holds only while the form ${loop} is open.` : undefined;
}

function responseOf(domain: Domain, name: string): string | undefined {
  const found = domain.responses.get(name);
  if (found) domain.usedResponses.add(name);
  return found?.text;
}

/** Joins the texts of consecutive actions to one answer. */
function wordsOf(domain: Domain, intent: ReadIntent, actions: readonly string[], place: string): string | undefined {
  const said = actions.flatMap((action) => {
    const words = responseOf(domain, action);
    if (words === undefined && !ownActions.has(action))
      domain.report.push(left('answer', intent.name, place, `The action ${action} has no response in the domain.`));
    return words === undefined ? [] : [inBraces(words, domain)];
  });
  return said.length > 0 ? said.join('\n\n') : undefined;
}

function act(
  domain: Domain,
  intent: ReadIntent,
  actions: readonly string[],
  submits: ReadonlyMap<string, readonly string[]>,
  place: string,
): void {
  const { report, forms } = domain;
  const name = actions.find((action) => forms.has(action));
  const form = name === undefined ? undefined : forms.get(name);
  if (name === undefined || !form) {
    intent.response = wordsOf(domain, intent, actions, place) ?? intent.response;
    return;
  }
  const before = actions.slice(0, actions.indexOf(name));
  if (before.length > 0)
    report.push(left('answer', intent.name, place, `What is said before the form's questions was left out: ${before.join(', ')}.`));
  domain.usedForms.add(name);
  for (const { slot, place: where } of form.slots) addSlot(domain, intent, name, slot, where);
  const after = [...actions.slice(before.length + 1), ...(submits.get(name) ?? [])];
  const submitted =
    wordsOf(domain, intent, after, place) ??
    responseOf(domain, `utter_${name}`) ??
    responseOf(domain, `utter_submit_${name}`) ??
    responseOf(domain, 'utter_submit');
  if (submitted !== undefined) intent.response = inBraces(submitted, domain);
  else report.push(left('answer', intent.name, place, `What is said after the form ${name} is not told in the project.`));
}

function addSlot(domain: Domain, intent: ReadIntent, form: string, slot: string, place: string): void {
  const { report, data } = domain;
  domain.usedSlots.add(slot);
  // Rasa takes the entity of the slot's own name where nothing is mapped
  const isOwn = data.entities.has(slot) || twinOf(slot) !== undefined;
  const parameter = parameterOf(domain, slot) ?? (isOwn ? { entity: slot, name: slot } : undefined);
  if (!parameter) {
    report.push(left('parameter', slot, domain.slots.get(slot)?.place ?? place, 'It is not filled from an entity.'));
    return;
  }
  const twin = data.entities.has(parameter.entity) ? undefined : twinOf(parameter.entity);
  if (twin) report.push(changed('parameter', slot, place, `The entity ${parameter.entity} is read as ${twin}.`));
  const asked = responseOf(domain, `utter_ask_${form}_${slot}`) ?? responseOf(domain, `utter_ask_${slot}`);
  const prompts = [asked === undefined ? `Which ${slot}?` : inBraces(asked, domain)];
  const known = intent.parameters.find(({ name }) => name === parameter.name);
  if (known) Object.assign(known, { required: true, prompts, entity: twin ?? known.entity });
  else intent.parameters.push({ entity: twin ?? parameter.entity, name: parameter.name, required: true, prompts });
}

/** `{slot}` as `{{parameter}}`. */
const inBraces = (text: string, domain: Domain): string =>
  text.replace(/(?<!\{)\{([\p{L}\p{N}_-]{1,100})\}(?!\})/gu, (_whole, slot: string) => `{{${parameterOf(domain, slot)?.name ?? slot}}}`);

function reportUnused(files: readonly RasaFile[], domain: Domain): void {
  const { report, data, responses, forms, slots } = domain;
  const intents = new Set(data.intents.map(({ name }) => name.toLowerCase()));
  // a group of intents has its phrases under them: faq of "faq ask name"
  const prefixes = new Set(data.intents.map(({ name }) => name.toLowerCase().split(' ')[0] ?? ''));
  for (const [name, { place }] of responses)
    if (!domain.usedResponses.has(name)) report.push(left('answer', name, place, 'No intent leads to it.'));
  for (const [name, { place }] of forms)
    if (!domain.usedForms.has(name)) report.push(left('parameter', name, place, 'No intent begins this form.'));
  for (const [name, { place }] of slots)
    if (!domain.usedSlots.has(name)) report.push(left('parameter', name, place, 'No form that was taken asks for it.'));
  for (const file of files) {
    for (const [index, given] of z.array(z.unknown()).catch([]).parse(file.sections.intents).entries()) {
      const name = typeof given === 'string' ? given : (entriesOf(given)[0]?.[0] ?? '');
      const own = intentName(name).toLowerCase();
      if (name !== '' && name !== fallbackIntent && !intents.has(own) && !prefixes.has(own))
        report.push(left('intent', name, file.placeOf(['intents', index]), 'It has no phrases.'));
    }
    if (!isOfBot(file)) report.push(left('file', file.name, file.placeOf([]), 'Nothing is read from this file.'));
    else
      for (const key of Object.keys(file.sections))
        if (!readSections.has(key)) report.push(left('file', key, file.placeOf([key]), 'This section is not read.'));
  }
}
