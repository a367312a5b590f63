import { type ImportEntry, z } from '@parley/contract';
import { left } from '../format/data.types.ts';
import type { RasaData } from './rasa.nlu.ts';
import type { RasaFile } from './rasa.yaml.ts';

/** Rasa's domain: what can be said, what forms ask for, and what their slots are filled from. */
const Variation = z
  .union([
    z.string().transform((text): { text: string; [key: string]: unknown } => ({ text })),
    z.looseObject({ text: z.string().catch('') }),
  ])
  .catch({ text: '' });
const text = z.string().catch('');
const Mapping = z.object({ type: text, entity: text, role: text, group: text }).catch({ type: '', entity: '', role: '', group: '' });
type Mapping = z.infer<typeof Mapping>;
const Mappings = z.array(Mapping).catch([]);
const Slot = z.object({ mappings: Mappings }).catch({ mappings: [] });

type Responses = Map<string, { text: string; place: string }>;
type Form = { slots: { slot: string; place: string }[]; place: string };
export type Domain = {
  data: RasaData;
  responses: Responses;
  forms: Map<string, Form>;
  slots: Map<string, { mappings: Mapping[]; place: string }>;
  report: ImportEntry[];
  usedResponses: Set<string>;
  usedForms: Set<string>;
  usedSlots: Set<string>;
};

export const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];

export function readDomainSections(files: readonly RasaFile[], data: RasaData, report: ImportEntry[]): Domain {
  const slots: Domain['slots'] = new Map();
  for (const file of files)
    for (const [name, given] of entriesOf(file.sections.slots))
      slots.set(name, { mappings: Slot.parse(given).mappings, place: file.placeOf(['slots', name]) });
  const responses = readResponses(files, report);
  const forms = readForms(files, slots, responses);
  return { data, slots, report, responses, forms, usedResponses: new Set(), usedForms: new Set(), usedSlots: new Set() };
}

/** Rasa 1 called them templates. */
const sectionsOfResponses = ['responses', 'templates'];

function readResponses(files: readonly RasaFile[], report: ImportEntry[]): Responses {
  const responses: Responses = new Map();
  for (const file of files)
    for (const section of sectionsOfResponses)
      for (const [name, given] of entriesOf(file.sections[section])) {
        const place = file.placeOf([section, name]);
        const variations = z.array(Variation).catch([]).parse(given);
        const said = variations.filter((variation) => variation.text.trim() !== '');
        // a variation for one channel or a condition alone is the last choice
        const [first, ...others] = said.toSorted((one, other) => Number(isSpecial(one)) - Number(isSpecial(other)));
        if (first) responses.set(name, { text: first.text, place });
        else report.push(left('answer', name, place, 'It has no text.'));
        if (others.length > 0) report.push(left('answer', name, place, `One answer is given; ${others.length} more were left out.`));
        const extras = new Set(variations.flatMap((variation) => Object.keys(variation).filter((key) => key !== 'text')));
        if (extras.size > 0) report.push(left('answer', name, place, `Left out of this answer: ${[...extras].join(', ')}.`));
      }
  return responses;
}

const isSpecial = (variation: object): boolean => 'condition' in variation || 'channel' in variation;

const formKeys = new Set(['required_slots', 'ignored_intents']);

function readForms(files: readonly RasaFile[], slots: Domain['slots'], responses: Responses): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const file of files) {
    const { forms: given } = file.sections;
    // Rasa 1 has names alone: the slots stand in the form's program, and in the names of its questions
    if (Array.isArray(given))
      for (const [index, each] of given.entries()) {
        const name = typeof each === 'string' ? each : entriesOf(each)[0]?.[0];
        if (name === undefined) continue;
        const place = file.placeOf(['forms', index]);
        const asked = [...slots.keys()].filter((slot) => responses.has(`utter_ask_${name}_${slot}`));
        forms.set(name, { slots: asked.map((slot) => ({ slot, place })), place });
      }
    for (const [name, form] of entriesOf(given)) {
      const required = (form as { required_slots?: unknown } | null)?.required_slots ?? form;
      const place = file.placeOf(['forms', name]);
      // a list since Rasa 3, before it an object of what each slot is filled from
      const isList = Array.isArray(required);
      const names = isList ? required.filter((slot) => typeof slot === 'string') : entriesOf(required).map(([slot]) => slot);
      const wanted = names.filter((slot) => isList || !formKeys.has(slot));
      if (!isList)
        for (const slot of wanted) {
          const known = slots.get(slot) ?? { mappings: [], place };
          slots.set(slot, { ...known, mappings: [...known.mappings, ...Mappings.parse((required as Record<string, unknown>)[slot])] });
        }
      forms.set(name, { slots: wanted.map((slot) => ({ slot, place })), place });
    }
  }
  return forms;
}

/** The name of the parameter that a slot is here: what phrases mark it by. */
export function parameterOf({ slots }: Domain, slot: string): { entity: string; name: string } | undefined {
  const mapping = slots.get(slot)?.mappings.find(({ type, entity }) => type === 'from_entity' && entity !== '');
  if (!mapping) return undefined;
  return { entity: mapping.entity, name: mapping.role === '' ? mapping.entity : mapping.role };
}
