import type { CaptchaPlace } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const captchaQuery = (place: CaptchaPlace) =>
  queryOptions({
    queryKey: ['captcha', place],
    queryFn: ({ signal }) => api.account.captcha({ query: { requestFrom: place } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // One that was shown before is used up, so it is never kept for the next visit.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true, isPublic: true },
  });
