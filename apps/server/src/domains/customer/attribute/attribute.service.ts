import {
  type AttributeSave,
  attributeTexts,
  builtInDefinitions,
  checkDefinition,
  checkValue,
  consentFields,
  customerFields,
  endpoints,
  type FieldError,
  fieldError,
  type InputFieldDefinition,
  inputTypesOf,
  mostAttributes,
  rulesOf,
  splitWords,
  type Validation,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { type Attribute, presentAttribute, toAttribute } from './attribute.present.ts';
import { attributeRecord } from './attribute.record.ts';
import {
  type AttributeRow,
  insertAttribute,
  listAttributeRows,
  listValues,
  lockAttributes,
  nextSlot,
  placeAttributes,
  updateAttribute,
} from './attribute.repository.ts';
import { renewSearchTexts } from './customer.jobs.ts';
import { listUses, type Use } from './uses.ts';

const attributeNotFound = () => new DomainError('attribute.not_found', 'No such attribute.', {});
const invalid = (errors: FieldError[]) => new DomainError('attribute.invalid', attributeTexts.saveFailed, { errors });
const inUse = (label: string, found: readonly Use[]) => {
  const uses = found.map(({ name }) => name);
  return new DomainError('attribute.in_use', `${label} is in use: ${uses.join(', ')}.`, { uses });
};

const reserved = new Set<string>([...customerFields, ...consentFields].map(({ name }) => name.toLowerCase()));

/** The enterprise's own attributes in their order, ready to check values by. */
export async function listAttributes(tx: Read, enterpriseId: string): Promise<Attribute[]> {
  return (await listAttributeRows(tx, enterpriseId)).map(toAttribute);
}

export function listDefinitions(ctx: Ctx): Promise<InputFieldDefinition[]> {
  return ctx.read(async (tx) => [...builtInDefinitions, ...(await listAttributeRows(tx, ctx.enterpriseId)).map(presentAttribute)]);
}

export function getDefinition(ctx: Ctx, attributeId: string): Promise<InputFieldDefinition> {
  return ctx.read((tx) => presentById(tx, ctx.enterpriseId, attributeId));
}

async function presentById(tx: Read, enterpriseId: string, attributeId: string): Promise<InputFieldDefinition> {
  const rows = await listAttributeRows(tx, enterpriseId);
  const index = rows.findIndex((row) => row.attributeId === attributeId);
  const row = rows[index];
  if (!row) throw attributeNotFound();
  return presentAttribute(row, index);
}

type Cleaned = Pick<
  AttributeRow,
  | 'fieldName'
  | 'fieldLabel'
  | 'helpText'
  | 'isMandatory'
  | 'fieldType'
  | 'inputType'
  | 'defaultValue'
  | 'category'
  | 'isSearchable'
  | 'commaIncluded'
  | 'validations'
>;

/** Cleans the form's input: trimmed, without properties that its field type does not use (ATTR-044, ATTR-048, ATTR-049, ATTR-053). */
function clean(save: AttributeSave): { cleaned: Cleaned; errors: FieldError[] } {
  const isText = save.fieldType === 'text' || save.fieldType === 'textarea';
  const inputType = isText ? (save.inputType ?? '') : '';
  const validations: Validation[] = !isText
    ? []
    : save.validations.map((validation) =>
        validation.id === 'allowedChars'
          ? { id: validation.id, value: splitWords(validation.value.join(',')).filter((word) => word !== ',') }
          : validation,
      );
  const errors = checkDefinition({
    fieldName: save.fieldName.trim(),
    fieldLabel: save.fieldLabel,
    fieldHelptext: save.fieldHelptext,
    mandatory: save.mandatory,
    fieldType: save.fieldType,
    inputType,
    validations,
    commaIncluded: save.commaIncluded ?? false,
    defaultValue: save.defaultValue ?? '',
  });
  const offered: readonly string[] = inputTypesOf[save.fieldType];
  if (inputType !== '' && !offered.includes(inputType)) errors.push(fieldError('inputType', 'attribute.input_type'));
  const cleaned: Cleaned = {
    fieldName: save.fieldName.trim(),
    fieldLabel: save.fieldLabel.trim(),
    helpText: save.fieldHelptext.trim(),
    isMandatory: save.mandatory,
    fieldType: save.fieldType,
    inputType,
    defaultValue: isText ? '' : splitWords(save.defaultValue ?? '').join(','),
    category: save.category,
    isSearchable: save.search,
    commaIncluded: isText && (save.commaIncluded ?? false),
    validations,
  };
  return { cleaned, errors };
}

const toColumns = (cleaned: Cleaned) => ({ ...cleaned, validations: JSON.stringify(cleaned.validations) });

/** Tells whether stored values could now break: what `checkChange` counts, and what an unfinished import must not meet half-way. */
const changesRules = (row: AttributeRow, next: Cleaned): boolean => JSON.stringify(comparable(row)) !== JSON.stringify(comparable(next));
const comparable = ({ isMandatory, fieldType, inputType, defaultValue, commaIncluded, validations }: Cleaned) => [
  isMandatory,
  fieldType,
  inputType,
  defaultValue,
  commaIncluded,
  validations,
];

/**
 * Adds an attribute or changes one.
 * @throws DomainError attribute.invalid with every fault, attribute.not_found, attribute.in_use, attribute.too_many or record.changed
 */
export function saveAttribute(ctx: Ctx, save: AttributeSave): Promise<InputFieldDefinition> {
  const { enterpriseId } = ctx;
  const { cleaned, errors } = clean(save);
  return ctx.transaction(async (tx) => {
    await lockAttributes(tx, enterpriseId);
    const rows = await listAttributeRows(tx, enterpriseId);
    const current = save._id ? rows.find((row) => row.attributeId === save._id) : undefined;
    if (save._id && !current) throw attributeNotFound();
    const name = cleaned.fieldName.toLowerCase();
    if (reserved.has(name) || rows.some((row) => row !== current && row.fieldName.toLowerCase() === name))
      errors.push(fieldError('fieldName', 'attribute.name_taken'));
    if (errors.length > 0) throw invalid(errors);
    const stamp = { updatedBy: ctx.actor.userId, updatedAt: ctx.now() };
    if (!current) {
      if (rows.length >= mostAttributes)
        throw new DomainError('attribute.too_many', `At most ${mostAttributes} attributes are possible.`, {});
      const attributeId = await creating(
        ctx,
        tx,
        attributeRecord,
        (id) => id,
        () => insertCleaned(tx, enterpriseId, cleaned, stamp),
      );
      return presentById(tx, enterpriseId, attributeId);
    }
    await assertVersion(ctx, tx, attributeRecord, { id: current.attributeId, version: current.version }, save.version);
    if (changesRules(current, cleaned) || current.fieldName !== cleaned.fieldName) {
      const imports = (await listUses(ctx, tx, current)).filter(({ isRunning }) => isRunning);
      if (imports.length > 0) throw inUse(current.fieldLabel, imports);
    }
    await changing(ctx, tx, attributeRecord, current.attributeId, 'edit', () =>
      updateAttribute(tx, enterpriseId, current.attributeId, { ...toColumns(cleaned), ...stamp, version: current.version + 1 }),
    );
    if (current.isSearchable !== cleaned.isSearchable) await ctx.jobs.enqueue(tx, renewSearchTexts, { enterpriseId });
    return presentById(tx, enterpriseId, current.attributeId);
  });
}

/** Gives fields of an attribute former values; what is left out stays. @throws DomainError as saveAttribute */
export async function putAttributeBack(ctx: Ctx, attributeId: string, values: Partial<AttributeSave>): Promise<void> {
  assertMay(ctx.actor, endpoints.attributes.save);
  const { index: _index, ...definition } = await getDefinition(ctx, attributeId);
  await saveAttribute(ctx, { ...definition, ...values });
}

type Stamp = { updatedBy: string | null; updatedAt: Date };

async function insertCleaned(tx: Tx, enterpriseId: string, cleaned: Cleaned, stamp: Stamp): Promise<string> {
  const attributeId = newId();
  const slot = await nextSlot(tx, enterpriseId);
  await insertAttribute(tx, { enterpriseId, attributeId, slot, position: slot, ...toColumns(cleaned), ...stamp });
  return attributeId;
}

/** An attribute of an enterprise that is being made. @throws DomainError attribute.invalid */
export async function addAttribute(tx: Tx, enterpriseId: string, save: AttributeSave, stamp: Stamp): Promise<void> {
  const { cleaned, errors } = clean(save);
  if (errors.length > 0) throw invalid(errors);
  await insertCleaned(tx, enterpriseId, cleaned, stamp);
}

/** @throws DomainError attribute.not_found */
export function moveAttribute(ctx: Ctx, { from, to }: { from: number; to: number }): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockAttributes(tx, ctx.enterpriseId);
    const ids = (await listAttributeRows(tx, ctx.enterpriseId)).map((row) => row.attributeId);
    const [moved] = ids.splice(from, 1);
    if (!moved || to > ids.length) throw attributeNotFound();
    ids.splice(to, 0, moved);
    await changing(ctx, tx, attributeRecord, moved, 'move', () => placeAttributes(tx, ctx.enterpriseId, ids));
  });
}

