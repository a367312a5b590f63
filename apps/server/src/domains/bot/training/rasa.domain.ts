import { type ImportEntry, z } from '@parley/contract';
import { changed, left, type ReadIntent } from './data.types.ts';
import { intentName, type RasaData } from './rasa.nlu.ts';
import type { RasaFile } from './rasa.yaml.ts';

/** Rasa's domain, rules and stories: what an intent answers, and what its form asks for. */
const Step = z.looseObject({ intent: z.string().optional().catch(undefined), action: z.string().optional().catch(undefined) });
const Flow = z.object({ steps: z.array(Step.catch({ intent: undefined, action: undefined })).catch([]) }).catch({ steps: [] });
const Variation = z.looseObject({ text: z.string().catch('') }).catch({ text: '' });
const Mapping = z
  .object({ type: z.string().catch(''), entity: z.string().catch(''), role: z.string().catch(''), group: z.string().catch('') })
  .catch({ type: '', entity: '', role: '', group: '' });
const Slot = z.object({ mappings: z.array(Mapping).catch([]) }).catch({ mappings: [] });

/** What Rasa's ready-made extractors find, and the entities here that read the same. */
const twins: Record<string, string> = {
  time: 'sys.datetime',
  number: 'sys.number',
  'amount-of-money': 'sys.currency',
  email: 'sys.email',
  url: 'sys.url',
  'phone-number': 'sys.phone-number',
  distance: 'sys.distance',
  duration: 'sys.duration',
  ordinal: 'sys.ordinal',
  temperature: 'sys.temperature',
  PERSON: 'sys.person',
  GPE: 'sys.location',
  LOC: 'sys.location',
};

const taken = new Set([
  'version',
  'nlu',
  'intents',
  'entities',
  'slots',
  'responses',
  'forms',
  'rules',
  'stories',
  'language',
  'assistant_id',
]);
const fallbackIntent = 'nlu_fallback';
const ownActions = new Set(['action_listen', 'action_restart', 'action_session_start', 'action_default_fallback']);

type Responses = Map<string, { text: string; place: string }>;
type Form = { slots: { slot: string; place: string }[]; place: string };

const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];

function readResponses(files: readonly RasaFile[], report: ImportEntry[]): Responses {
  const responses: Responses = new Map();
  for (const file of files)
    for (const [name, given] of entriesOf(file.sections.responses)) {
      const place = file.placeOf(['responses', name]);
      const variations = z.array(Variation).catch([]).parse(given);
      const [first, ...others] = variations.filter(({ text }) => text.trim() !== '');
      if (first) responses.set(name, { text: first.text, place });
      else report.push(left('answer', name, place, 'It has no text.'));
      if (others.length > 0) report.push(left('answer', name, place, `One answer is given; ${others.length} more were left out.`));
      const extras = new Set(variations.flatMap((variation) => Object.keys(variation).filter((key) => key !== 'text')));
      if (extras.size > 0) report.push(left('answer', name, place, `Left out of this answer: ${[...extras].join(', ')}.`));
    }
  return responses;
}

function readForms(files: readonly RasaFile[]): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const file of files)
    for (const [name, given] of entriesOf(file.sections.forms)) {
      const required = (given as { required_slots?: unknown } | null)?.required_slots ?? given;
      // a list since Rasa 3, before it an object by the slots' names
      const isList = Array.isArray(required);
      const slots = isList ? required.filter((slot) => typeof slot === 'string') : entriesOf(required).map(([slot]) => slot);
      const place = file.placeOf(['forms', name]);
      forms.set(name, { slots: slots.map((slot) => ({ slot, place })), place });
    }
  return forms;
}

type Domain = {
  data: RasaData;
  responses: Responses;
  forms: Map<string, Form>;
  slots: Map<string, { mappings: z.infer<typeof Mapping>[]; place: string }>;
  report: ImportEntry[];
  usedResponses: Set<string>;
  usedForms: Set<string>;
  usedSlots: Set<string>;
};

/** Completes the intents of the `nlu` sections by what the other sections say of them. @returns what is said when nothing is understood */
export function readDomain(files: readonly RasaFile[], data: RasaData, report: ImportEntry[]): string | undefined {
  const slots: Domain['slots'] = new Map();
  for (const file of files)
    for (const [name, given] of entriesOf(file.sections.slots))
      slots.set(name, { mappings: Slot.parse(given).mappings, place: file.placeOf(['slots', name]) });
  const domain: Domain = {
    data,
    slots,
    report,
    responses: readResponses(files, report),
    forms: readForms(files),
    usedResponses: new Set(),
    usedForms: new Set(),
    usedSlots: new Set(),
  };
  const byName = Map.groupBy(data.intents, ({ name }) => name.toLowerCase());
  const answered = new Set<string>();
  let outOfScope: string | undefined;
  for (const section of ['rules', 'stories'] as const)
    for (const file of files)
      for (const [index, given] of z.array(z.unknown()).catch([]).parse(file.sections[section]).entries()) {
        const place = file.placeOf([section, index]);
        const label = String((given as Record<string, unknown> | null)?.[section === 'rules' ? 'rule' : 'story'] ?? '');
        const { steps } = Flow.parse(given);
        const start = steps.findIndex(({ intent }) => intent !== undefined);
        const intent = steps[start]?.intent;
        const action = steps[start + 1]?.action;
        if (intent === fallbackIntent) {
          outOfScope ??= action === undefined ? undefined : responseOf(domain, action);
          continue;
        }
        const members = intent === undefined ? [] : (byName.get(intentName(intent).toLowerCase()) ?? []);
        if (members.length === 0 || action === undefined || answered.has(intentName(intent ?? '').toLowerCase())) {
          report.push(left('answer', label, place, 'It does not begin with an intent and its first answer.'));
          continue;
        }
        answered.add(intentName(intent ?? '').toLowerCase());
        for (const member of members.slice(0, 1)) act(domain, member, action, place);
        if (steps.length > start + 2)
          report.push(changed('answer', label, place, 'Only its first intent and the answer to it were taken.'));
      }
  // without rules the names say it: utter_greet answers greet
  for (const intent of data.intents) {
    if (intent.response !== null || answered.has(intent.name.toLowerCase())) continue;
    const name = [...domain.responses.keys()].find(
      (key) => key.startsWith('utter_') && intentName(key.slice('utter_'.length)).toLowerCase() === intent.name.toLowerCase(),
    );
    if (name !== undefined) act(domain, intent, name, intent.place ?? '');
  }
  reportUnused(files, domain);
  return outOfScope;
}

