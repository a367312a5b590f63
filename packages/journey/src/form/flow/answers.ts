import type { Media } from '../../expression/value.ts';
import { type FormField, isOfFiles } from '../field.ts';
import type { Raws } from '../fill.ts';
import { type Raw, rawOf } from '../raw.ts';
import { fieldNameOf } from './component-name.ts';
import type { FlowPlan } from './flow-plan.ts';

type Payload = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * A file that came with an answer. A message names it by the vendor's id, and the endpoint gets an address with the keys that open it.
 * @property key by which `flowAnswers` finds what it became
 */
export type FlowFile = {
  field: string;
  key: string;
  name: string;
  mime: string;
  sha256: string;
  address: string;
  sealed: Record<string, string>;
};

/** Files that an answer names; they are fetched before it is judged. */
export function flowFiles(plan: FlowPlan, payload: Payload): FlowFile[] {
  return fieldsOfPlan(plan)
    .filter(isOfFiles)
    .flatMap((field) => listOf(payload[fieldNameOf(field)]).map((given) => fileOf(field, given)))
    .filter(({ key }) => key !== '');
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [value]).filter(isRecord);
const keyOf = (given: Record<string, unknown>): string => textOf(given.id) || textOf(given.media_id);

function fileOf({ id }: FormField, given: Record<string, unknown>): FlowFile {
  const sealed = isRecord(given.encryption_metadata) ? given.encryption_metadata : {};
  return {
    field: id,
    key: keyOf(given),
    name: textOf(given.file_name),
    mime: textOf(given.mime_type),
    sha256: textOf(given.sha256),
    address: textOf(given.cdn_url),
    sealed: Object.fromEntries(Object.entries(sealed).map(([name, value]) => [name, textOf(value)])),
  };
}

const fieldsOfPlan = ({ screens }: FlowPlan): FormField[] => screens.flatMap(({ asked }) => [...asked]);

/**
 * Answers of a flow, as the judge takes them: those that its end brings, or those of one screen. Fields that the payload does not name are left
 * out, so that what is known of them stays.
 * @param files what the named files became, by their key
 */
export function flowAnswers(plan: FlowPlan, payload: Payload, files: ReadonlyMap<string, Media> = new Map(), screen?: string): Raws {
  const fields = screen === undefined ? fieldsOfPlan(plan) : (plan.screens.find(({ id }) => id === screen)?.asked ?? []);
  const named = fields.filter((field) => Object.hasOwn(payload, fieldNameOf(field)));
  return Object.fromEntries(named.map((field) => [field.id, rawFrom(field, payload[fieldNameOf(field)], files)]));
}

function rawFrom(field: FormField, given: unknown, files: ReadonlyMap<string, Media>): Raw | 'unreadable' {
  if (!isOfFiles(field)) return rawOf('flow', field, field.kind === 'rating' || field.kind === 'number' ? given : emptied(given));
  if (given === '' || given === null || given === undefined) return null;
  const found = listOf(given).map((one) => files.get(keyOf(one)));
  const media = found.filter((one) => one !== undefined);
  return media.length === found.length ? rawOf('flow', field, media) : 'unreadable';
}

/** A list that nothing was chosen from is nothing. */
const emptied = (given: unknown): unknown => (Array.isArray(given) && given.length === 0 ? null : given);
