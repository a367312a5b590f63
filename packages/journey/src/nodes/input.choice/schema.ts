import { z } from '@parley/contract/z';
import { Source } from '../../document/fields.ts';
import { asked, Items } from '../shared/schema.ts';

export const Config = z.strictObject({
  ...asked,
  options: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('fixed'), items: Items }),
    /** Fields of a list's items: the one that is shown and the one that is kept */
    z.strictObject({
      kind: z.literal('list'),
      source: Source,
      item: z.string().max(60).default('item'),
      title: Source,
      value: Source.default(''),
    }),
  ]),
  isSeveral: z.boolean().default(false),
  /** Each option an exit of its own, instead of `ok` */
  isSplit: z.boolean().default(false),
  style: z.enum(['buttons', 'list']).default('list'),
});
export type Config = z.infer<typeof Config>;
