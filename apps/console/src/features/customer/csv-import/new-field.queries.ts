import type { SystemHeader } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { attributesQuery } from '../shared/attribute.queries.ts';

/** The kinds of field that a column can become. Text takes every character; the others are checked. */
export const fieldKinds = ['text', 'number', 'decimal', 'email', 'date', 'boolean'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Letters of other scripts are no part of a name: of a header in one of them nothing is left, and a name is asked for. */
export const toFieldName = (header: string): string =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);

const typesOf = (kind: FieldKind) => {
  if (kind === 'date' || kind === 'boolean') return { fieldType: kind, inputType: '' as const };
  return { fieldType: 'text' as const, inputType: kind === 'text' ? ('alphanumeric' as const) : kind };
};

export function useCreateField() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async ({ label, fieldName, kind }: { label: string; fieldName: string; kind: FieldKind }): Promise<SystemHeader> => {
      const { inputFieldDefinition: made } = await api.attributes.save({
        body: {
          fieldName,
          fieldLabel: label,
          fieldHelptext: label,
          mandatory: false,
          ...typesOf(kind),
          validations:
            kind === 'text'
              ? [
                  { id: 'allowSpecialChars', value: true },
                  { id: 'allowedChars', value: [] },
                ]
              : [],
          category: 'general',
          search: false,
        },
      });
      return { name: made.fieldName, label: made.fieldLabel, mandatory: made.mandatory, isDate: made.fieldType === 'date' };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: attributesQuery.queryKey, exact: true }),
  });
}
