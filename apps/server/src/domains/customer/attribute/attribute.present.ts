import { type AttributeRules, type InputFieldDefinition, rulesOf } from '@parley/contract';
import type { AttributeRow } from './attribute.repository.ts';

export const presentAttribute = (row: AttributeRow, index: number): InputFieldDefinition => ({
  _id: row.attributeId,
  fieldName: row.fieldName,
  fieldLabel: row.fieldLabel,
  fieldHelptext: row.helpText,
  fieldHelpText: row.helpText,
  mandatory: row.isMandatory,
  fieldType: row.fieldType,
  inputType: row.inputType,
  defaultValue: row.defaultValue,
  index,
  category: row.category,
  search: row.isSearchable,
  commaIncluded: row.commaIncluded,
  validations: row.validations,
  isBuiltIn: false,
  version: row.version,
});

/** An attribute as customers' values are checked by it. */
export type Attribute = {
  attributeId: string;
  slot: string;
  fieldName: string;
  label: string;
  isMandatory: boolean;
  isSearchable: boolean;
  category: AttributeRow['category'];
  fieldType: AttributeRow['fieldType'];
  inputType: AttributeRow['inputType'];
  rules: AttributeRules;
};

export const toAttribute = (row: AttributeRow): Attribute => ({
  attributeId: row.attributeId,
  slot: String(row.slot),
  fieldName: row.fieldName,
  label: row.fieldLabel,
  isMandatory: row.isMandatory,
  isSearchable: row.isSearchable,
  category: row.category,
  fieldType: row.fieldType,
  inputType: row.inputType,
  rules: rulesOf(presentAttribute(row, 0)),
});
