import { faultTexts } from './faults.ts';
import { z } from './z.ts';

/** An IP address, or a network in CIDR notation. */
export const Network = z
  .string()
  .trim()
  .refine(
    (value) => [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()].some((schema) => schema.safeParse(value).success),
    faultTexts['network.invalid'],
  )
  .meta({ examples: ['203.0.113.0/24'] });
