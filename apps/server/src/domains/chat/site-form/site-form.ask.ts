import {
  type AskedField,
  checkSiteForm,
  type FilledForm,
  type FormFault,
  faultTexts,
  hiddenCategory,
  nameLimits,
  type SiteForm,
  type SiteFormField,
  siteFormMost,
  type WidgetForm,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import {
  findFaultsOfTold,
  findKnown,
  type KnownCustomer,
  listAttributes,
  listExternalIds,
  maskNumber,
  type Told,
} from '../../customer/door.ts';
import type { FormTaken } from '../../messaging/door.talk.ts';
import { readPresence } from '../visitor/presence.ts';
import { findForm, type SiteFormRow } from './site-form.repository.ts';

type Attribute = Awaited<ReturnType<typeof listAttributes>>[number];
type Asked = WidgetForm['fields'][number];

const ownKinds = { number: 'whole', decimal: 'number', email: 'email' } as const;

/** An own field as the form asks for it; undefined of one that takes several values, or yes and no. */
function askedOwn({ fieldType, inputType, rules }: Attribute): Pick<AskedField, 'kind' | 'most' | 'choices'> | undefined {
  const most = Math.min(rules.maxLength || siteFormMost.value, siteFormMost.value);
  if (fieldType === 'date') return { kind: 'date', most: 10 };
  if (fieldType === 'selectbox-singlevalue' && rules.options.length > 0 && rules.options.length <= siteFormMost.choices)
    return { kind: 'choice', most, choices: rules.options };
  if (fieldType !== 'text' && fieldType !== 'textarea') return undefined;
  return { kind: ownKinds[inputType as keyof typeof ownKinds] ?? 'text', most };
}

/** The fields of a form, as the widget asks for them. One that is gone from the phone book, or takes other values now, is left out. */
export const askedFields = (fields: readonly SiteFormField[], attributes: readonly Attribute[]): Asked[] =>
  fields.flatMap(({ kind, attributeId, isRequired, label, labels }): Asked[] => {
    const words = Object.keys(labels).length > 0 ? { labels } : {};
    if (kind === 'name') return [{ id: kind, kind, isRequired, label, ...words, most: nameLimits.max }];
    if (kind === 'email') return [{ id: kind, kind, isRequired, label, ...words, most: 254 }];
    if (kind === 'phone') return [{ id: kind, kind, isRequired, label, ...words, most: 30 }];
    const attribute = attributes.find((one) => one.attributeId === attributeId && one.category !== hiddenCategory);
    const { choices, ...asked } = (attribute && askedOwn(attribute)) ?? { kind: undefined };
    if (!attribute || asked.kind === undefined) return [];
    return [
      { id: attributeId, ...asked, isRequired, label: label || attribute.label, ...words, ...(choices ? { choices: [...choices] } : {}) },
    ];
  });

export const toWidgetForm = (
  { fields, consent, consents }: Pick<SiteForm, 'fields' | 'consent' | 'consents'>,
  attributes: readonly Attribute[],
): WidgetForm => ({
  fields: askedFields(fields, attributes),
  consent,
  ...(Object.keys(consents).length > 0 ? { consents } : {}),
});

/** @property customer who the visitor is known as, once they have written. @property isClosed it is outside the hours */
export type AskingOf = { channelId: string; customer: KnownCustomer | undefined; isClosed: boolean };

async function isAsked(tx: Read, enterpriseId: string, { asked }: SiteFormRow, { customer, isClosed }: AskingOf): Promise<boolean> {
  if (asked === 'always') return true;
  if (asked === 'closed') return isClosed;
  if (asked === 'never') return false;
  return !customer || (await listExternalIds(tx, enterpriseId, customer.customerId)).length === 0;
}

/**
 * The form that a visitor is asked before a chat; undefined: none. Name, address and number are asked of nobody of whom they are known; own
 * fields may be about the very chat, and are asked each time.
 */
export async function readWidgetForm(tx: Read, enterpriseId: string, asking: AskingOf): Promise<WidgetForm | undefined> {
  const row = await findForm(tx, enterpriseId, asking.channelId);
  if (!row || !(await isAsked(tx, enterpriseId, row, asking))) return undefined;
  const known: Readonly<Record<string, boolean>> = asking.customer ? await findKnown(tx, enterpriseId, asking.customer.customerId) : {};
  const form = toWidgetForm(row, await listAttributes(tx, enterpriseId));
  const fields = form.fields.filter(({ id }) => !known[id]);
  return fields.length === 0 && form.consent === '' ? undefined : { ...form, fields };
}

const toTold = (fields: readonly Asked[], values: Readonly<Record<string, string>>): Told => {
  const of = (id: string) => (values[id] ?? '').trim();
  const own = fields.filter(({ id, kind }) => id !== kind);
  return {
    ...{ name: of('name'), email: of('email'), phone: of('phone') },
    attributes: Object.fromEntries(own.map(({ id, kind }) => [id, kind === 'number' ? of(id).replace(',', '.') : of(id)])),
  };
};

/** Names of the phone book's own fields, in the form's. */
const formIds: Readonly<Record<string, FormFault>> = { emailId: 'email', phoneNumber: 'phone' };

export type JudgedForm = {
  faults: Record<string, { fault: FormFault; message: string }>;
  /** The part of it that may be kept */
  taken: FormTaken;
};

/** Judges a filled form by the check that the widget has, and by the phone book's own rules. */
async function judgeForm(tx: Read, enterpriseId: string, asking: AskingOf, filled: FilledForm): Promise<JudgedForm> {
  const row = await findForm(tx, enterpriseId, asking.channelId);
  const form = row ? toWidgetForm(row, await listAttributes(tx, enterpriseId)) : { fields: [], consent: '' };
  const asked = await readWidgetForm(tx, enterpriseId, asking);
  const isLeft = (id: string) => asked?.fields.some((field) => field.id === id);
  // A value that is known by now is no fault: it is not asked for any more.
  const fields = form.fields.map((field) => (isLeft(field.id) ? field : { ...field, isRequired: false }));
  const told = toTold(fields, filled.values);
  const faults: JudgedForm['faults'] = {};
  for (const [id, fault] of Object.entries(checkSiteForm(fields, filled.values))) faults[id] = { fault, message: '' };
  for (const { field, message } of await findFaultsOfTold(tx, enterpriseId, told)) {
    const id = field in formIds ? String(formIds[field]) : field;
    faults[id] ??= { fault: formIds[field] ?? 'taken', message };
  }
  if (asked?.consent && !filled.agreed) faults.consent = { fault: 'needed', message: faultTexts['field.mandatory'] };
  return { faults, taken: takeForm(form, faults, told, filled.agreed) };
}

function takeForm(form: WidgetForm, faults: JudgedForm['faults'], told: Told, agreed: boolean): FormTaken {
  const taken = (id: string): string =>
    faults[id] ? '' : id === 'name' || id === 'email' || id === 'phone' ? told[id] : (told.attributes[id] ?? '');
  const answered = form.fields.filter(({ id }) => taken(id) !== '');
  return {
    told: {
      ...{ name: taken('name'), email: taken('email'), phone: taken('phone') },
      attributes: Object.fromEntries(Object.keys(told.attributes).map((id) => [id, taken(id)])),
    },
    lines: answered.map(({ id, kind, label }) => ({ kind, label, value: shownAnswer(id, taken(id)) })),
    consent: agreed ? form.consent : '',
    reach: { ...(taken('email') ? { email: taken('email') } : {}), ...(taken('phone') ? { phone: taken('phone') } : {}) },
  };
}

/** Everybody in the chat reads its record: numbers and addresses stand with the customer, for those who may see them. */
function shownAnswer(id: string, value: string): string {
  if (id === 'phone') return maskNumber(value);
  return id === 'email' ? value.replace(/^(.).*(?=@)/, '$1…') : value;
}

/**
 * The same for a visitor of a website. A value that has become wrong since the visitor was told that all is right is not taken; the message that
 * begins the chat is taken all the same.
 */
export const judgeFilled = (ctx: EnterpriseContext, asking: Omit<AskingOf, 'isClosed'>, filled: FilledForm): Promise<JudgedForm> =>
  ctx.read(async (tx) => {
    const { isClosed } = await readPresence(tx, ctx.enterpriseId, asking.channelId, ctx.now());
    return judgeForm(tx, ctx.enterpriseId, { ...asking, isClosed }, filled);
  });