/**
 * Takes an attribute into the bin; its values stay stored under its slot until it is purged, and are shown nowhere.
 * @throws DomainError attribute.not_found, or attribute.in_use by saved mappings, saved filters and unfinished imports
 */
export function removeAttribute(ctx: Ctx, attributeId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockAttributes(tx, ctx.enterpriseId);
    const row = (await listAttributeRows(tx, ctx.enterpriseId)).find((candidate) => candidate.attributeId === attributeId);
    if (!row) throw attributeNotFound();
    const uses = await listUses(ctx, tx, row);
    if (uses.length > 0) throw inUse(row.fieldLabel, uses);
    const stamp = { deletedAt: ctx.now(), updatedBy: ctx.actor.userId, updatedAt: ctx.now() };
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'attribute', recordId: attributeId, name: row.fieldLabel }]);
    await changing(ctx, tx, attributeRecord, attributeId, 'delete', () => updateAttribute(tx, ctx.enterpriseId, attributeId, stamp));
    if (row.isSearchable) await ctx.jobs.enqueue(tx, renewSearchTexts, { enterpriseId: ctx.enterpriseId });
  });
}

const firstId = '00000000-0000-0000-0000-000000000000';
const checkMs = 8000; // ends before the waiting user loses patience and before the statement's own limit
const checkBatch = 5000;
const mostSamples = 5;