function responseOf(domain: Domain, name: string): string | undefined {
  const found = domain.responses.get(name);
  if (found) domain.usedResponses.add(name);
  return found?.text;
}

function act(domain: Domain, intent: ReadIntent, action: string, place: string): void {
  const { report, forms } = domain;
  const form = forms.get(action);
  if (form) {
    domain.usedForms.add(action);
    for (const { slot, place: where } of form.slots) addSlot(domain, intent, action, slot, where);
    const submitted =
      responseOf(domain, `utter_${action}`) ?? responseOf(domain, `utter_submit_${action}`) ?? responseOf(domain, 'utter_submit');
    if (submitted !== undefined) intent.response = inBraces(submitted, domain);
    else report.push(left('answer', intent.name, place, `What is said after the form ${action} is not told by its name.`));
    return;
  }
  const words = responseOf(domain, action);
  if (words !== undefined) intent.response = inBraces(words, domain);
  else if (!ownActions.has(action)) report.push(left('answer', intent.name, place, `The action ${action} has no response in the domain.`));
}

/** The name of the parameter that a slot is here: what phrases mark it by. */
function parameterOf({ slots }: Domain, slot: string): { entity: string; name: string } | undefined {
  const mapping = slots.get(slot)?.mappings.find(({ type, entity }) => type === 'from_entity' && entity !== '');
  if (!mapping) return undefined;
  return { entity: mapping.entity, name: mapping.role === '' ? mapping.entity : mapping.role };
}

function addSlot(domain: Domain, intent: ReadIntent, form: string, slot: string, place: string): void {
  const { report, data } = domain;
  domain.usedSlots.add(slot);
  // Rasa takes the entity of the slot's own name where nothing is mapped
  const parameter = parameterOf(domain, slot) ?? (data.entities.has(slot) || slot in twins ? { entity: slot, name: slot } : undefined);
  if (!parameter) {
    report.push(left('parameter', slot, domain.slots.get(slot)?.place ?? place, 'It is not filled from an entity.'));
    return;
  }
  const twin = data.entities.has(parameter.entity) ? undefined : twins[parameter.entity];
  if (twin) report.push(changed('parameter', slot, place, `The entity ${parameter.entity} is read as ${twin}.`));
  const asked = responseOf(domain, `utter_ask_${form}_${slot}`) ?? responseOf(domain, `utter_ask_${slot}`);
  const prompts = [asked === undefined ? `Which ${slot}?` : inBraces(asked, domain)];
  const known = intent.parameters.find(({ name }) => name === parameter.name);
  if (known) Object.assign(known, { required: true, prompts, entity: twin ?? known.entity });
  else intent.parameters.push({ entity: twin ?? parameter.entity, name: parameter.name, required: true, prompts });
}

/** `{slot}` as `{{parameter}}`. */
const inBraces = (text: string, domain: Domain): string =>
  text.replace(/\{([\p{L}\p{N}_-]{1,100})\}/gu, (_whole, slot: string) => `{{${parameterOf(domain, slot)?.name ?? slot}}}`);

function reportUnused(files: readonly RasaFile[], domain: Domain): void {
  const { report, data, responses, forms, slots } = domain;
  const intents = new Set(data.intents.map(({ name }) => name.toLowerCase()));
  for (const [name, { place }] of responses)
    if (!domain.usedResponses.has(name)) report.push(left('answer', name, place, 'No intent leads to it.'));
  for (const [name, { place }] of forms)
    if (!domain.usedForms.has(name)) report.push(left('parameter', name, place, 'No intent begins this form.'));
  for (const [name, { place }] of slots)
    if (!domain.usedSlots.has(name)) report.push(left('parameter', name, place, 'No form that was taken asks for it.'));
  for (const file of files) {
    for (const [index, given] of z.array(z.unknown()).catch([]).parse(file.sections.intents).entries()) {
      const name = typeof given === 'string' ? given : (entriesOf(given)[0]?.[0] ?? '');
      if (name !== '' && name !== fallbackIntent && !intents.has(intentName(name).toLowerCase()))
        report.push(left('intent', name, file.placeOf(['intents', index]), 'It has no phrases.'));
    }
    for (const key of Object.keys(file.sections))
      if (!taken.has(key)) report.push(left('file', key, file.placeOf([key]), 'This section is not read.'));
  }
}
