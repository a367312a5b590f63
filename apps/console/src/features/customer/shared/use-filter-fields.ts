import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { attributesQuery } from './attribute.queries.ts';
import { type FilterField, listFields } from './filter-fields.ts';
import { setsQuery } from './set.queries.ts';

const none: never[] = [];

/** Fields for conditions on customers: the built-in ones, groups and labels, and the enterprise's attributes. */
export function useFilterFields(isNeeded = true): FilterField[] {
  const t = useWords(customerWords.phoneBook);
  const groups = useQuery({ ...setsQuery('group'), enabled: isNeeded }).data ?? none;
  const labels = useQuery({ ...setsQuery('label'), enabled: isNeeded }).data ?? none;
  const definitions = useQuery({ ...attributesQuery, enabled: isNeeded }).data ?? none;
  const { i18n } = useTranslation();
  return useMemo(
    () => listFields(t, { definitions, groups, labels, language: i18n.language }),
    [t, definitions, groups, labels, i18n.language],
  );
}
