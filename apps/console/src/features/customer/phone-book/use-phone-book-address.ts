import { useNavigate, useSearch } from '@tanstack/react-router';
import { PhoneBookSearch } from './phone-book.search.ts';

/** The filters and the page as the address holds them. Both addresses of the phone book are read alike. */
export function usePhoneBookAddress() {
  const search = PhoneBookSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  /** Whatever narrows the list differently starts it anew (PHONE-032). */
  const change = (next: Partial<PhoneBookSearch>, replace = false) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, from: 0, ...next }) as never, replace });
  return { search, change };
}
