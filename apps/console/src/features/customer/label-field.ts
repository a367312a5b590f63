import { customerFields, type InputFieldDefinition } from '@parley/contract';

/** What people call a field that a change names: of every customer, or an attribute by id or name. */
export function labelField(field: string, definitions: readonly InputFieldDefinition[]): string {
  const name = field.replace(/^data\./, '');
  return (
    customerFields.find((known) => known.name === name)?.label ??
    definitions.find(({ _id, fieldName }) => _id === name || fieldName === name)?.fieldLabel ??
    field
  );
}
