import type { CaptchaPlace } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { captchaQuery } from './account.queries.ts';

export type Captcha = {
  id: string;
  picture: string;
  /** Difficulty of the proof of work that may be sent instead of the picture's letters. */
  proofBits: number;
  /** False while the server asks for none. */
  isRequired: boolean;
  /** True if the server has said if it asks for one. */
  isKnown: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  refresh: () => void;
};

/** The captcha of one screen. Each is good for one try; the screen refreshes it after a failure. */
export function useCaptcha(place: CaptchaPlace): Captcha {
  const query = useQuery(captchaQuery(place));
  return {
    id: query.data?.captchaId ?? '',
    picture: query.data?.captcha ?? '',
    proofBits: query.data?.proofBits ?? 0,
    isRequired: query.data?.isRequired ?? true,
    isKnown: query.data !== undefined || query.isError,
    isLoading: query.isFetching,
    hasFailed: query.isError,
    refresh: () => void query.refetch(),
  };
}
