import { namesIn } from '../check/variables.ts';
import { checkExpression, type KnownType } from '../expression/check.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import { readPattern } from '../expression/pattern.ts';
import { parseText } from '../expression/text.ts';
import { type FormDocument, type FormScreen, fieldsOf } from './document.ts';
import { type FormField, hasOptions, isAsked, isOfFiles } from './field.ts';
import { type FormFinding, type FormPlace, formFinding } from './finding.ts';
import { type FormSource, formSources } from './sources.ts';

/** @property customer fields and attributes of customers, with their types @property hasRef whether a record is there; left out: nobody asks */
export type FormCheckFacts = {
  customer: Readonly<Record<string, KnownType>>;
  hasRef?(ref: string, id: string): boolean;
};

const text: KnownType = { type: 'Text' };
const taken = new Set(['customer', 'entry', 'call', 'value', 'now', 'today', 'zone', 'last', 'channel', 'window']);

/** Types of the answers of a kind of field; null: it has none. */
export function answerType({ kind }: Pick<FormField, 'kind'>): KnownType | null {
  switch (kind) {
    case 'number':
    case 'rating':
      return { type: 'Number' };
    case 'date':
      return { type: 'Date' };
    case 'yesNo':
    case 'consent':
      return { type: 'Boolean' };
    case 'choices':
      return { type: 'List', items: text };
    case 'file':
    case 'photo':
    case 'signature':
      return { type: 'List', items: { type: 'Media' } };
    case 'location':
      return { type: 'Location' };
    case 'hidden':
      return { type: 'Any' };
    case 'note':
    case 'picture':
      return null;
    default:
      return text;
  }
}

/** Lists what is wrong with a form, in its order; errors keep it from being published. */
export function checkForm(form: FormDocument, facts: FormCheckFacts): FormFinding[] {
  const fields = fieldsOf(form);
  return [
    ...(fields.some(isAsked) ? [] : [formFinding('FORM_EMPTY', {})]),
    ...checkNames(form),
    ...checkWays(form),
    ...form.screens.flatMap((screen) => screen.fields.flatMap((field) => checkField(form, screen, field, facts))),
    ...formSources(form).flatMap((source) => checkSource(form, fields, source, facts)),
  ];
}

function checkNames(form: FormDocument): FormFinding[] {
  const seen = new Set<string>();
  const found: FormFinding[] = [];
  const name = (one: string, place: FormPlace) => {
    if (taken.has(one)) found.push(formFinding('NAME_TAKEN', { ...place, part: 'name' }, { name: one }));
    if (seen.has(one)) found.push(formFinding('NAME_TWICE', { ...place, part: 'name' }, { name: one }));
    seen.add(one);
  };
  for (const screen of form.screens)
    for (const field of screen.fields) {
      const place = { screen: screen.id, field: field.id };
      if (field.name !== '') name(field.name, place);
      else if (answerType(field)) found.push(formFinding('NAME_MISSING', { ...place, part: 'name' }));
    }
  for (const { name: one } of form.computed) name(one, { part: `computed.${one}` });
  return found;
}

/** Ways lead to screens below, and each screen is led to. */
function checkWays({ screens }: FormDocument): FormFinding[] {
  const found: FormFinding[] = [];
  const order = screens.map(({ id }) => id);
  const reached = new Set(order.slice(0, 1));
  for (const [place, { id, next }] of screens.entries()) {
    for (const way of next)
      if (way.to !== 'end' && order.indexOf(way.to) <= place)
        found.push(formFinding('SCREEN_BACKWARD', { screen: id, part: `next.${way.id}` }));
    if (!reached.has(id)) {
      found.push(formFinding('SCREEN_UNREACHED', { screen: id }));
      continue;
    }
    for (const { to } of next) reached.add(to);
    const below = order[place + 1];
    // A way that always holds leaves nobody for the screen below.
    if (below !== undefined && !next.some(({ when }) => when.trim() === 'true')) reached.add(below);
  }
  return found;
}

