import { faultTexts } from '../faults.ts';
import { z } from '../z.ts';

/** The part of an e-mail address behind the @. */
export const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, faultTexts['domain.email'])
  .meta({ examples: ['example.com'] });
