import { hiddenCategory, type InputFieldDefinition } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const attributeKeys = { all: ['attributes'] as const, one: (id: string) => ['attributes', id] as const };

/** Every definition, the built-in ones first. */
export const attributesQuery = queryOptions({
  queryKey: attributeKeys.all,
  queryFn: async ({ signal }) => (await api.attributes.list({}, { signal })).inputFieldDefinitions,
});

/** Definitions that people see: social details are left out of the list, the customer form and the mapping (ATTR-031). */
export const shownDefinitions = (definitions: readonly InputFieldDefinition[]) =>
  definitions.filter((definition) => definition.category !== hiddenCategory);

export const ownDefinitions = (definitions: readonly InputFieldDefinition[]) =>
  shownDefinitions(definitions).filter((definition) => !definition.isBuiltIn);
