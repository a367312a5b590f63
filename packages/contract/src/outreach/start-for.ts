import { text } from '../fields.ts';
import { z } from '../z.ts';

const mostValues = 60;

/** Somebody who comes with the start: a number or e-mail address, and what the mapping may take as columns. */
export const GivenPerson = z.object({
  number: text(320),
  name: text(200).default(''),
  /** Values by the names of columns, as the mapping has them; the phone book's fields stand in for what is left out */
  values: z
    .record(text(200), text(2000))
    .refine((values) => Object.keys(values).length <= mostValues, `At most ${mostValues} values`)
    .default({}),
});
export type GivenPerson = z.infer<typeof GivenPerson>;

/** Results for the people that came with a start: all = accepted + duplicates + invalid. */
export const StartForAnswer = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  /** People by their places in the list, from 0 */
  invalid: z.array(z.object({ index: z.number(), number: z.string(), reason: z.string() })),
});
export type StartForAnswer = z.infer<typeof StartForAnswer>;