export type Impact = {
  brokenCount: number;
  checkedCount: number;
  isComplete: boolean;
  samples: { customerId: string; name: string; value: string; message: string }[];
};

/** Counts the stored values that a change would break. @throws DomainError attribute.not_found */
export async function checkChange(ctx: Ctx, save: AttributeSave): Promise<Impact> {
  const impact: Impact = { brokenCount: 0, checkedCount: 0, isComplete: true, samples: [] };
  if (!save._id) return impact;
  // Users who keep the attributes see the count; only users who may open the phone book see the values.
  const showsSamples = can(ctx.actor, 'CUSTOMER.VIEW');
  const rows = await ctx.read((tx) => listAttributeRows(tx, ctx.enterpriseId));
  const row = rows.find((candidate) => candidate.attributeId === save._id);
  if (!row) throw attributeNotFound();
  const { cleaned } = clean(save);
  const rules = rulesOf(presentAttribute({ ...row, ...cleaned }, 0));
  const until = performance.now() + checkMs;
  let after: string | undefined = firstId;
  while (after !== undefined) {
    if (performance.now() > until) return { ...impact, isComplete: false };
    const from: string = after;
    const { values, last } = await ctx.read((tx) => listValues(tx, ctx.enterpriseId, row.slot, from, checkBatch));
    for (const { customerId, name, value } of values) {
      impact.checkedCount += 1;
      const [fault] = checkValue(rules, value);
      if (!fault) continue;
      impact.brokenCount += 1;
      if (showsSamples && impact.samples.length < mostSamples) impact.samples.push({ customerId, name, value, message: fault.message });
    }
    after = last;
  }
  return impact;
}
