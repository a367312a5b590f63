import { faultTexts } from './faults.ts';
import { z } from './z.ts';

/** A time as a clock on the wall shows it. */
export const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, faultTexts['time.format'])
  .meta({ examples: ['21:00'] });