function checkField(form: FormDocument, screen: FormScreen, field: FormField, facts: FormCheckFacts): FormFinding[] {
  const at = (part: string) => ({ screen: screen.id, field: field.id, part });
  const found: FormFinding[] = [];
  const isSaid = Object.values(field.label).some((label) => label.trim() !== '');
  if (!isSaid && field.kind === 'consent') found.push(formFinding('CONSENT_TEXT_MISSING', at('label')));
  else if (!isSaid && (isAsked(field) || field.kind === 'note')) found.push(formFinding('LABEL_MISSING', at('label')));
  if (isSaid)
    for (const language of form.languages)
      if ((field.label[language] ?? '') === '') found.push(formFinding('TRANSLATION', at('label'), { language }));
  if (hasOptions(field)) found.push(...checkOptions(form, field, at('options')));
  if (field.kind === 'picture') {
    if (!field.picture) found.push(formFinding('PICTURE_MISSING', at('picture')));
    else if (facts.hasRef?.('media', field.picture.id) === false)
      found.push(formFinding('REF_GONE', at('picture'), { name: field.picture.name || field.picture.id }));
  }
  const pattern = field.pattern === '' ? undefined : readPattern(field.pattern);
  if (typeof pattern === 'string') found.push(formFinding('PATTERN', at('pattern'), { fault: pattern }));
  if (field.visibleIf.trim() === 'false') found.push(formFinding('FIELD_NEVER_SHOWN', at('visibleIf')));
  if (field.showsByLink && field.prefill !== '') found.push(formFinding('LINK_SHOWS_PERSONAL', at('prefill')));
  return [...found, ...checkSaved(field, at('saveTo'), facts)];
}

function checkOptions(form: FormDocument, { options }: FormField, place: FormPlace): FormFinding[] {
  if (!options || (options.kind === 'fixed' ? options.items.length === 0 : options.source === ''))
    return [formFinding('OPTIONS_MISSING', place)];
  if (options.kind === 'list') return [];
  const [first = ''] = form.languages;
  const found: FormFinding[] = [];
  const seen = new Set<string>();
  for (const { title, value } of options.items) {
    const own = value || (title[first] ?? '');
    if (own === '') found.push(formFinding('TRANSLATION', place, { language: first }));
    else if (seen.has(own)) found.push(formFinding('OPTION_TWICE', place, { value: own }));
    seen.add(own);
  }
  return found;
}

function checkSaved(field: FormField, place: FormPlace, { customer, hasRef }: FormCheckFacts): FormFinding[] {
  const { saveTo } = field;
  if (!saveTo) return [];
  if (hasRef?.('attribute', saveTo.id) === false) return [formFinding('REF_GONE', place, { name: saveTo.name || saveTo.id })];
  const wanted = customer[saveTo.id]?.type ?? customer[saveTo.name]?.type;
  const type = answerType(field)?.type;
  if (isOfFiles(field)) return [formFinding('SAVE_TYPE', place, { wanted: wanted ?? 'Text', type: 'Media' })];
  if (!wanted || !type || wanted === 'Any' || type === 'Any' || wanted === 'Text' || wanted === type) return [];
  return [formFinding('SAVE_TYPE', place, { wanted, type })];
}

function namesAt(form: FormDocument, fields: readonly FormField[], source: FormSource, facts: FormCheckFacts): Map<string, KnownType> {
  const known = new Map<string, KnownType>([
    ['customer', { type: 'Map', fields: facts.customer }],
    ['entry', { type: 'Any' }],
    ['call', { type: 'Map' }],
  ]);
  for (const field of fields.slice(0, source.upTo)) {
    const type = answerType(field);
    if (type && field.name !== '') known.set(field.name, type);
  }
  const own = source.part?.startsWith('computed.') ? source.part.slice('computed.'.length) : undefined;
  for (const { name, type } of form.computed) {
    // A computed value sees those before it, and the fields see all of them.
    if (name === own) break;
    known.set(name, { type });
  }
  const field = source.hasValue && fields.find(({ id }) => id === source.field);
  if (field) known.set('value', answerType(field) ?? { type: 'Any' });
  return known;
}

function checkSource(form: FormDocument, fields: readonly FormField[], source: FormSource, facts: FormCheckFacts): FormFinding[] {
  const { kind, screen, field, part } = source;
  const place: FormPlace = {
    ...(screen === undefined ? {} : { screen }),
    ...(field === undefined ? {} : { field }),
    ...(part === undefined ? {} : { part }),
  };
  const later = new Set([...fields.slice(source.upTo).map(({ name }) => name), ...form.computed.map(({ name }) => name)]);
  const known = namesAt(form, fields, source, facts);
  try {
    const expressions =
      kind === 'text'
        ? parseText(source.source).flatMap((one) => (one.kind === 'placeholder' ? [one.expression] : []))
        : [parseExpression(source.source)];
    return expressions.flatMap((expression) => {
      const early = [...namesIn(expression)].filter((name) => !known.has(name) && later.has(name));
      if (early.length > 0) return early.map((name) => formFinding('NAME_LATER', place, { name }));
      const { type, findings } = checkExpression(expression, (name) => known.get(name), false);
      const faults = findings
        .filter(({ level }) => level === 'error')
        .map((fault) => formFinding('EXPRESSION', place, { fault: fault.text }));
      const isCondition = type.type === 'Boolean' || type.type === 'Any' || type.type === 'Empty';
      return kind === 'condition' && faults.length === 0 && !isCondition ? [formFinding('NOT_YES_NO', place)] : faults;
    });
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return [formFinding('EXPRESSION', place, { fault: error.message })];
  }
}
